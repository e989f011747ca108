import { Button, Group, Text, TextInput } from '@mantine/core';
import { failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useMutation } from '../../platform/workspace/calls.ts';
import { useFields } from '../form/fields.ts';
import { uiMessages } from '../messages.ts';
import { sixWordsFault, wordsFault, wordsIn } from '../person/sixWords.ts';
import { Dialog } from './dialog.tsx';

interface SixWordsDialogProps {
  title: string;
  body: string;
  /** The button's verb. */
  action: string;
  /** What is said of a failure that has nothing to do with the words. */
  failed: string;
  /** Gets the words with a space between each two. */
  send: (words: string) => Promise<unknown>;
  onDone: () => void;
  close: () => void;
}

/** Takes the six words that somebody reads out. What was typed stays until they are right. */
export function SixWordsDialog({ title, body, action, failed, send, onDone, close }: SixWordsDialogProps) {
  const t = useMessages(uiMessages);
  const { field, fail, submit } = useFields({ words: '' }, ({ words }) => ({ words: sixWordsFault(words) }));
  const sending = useMutation({
    mutationFn: (words: string) => send(wordsIn(words).join(' ')),
    onSuccess: () => {
      onDone();
      close();
    },
    onError: (failure) => {
      const text = wordsFault(failure) ?? failureText(failure, failed);
      toast.error(text);
      fail('words', text);
    },
  });
  return (
    <Dialog title={title} onClose={close}>
      <form noValidate onSubmit={submit(({ words }) => sending.mutate(words))}>
        <Text mb="md">{body}</Text>
        <TextInput
          label={t('sixWords')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...field('words')}
        />
        <Group justify="flex-end" mt="xl">
          <Button type="submit" loading={sending.isPending}>
            {action}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
