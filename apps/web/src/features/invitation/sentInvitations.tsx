import type { LoggedInvitation } from '@kontor/contract/memberLog/state';
import type { SentInvitation } from '@kontor/contract/wire/invitation';
import { Badge, Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useMutation } from '../../platform/workspace/calls.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { confirm } from '../../ui/overlay/confirm.tsx';
import css from './invitation.module.css';
import { LetIn } from './letIn.tsx';
import { invitationMessages } from './messages.ts';
import { useSentInvitations } from './queries.ts';

type Waiting = SentInvitation & { waiting: NonNullable<SentInvitation['waiting']> };

const isWaiting = (sent: SentInvitation | undefined): sent is Waiting => Boolean(sent?.waiting);

/**
 * Shows the people who are invited and have not joined yet: `invitations` come from the member log; only the server vouches
 * for their addresses and for who asks to be let in.
 */
export function SentInvitations({ invitations }: { invitations: readonly LoggedInvitation[] }) {
  const t = useMessages(invitationMessages);
  const sent = useSentInvitations();
  const [lettingIn, setLettingIn] = useState<Waiting>();
  const resend = useMutation({
    mutationFn: async ({ id }: SentInvitation) =>
      (await currentWorkspace().records.team()).resendInvitation(id),
    onSuccess: (_, { email }) => toast.success(t('resent', { email })),
    onError: (failure) => toastFailure(failure, t('resendFailed')),
  });
  const withdraw = useMutation({
    mutationFn: async ({ id }: { id: string; email: string }) =>
      (await currentWorkspace().records.team()).remove(id),
    onSuccess: (_, { email }) => toast.success(t('withdrawn', { email })),
    onError: (failure) => toastFailure(failure, t('withdrawFailed')),
  });
  const ask = async (id: string, email: string) => {
    const stop = keepFocus();
    const sure = await confirm({
      title: t('withdrawTitle', { email }),
      body: t('withdrawBody'),
      action: t('withdraw'),
      danger: true,
    });
    if (!sure) return stop();
    withdraw.mutate({ id, email });
  };
  if (invitations.length === 0) return null;
  const now = Date.now();
  return (
    <section aria-labelledby="open-invitations">
      <Title order={2} id="open-invitations" mb="xs">
        {t('open')}
      </Title>
      {sent.isError && <LoadFailed text={t('listFailed')} onRetry={sent.refetch} />}
      <ul className={css.rows}>
        {invitations.map(({ invitationId, role, expiresAt }) => {
          const found = sent.data?.find(({ id }) => id === invitationId);
          const email = found?.email ?? (sent.isPending ? '' : t('unknownAddress'));
          const date = formatDate(expiresAt);
          return (
            <li key={invitationId}>
              <span className={css.address}>
                {email}{' '}
                {isWaiting(found) && (
                  <Badge color="orange" variant="light" tt="none">
                    {t('waits')}
                  </Badge>
                )}
              </span>
              <Text size="sm" c="dimmed">
                {t(role)} · {expiresAt > now ? t('until', { date }) : t('over', { date })}
              </Text>
              {isWaiting(found) && (
                <Button size="compact-sm" onClick={() => setLettingIn(found)}>
                  {t('letIn')}
                </Button>
              )}
              {found && expiresAt > now && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  loading={resend.isPending && resend.variables.id === invitationId}
                  onClick={() => resend.mutate(found)}
                >
                  {t('resend')}
                </Button>
              )}
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                loading={withdraw.isPending && withdraw.variables.id === invitationId}
                onClick={() => void ask(invitationId, email)}
              >
                {t('withdraw')}
              </Button>
            </li>
          );
        })}
      </ul>
      {lettingIn && <LetIn sent={lettingIn} close={() => setLettingIn(undefined)} />}
    </section>
  );
}
