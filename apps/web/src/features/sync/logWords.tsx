/** The notice over a workspace whose member log nothing confirms, or whose memory is damaged. */
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/Code.layer.css';
import { useId, useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { Alarm } from './alarm.tsx';
import { syncMessages } from './messages.ts';
import css from './notices.module.css';
import { useLogWords } from './useLogWords.ts';

/** Asks to compare the words of a workspace of which neither account nor device remembers anything. */
function Compare() {
  const t = useMessages(syncMessages);
  const { records } = useWorkspace();
  const { words, hasFailed, retry } = useLogWords();
  const confirm = async () => {
    try {
      await records.confirm(words!.head);
    } catch (failure) {
      // Somebody else's act in between makes others: they show, and are compared again.
      if ((failure as { fault?: unknown }).fault === 'wrong-words') toast.info(t('wordsMoved'));
      else toastFailure(failure, t('confirmFailed'));
    }
  };
  return (
    <Alert color="orange" variant="light" title={t('unconfirmedLog')} role="alert">
      {t('unconfirmedLogHint')}
      {hasFailed ? (
        <LoadFailed text={t('wordsFailed')} onRetry={retry} />
      ) : (
        <Group gap="sm" mt={8}>
          <Code lang="en" translate="no">
            {words?.words.join(' ') ?? '…'}
          </Code>
          <Button size="compact-xs" variant="default" disabled={!words} onClick={() => void confirm()}>
            {t('wordsMatch')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

/** Tells once, wherever an account was signed in to before, that this browser remembers nothing of it. */
function BlankBrowser() {
  const t = useMessages(syncMessages);
  const [isKnown, setKnown] = useState(false);
  const id = useId();
  const confirm = () => void currentSession().confirmBlank().catch(reportError);
  return (
    <Alert color="petrol" variant="light" title={t('blank')} role="status">
      {t('blankHint')}
      <Text size="sm" mt={8} id={id} hidden={!isKnown}>
        {t('blankElse')}
      </Text>
      <Group gap="sm" mt={8}>
        <Button size="compact-xs" variant="default" onClick={confirm}>
          {t('understood')}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-controls={id}
          aria-expanded={isKnown}
          onClick={() => setKnown(!isKnown)}
        >
          {t('blankKnown')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Shows texts for what account and device do not remember of this workspace, or not well. */
export function MemoryNotice() {
  const t = useMessages(syncMessages);
  const { records } = useWorkspace();
  const { damaged, isOld, isBlank } = useSession((session) => session.memoryFaults);
  const isConfirmed = useObservable(records.confirmed);
  return (
    <div className={css.notices}>
      {isBlank && <BlankBrowser />}
      {damaged.includes(records.id) && <Alarm title={t('damagedMemory')}>{t('damagedMemoryHint')}</Alarm>}
      {isOld && <Alarm title={t('oldMemory')}>{t('oldMemoryHint')}</Alarm>}
      {isConfirmed === false && <Compare />}
    </div>
  );
}
