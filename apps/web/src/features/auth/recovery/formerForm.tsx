import { isCallError } from '@kontor/client/http/callError';
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { failureText, toastFailure } from '../../../platform/failures/failures.ts';
import { usePage } from '../../../platform/page.tsx';
import { useMessages } from '../../../platform/text/messages.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession, useSession } from '../../../platform/workspace/session.ts';
import { Form } from '../../../ui/form/form.tsx';
import { rules } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { LoadFailed } from '../../../ui/list/loadFailed.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { TextLink } from '../../../ui/nav/link.tsx';
import { sixWords, wordsError, wordsIn } from '../../../ui/person/sixWords.ts';
import { authMessages } from '../messages.ts';
import { recoveryMessages } from './messages.ts';

const empty = { words: '' };
const errors = rules({ words: sixWords });

/** See `Recovery.openFormer`. */
interface Opened {
  workspaces: readonly string[];
  unsent: number;
  unstored: number;
}

const nothing: Opened = { workspaces: [], unsent: 0, unstored: 0 };

/** Tells whether this device has nothing more to unlock with, whenever it is asked: anything else passes. */
const isNothing = (failure: unknown): boolean =>
  isCallError(failure, 'NOT_SIGNED_IN') || (failure as { fault?: unknown }).fault === 'missing-key';

/** Answers, on a device that was signed in before, for the words that the new one shows. */
export function FormerForm() {
  const t = useMessages(recoveryMessages);
  const a = useMessages(authMessages);
  const ui = useMessages(uiMessages);
  usePage(t('formerTitle'));
  const navigate = useNavigate();
  const former = useSession((session) => session.former);
  const [opened, setOpened] = useState<Opened>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(1);
  const workspaces = opened?.workspaces;
  const form = useForm({ stored: empty, errors });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew
  useEffect(() => {
    let stale = false;
    setFailure(undefined);
    currentSession()
      .recovery.openFormer()
      .then(
        (found) => !stale && setOpened(found),
        (failed) => !stale && (isNothing(failed) ? setOpened(nothing) : setFailure(failed)),
      );
    return () => {
      stale = true;
    };
  }, [attempt]);

  const answer = form.submit(async ({ words }) => {
    try {
      await currentSession().recovery.answer(wordsIn(words).join(' '));
      toast.success(t('formerDone'));
      await navigate({ to: '/login' });
      return true;
    } catch (failure) {
      // Unlocked after all, where the answer did not come, or by somebody else.
      if (isNothing(failure)) {
        setOpened((before = nothing) => ({ ...before, workspaces: [] }));
        return false;
      }
      const text = wordsError(failure) ?? failureText(failure, t('unlockFailed'));
      toast.error(text);
      form.refuse('words', text);
      return false;
    }
  });

  const forget = async () => {
    try {
      await currentSession().recovery.forgetFormer();
      await navigate({ to: '/login' });
    } catch (failure) {
      toastFailure(failure);
    }
  };

  const unsentNotice = (hint: string) => (
    <>
      {opened && opened.unsent > 0 && (
        <Alert color="orange" variant="light" title={t('formerUnsent', { count: opened.unsent })}>
          {hint}
        </Alert>
      )}
      {opened && opened.unstored > 0 && (
        <Alert color="orange" variant="light">
          {t('formerUnstored', { count: opened.unstored })}
        </Alert>
      )}
    </>
  );

  return (
    <Stack gap="lg">
      <Title order={1}>{t('formerTitle')}</Title>
      {failure !== undefined && (
        <LoadFailed
          text={failureText(failure, t('formerFailed'))}
          onRetry={() => setAttempt((count) => count + 1)}
        />
      )}
      {!workspaces && failure === undefined && <SkeletonRows rows={3} />}
      {workspaces?.length === 0 && (
        <>
          <Text>{t('formerNothing')}</Text>
          {unsentNotice(t('formerUnsentLost'))}
          {former && (
            <Button variant="default" onClick={() => void forget()}>
              {t('formerForget')}
            </Button>
          )}
        </>
      )}
      {workspaces && workspaces.length > 0 && (
        <Form form={form} onSubmit={answer}>
          <Stack gap="lg">
            <Text>{t('formerIntro', { names: workspaces.join(', ') })}</Text>
            {unsentNotice(t('formerUnsentHint'))}
            <TextInput
              label={ui('sixWords')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              {...form.field('words')}
            />
            <Button type="submit" loading={form.isSaving}>
              {t('unlock')}
            </Button>
          </Stack>
        </Form>
      )}
      <TextLink to="/login">{a('backToLogin')}</TextLink>
    </Stack>
  );
}
