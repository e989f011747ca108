import type { Invitation } from '@kontor/contract/wire/invitation';
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useMutation } from '../../platform/workspace/calls.ts';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { InvitationHead } from './invitationHead.tsx';
import { invitationMessages } from './messages.ts';
import { useInvitations } from './queries.ts';
import { useLetIn } from './useLetIn.ts';

interface OwnInvitationsProps {
  onIn: (workspaceId: string) => void;
  /** The six words that the person reads out to an admin. */
  words: ReactNode;
  /** Stands below something else: says nothing where no invitation waits. */
  isExtra?: boolean;
}

/** Shows every invitation for the person's address, for who has not got the link: they can ask to be let in. */
export function OwnInvitations({ onIn, words, isExtra = false }: OwnInvitationsProps) {
  const t = useMessages(invitationMessages);
  const email = useSession((session) => session.user?.email ?? '');
  const invitations = useInvitations();
  useLetIn(onIn);
  const ask = useMutation({
    mutationFn: (invitation: Invitation) => currentSession().invitations.ask(invitation.id),
    onSuccess: (_, { workspace }) => {
      toast.success(t('asked', { name: workspace.name }));
      return invitations.refetch();
    },
    onError: (failure) => toastFailure(failure, t('askFailed')),
  });
  const askToJoin = (invitation: Invitation) => {
    const stop = keepFocus();
    ask.mutate(invitation, { onError: stop });
  };
  if (isExtra && !invitations.data?.length) return null;
  if (invitations.isPending) return <SkeletonRows rows={3} />;
  if (invitations.isError) return <LoadFailed text={t('loadFailed')} onRetry={invitations.refetch} />;
  if (invitations.data.length === 0) return <Text>{t('none', { email })}</Text>;
  return (
    <Stack gap="xl">
      {invitations.data.map((invitation) =>
        invitation.isWaiting ? (
          <Stack key={invitation.id} gap="md">
            <InvitationHead invitation={invitation} />
            <Text>{t('waiting', { name: invitation.workspace.name })}</Text>
            {words}
          </Stack>
        ) : (
          <Stack key={invitation.id} gap="md">
            <InvitationHead invitation={invitation} />
            <Text>{t('withoutLink')}</Text>
            <Button
              variant="default"
              loading={ask.isPending && ask.variables.id === invitation.id}
              disabled={ask.isPending}
              onClick={() => askToJoin(invitation)}
            >
              {t('ask')}
            </Button>
          </Stack>
        ),
      )}
    </Stack>
  );
}
