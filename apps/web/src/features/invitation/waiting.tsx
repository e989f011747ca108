import type { Invitation } from '@kontor/contract/invitation';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/messages.ts';
import { currentSession, useSession } from '../../platform/session.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import css from './invitation.module.css';
import { InvitationHead } from './invitationHead.tsx';
import { invitationMessages } from './messages.ts';
import { lookAgain } from './queries.ts';

/** Six words to be read out; `onIn` once an admin has typed them. */
export function Waiting({ invitation, onIn }: { invitation: Invitation; onIn: () => void }) {
  const t = useMessages(invitationMessages);
  const { id, name } = invitation.workspace;
  const words = useQuery({ queryKey: ['sixWords'], queryFn: () => currentSession().sixWords() });
  useQuery({
    queryKey: ['invitation', 'waiting'],
    queryFn: async () => {
      await currentSession().reloadWorkspaces();
      return null;
    },
    refetchInterval: lookAgain,
  });
  const isIn = useSession((session) =>
    session.workspaces.some((workspace) => workspace.id === id && workspace.status === 'ACTIVE'),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has happened
  useEffect(() => {
    if (isIn) onIn();
  }, [isIn]);
  return (
    <Stack gap="md">
      <InvitationHead invitation={invitation} />
      <Text>{t('waiting', { name })}</Text>
      {words.isPending && <SkeletonRows rows={2} />}
      {words.isError && <Text c="var(--danger)">{failureText(words.error)}</Text>}
      {words.data && (
        <ol className={css.words} aria-label={t('words')}>
          {words.data.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ol>
      )}
    </Stack>
  );
}
