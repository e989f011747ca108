import { Code, Text } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { syncMessages } from './messages.ts';
import { useLogWords } from './useLogWords.ts';

/** Shows the six words of the workspace, with which a colleague or another device compares its own. */
export function WordsDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(syncMessages);
  const { words, hasFailed, retry } = useLogWords();
  return (
    <Dialog title={t('compareWords')} onClose={onClose}>
      <Text>{t('wordsHere')}</Text>
      {hasFailed ? (
        <LoadFailed text={t('wordsFailed')} onRetry={retry} />
      ) : (
        <Text my="md" role="status">
          <Code lang="en" translate="no">
            {words?.words.join(' ') ?? '…'}
          </Code>
        </Text>
      )}
      <Text>{t('wordsDiffer')}</Text>
    </Dialog>
  );
}
