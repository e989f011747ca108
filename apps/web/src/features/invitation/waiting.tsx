import type { Invitation } from '@kontor/contract/invitation';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/messages.ts';
import { currentSession, useSession } from '../../platform/session.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import css from './invitation.module.css';
import { InvitationHead } from './invitationHead.tsx';
import { invitationMessages } from './messages.ts';

/** Six words to be read out to an admin. */
export function Waiting({ invitation }: { invitation: Invitation }) {
  const t = useMessages(invitationMessages);
  const userId = useSession((session) => session.user?.id);
  const words = useQuery({
    queryKey: ['sixWords', userId],
    queryFn: () => currentSession().recovery.sixWords(),
  });
  return (
    <Stack gap="md">
      <InvitationHead invitation={invitation} />
      <Text>{t('waiting', { name: invitation.workspace.name })}</Text>
      {words.isPending && <SkeletonRows rows={2} />}
      {words.isError && <Text c="var(--danger)">{failureText(words.error)}</Text>}
      {words.data && (
        <ol className={css.words} aria-label={t('words')}>
          {words.data.map((word, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and none ever moves
            <li key={place}>{word}</li>
          ))}
        </ol>
      )}
    </Stack>
  );
}
