import { Button, Text, TextInput } from '@mantine/core';
import { failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { Form } from '../form/form.tsx';
import { rules } from '../form/rules.ts';
import { useForm } from '../form/useForm.ts';
import { uiMessages } from '../messages.ts';
import { sixWords, wordsError, wordsIn } from '../person/sixWords.ts';
import { Dialog } from './dialog.tsx';
import { DialogFoot } from './dialogFoot.tsx';

const empty = { words: '' };
const errors = rules({ words: sixWords });

interface SixWordsDialogProps {
  title: string;
  body: string;
  /** The button's verb. */
  action: string;
  /** The message for a failure that has nothing to do with the words. */
  failed: string;
  /** Receives the words, separated by single spaces. */
  send: (words: string) => Promise<unknown>;
  onDone: () => void;
  close: () => void;
}

/** Takes the six words that somebody reads out. What was typed stays until the words are right. */
export function SixWordsDialog({ title, body, action, failed, send, onDone, close }: SixWordsDialogProps) {
  const t = useMessages(uiMessages);
  const form = useForm({ stored: empty, errors });
  const submit = form.submit(async ({ words }) => {
    try {
      await send(wordsIn(words).join(' '));
    } catch (failure) {
      const text = wordsError(failure) ?? failureText(failure, failed);
      toast.error(text);
      form.refuse('words', text);
      return false;
    }
    onDone();
    close();
    return true;
  });
  return (
    <Dialog title={title} onClose={close}>
      <Form form={form} onSubmit={submit}>
        <Text mb="md">{body}</Text>
        <TextInput
          label={t('sixWords')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...form.field('words')}
        />
        <DialogFoot onClose={close}>
          <Button type="submit" loading={form.isSaving}>
            {action}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
