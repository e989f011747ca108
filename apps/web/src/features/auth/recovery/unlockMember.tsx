import type { KeyCert } from '@kontor/contract/keyCert';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../platform/failures/failures.ts';
import { useMessages } from '../../../platform/messages.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentWorkspace } from '../../../platform/workspace.ts';
import { useFields } from '../../../ui/fields.ts';
import { uiMessages } from '../../../ui/messages.ts';
import { lockedKey } from './locked.ts';
import { recoveryMessages } from './messages.ts';
import { sixWordsFault, wordsFault, wordsIn } from './rules.ts';

interface UnlockMemberProps {
  userId: string;
  /** As the list of people calls them. */
  name: string;
  cert: KeyCert;
  close: () => void;
}

/** Unlocks somebody for the six words that they read out, and not by a click. */
export function UnlockMember({ userId, name, cert, close }: UnlockMemberProps) {
  const t = useMessages(recoveryMessages);
  const closeLabel = useMessages(uiMessages)('close');
  const queries = useQueryClient();
  const { field, fail, submit } = useFields({ words: '' }, ({ words }) => ({ words: sixWordsFault(words) }));
  const unlock = useMutation({
    mutationFn: async (words: string) => {
      const team = await currentWorkspace().records.team();
      await team.confirm({ type: 'unlock', userId, cert }, wordsIn(words).join(' '));
    },
    onSuccess: () => {
      toast.success(t('memberUnlocked', { name }));
      void queries.invalidateQueries({ queryKey: lockedKey });
      close();
    },
    onError: (failure) => {
      const text = wordsFault(failure) ?? failureText(failure, t('unlockFailed'));
      toast.error(text);
      fail('words', text);
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t('unlockMemberTitle', { name })}
      closeButtonProps={{ 'aria-label': closeLabel }}
    >
      <form noValidate onSubmit={submit(({ words }) => unlock.mutate(words))}>
        <Text mb="md">{t('unlockMemberBody', { name })}</Text>
        <TextInput
          label={t('sixWords')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...field('words')}
        />
        <Group justify="flex-end" mt="xl">
          <Button type="submit" loading={unlock.isPending}>
            {t('unlockMember')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
