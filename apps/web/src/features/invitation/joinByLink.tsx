import type { InvitationSecret } from '@kontor/client/team/invitationLink';
import { Alert, Button, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useEffect } from 'react';
import { failureCode, failureText, toastFailure } from '../../platform/failures/failures.ts';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useMutation, useQuery } from '../../platform/workspace/calls.ts';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { InvitationHead } from './invitationHead.tsx';
import { isProofFault } from './isProofFault.ts';
import { invitationMessages } from './messages.ts';

interface JoinByLinkProps {
  link: InvitationSecret;
  onIn: (workspaceId: string) => void;
  /** Gets the sentence that says why the link is of no use any more. */
  onLapsed: (why: string) => void;
}

/** Checks the link of an invitation, and lets its holder join. */
export function JoinByLink({ link, onIn, onLapsed }: JoinByLinkProps) {
  const t = useMessages(invitationMessages);
  const userId = useSession((session) => session.user?.id);
  const found = useQuery({
    queryKey: ['invitation', link.invitationId, userId],
    queryFn: () => currentSession().invitations.get(link.invitationId),
  });
  const join = useMutation({
    mutationFn: () => currentSession().invitations.accept(link),
    onSuccess: (workspaceId) => {
      toast.success(t('joined', { name: found.data?.workspace.name ?? '' }));
      onIn(workspaceId);
    },
    onError: (failure) => {
      if (isProofFault(failure)) toast.error(t('wrongProof'));
      else toastFailure(failure, t('joinFailed'));
      if (['NOT_FOUND', 'INVITATION_EXPIRED'].includes(failureCode(failure) ?? '')) void found.refetch();
    },
  });

  let lapsed: string | undefined;
  if (found.isError && failureCode(found.error) === 'NOT_FOUND') lapsed = t('gone');
  else if (found.data && found.data.expiresAt <= Date.now()) {
    const { workspace, expiresAt } = found.data;
    lapsed = t('expired', { name: workspace.name, date: formatDate(expiresAt) });
  }
  // Whoever is joining used it up themselves.
  const isUsed = join.isPending || join.isSuccess;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has happened
  useEffect(() => {
    if (lapsed !== undefined && !isUsed) onLapsed(lapsed);
  }, [lapsed, isUsed]);

  if (found.isPending) return <SkeletonRows rows={3} />;
  if (lapsed !== undefined) return <Text>{lapsed}</Text>;
  if (found.isError) {
    return (
      <Stack gap="md" align="flex-start">
        <Text c="var(--danger)">{failureText(found.error, t('loadFailed'))}</Text>
        <Button variant="default" onClick={() => void found.refetch()}>
          {t('retry')}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <InvitationHead invitation={found.data} />
      {isProofFault(join.error) && (
        <Alert color="red" title={t('wrongProof')}>
          {t('wrongProofHint')}
        </Alert>
      )}
      <Button loading={join.isPending} onClick={() => join.mutate()}>
        {t('join')}
      </Button>
    </Stack>
  );
}
