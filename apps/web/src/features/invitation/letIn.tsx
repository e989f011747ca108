import type { SentInvitation } from '@kontor/contract/invitation';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace } from '../../platform/workspace.ts';
import { useFields } from '../../ui/fields.ts';
import { uiMessages } from '../../ui/messages.ts';
import { invitationMessages } from './messages.ts';

interface LetInProps {
  sent: SentInvitation & { waiting: NonNullable<SentInvitation['waiting']> };
  close: () => void;
}

const wordsIn = (typed: string) => typed.trim().split(/\s+/).filter(Boolean);
const { t: text } = invitationMessages;

/** Takes in somebody who came without the link, for the six words that they read out, and not by a click. */
export function LetIn({ sent: { id, email, waiting }, close }: LetInProps) {
  const t = useMessages(invitationMessages);
  const { close: closeLabel } = { close: useMessages(uiMessages)('close') };
  const { field, fail, submit } = useFields({ words: '' }, ({ words }) => ({
    words: wordsIn(words).length === 6 ? null : text('sixWordsFault'),
  }));
  const letIn = useMutation({
    mutationFn: async (words: string) =>
      (await currentWorkspace().records.team()).letIn(id, waiting.cert, wordsIn(words).join(' ')),
    onSuccess: () => {
      toast.success(t('letInDone', { email }));
      close();
    },
    onError: (failure) => {
      const isWrong = (failure as { fault?: unknown }).fault === 'wrong-words';
      const said = isWrong ? t('wrongWords') : failureText(failure, t('letInFailed'));
      toast.error(said);
      fail('words', said);
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('letInTitle', { email })}
      closeButtonProps={{ 'aria-label': closeLabel }}
    >
      <form noValidate onSubmit={submit(({ words }) => letIn.mutate(words))}>
        <Text mb="md">{t('letInBody', { email })}</Text>
        <TextInput
          label={t('sixWords')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...field('words')}
        />
        <Group justify="flex-end" mt="xl">
          <Button type="submit" loading={letIn.isPending}>
            {t('letIn')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
