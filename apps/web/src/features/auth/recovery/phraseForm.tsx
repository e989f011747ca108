import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../platform/failures/failures.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession } from '../../../platform/workspace/session.ts';
import { Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { wordsIn } from '../../../ui/person/sixWords.ts';
import { recoveryMessages } from './messages.ts';
import { phraseError } from './rules.ts';

const empty = { phrase: '' };

type Complete = (prefix: string) => string | undefined;

/** Shows the 24 words, completed as they are typed. What was typed stays whatever comes of it. `onBusy`: they are at work. */
export function PhraseForm({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const t = useMessages(recoveryMessages);
  const form = useForm({ stored: empty });
  const { phrase: typed } = form.values;
  const [unsent, setUnsent] = useState(0);
  const complete = useRef<Complete>(() => undefined);
  useEffect(() => {
    // The word list is large: it loads with the field.
    void import('@kontor/crypto/phrase').then(({ completeWord }) => {
      complete.current = completeWord;
    });
    // Nothing to say where it cannot be told.
    currentSession()
      .recovery.unsentBefore()
      .then(setUnsent, () => {});
  }, []);

  const words = wordsIn(typed);
  const last = /\S$/.test(typed) ? (words.at(-1) ?? '') : '';
  const whole = last.length > 1 ? complete.current(last) : undefined;

  const change = (next: string) => {
    const isSpaceAtEnd = next.length === typed.length + 1 && /\s$/.test(next);
    const ended = isSpaceAtEnd && last !== '' ? complete.current(last) : undefined;
    form.set({ phrase: ended ? `${typed.slice(0, typed.length - last.length)}${ended} ` : next });
  };

  const unlock = form.submit(async ({ phrase }) => {
    onBusy(true);
    try {
      const session = currentSession();
      const before = session.workspaces.list;
      const { failed } = await session.recovery.unlockByPhrase(phrase);
      if (failed.length > 0) {
        const names = before
          .filter(({ id }) => failed.some((each) => each.id === id))
          .map(({ name }) => name);
        toast.error(t('notAll', { names: names.join(', ') }));
      }
    } catch (failure) {
      const text = phraseError(failure) ?? failureText(failure, t('unlockFailed'));
      toast.error(text);
      form.refuse('phrase', text);
    }
    onBusy(false);
    // What was typed stays, whatever came of it.
    return false;
  });

  return (
    <Form form={form} onSubmit={unlock}>
      <Stack gap="sm">
        <Text>{t('byKitHint')}</Text>
        {unsent > 0 && (
          <Alert color="orange" variant="light" title={t('maybeUnsent', { count: unsent })}>
            {t('maybeUnsentHint')}
          </Alert>
        )}
        <Textarea
          label={t('phrase')}
          {...form.field('phrase')}
          rows={5}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed" role="status">
          {t('wordCount', { count: words.length })}
          {whole && whole !== last ? ` · ${t('completion', { word: whole })}` : ''}
        </Text>
        <Button
          type="submit"
          loading={form.isSaving}
          disabled={words.length === 0}
          style={{ alignSelf: 'start' }}
        >
          {t('unlock')}
        </Button>
      </Stack>
    </Form>
  );
}
