import type { DeviceSession } from '@kontor/contract/wire/account';
import { Badge, Button } from '@mantine/core';
import { toastFailure } from '../../platform/failures/failures.ts';
import { formatAgo, formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { calls, useMutation, useQuery } from '../../platform/workspace/calls.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { DataTable } from '../../ui/list/dataTable.tsx';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { deviceOf } from './device.ts';
import css from './devices.module.css';
import { accountMessages } from './messages.ts';

/** The list of devices among the cached calls. */
export const sessionsKey = ['account', 'sessions'];

/** Shows where the person is signed in, and the way to end it there. */
export function Devices() {
  const t = useMessages(accountMessages);
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: () => currentSession().account.sessions() });
  const revoke = useMutation({
    mutationFn: (session: DeviceSession) => currentSession().account.revokeSession(session.id),
    onSuccess: (_, session) => {
      toast.success(t('revoked', { device: nameOf(session) }));
      return calls.invalidateQueries({ queryKey: sessionsKey });
    },
    onError: (failure) => toastFailure(failure, t('revokeFailed')),
  });
  const revokeOthers = useMutation({
    mutationFn: () => currentSession().account.revokeOtherSessions(),
    onSuccess: () => {
      toast.success(t('revokedOthers'));
      return calls.invalidateQueries({ queryKey: sessionsKey });
    },
    onError: (failure) => toastFailure(failure, t('revokeOthersFailed')),
  });

  const nameOf = ({ userAgent }: DeviceSession) => {
    const device = deviceOf(userAgent);
    return device ? t('on', device) : t('unknownDevice');
  };
  const ask = async (session: DeviceSession) => {
    const stop = keepFocus();
    const sure = await confirm({
      title: t('revokeTitle', { device: nameOf(session) }),
      body: t('revokeBody'),
      action: t('revoke'),
      danger: true,
    });
    if (!sure) return stop();
    revoke.mutate(session, { onError: stop });
  };

  const askOthers = async () => {
    const stop = keepFocus();
    const sure = await confirm({
      title: t('revokeOthersTitle'),
      body: t('revokeOthersBody'),
      action: t('revoke'),
      danger: true,
    });
    if (!sure) return stop();
    revokeOthers.mutate(undefined, { onError: stop });
  };

  if (sessions.isPending) return <SkeletonRows rows={2} />;
  if (sessions.isError) return <LoadFailed text={t('devicesFailed')} onRetry={sessions.refetch} />;
  return (
    <>
      <DataTable
        label={t('devices')}
        rows={sessions.data}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'device',
            header: t('device'),
            cell: (session) => (
              <span className={css.device}>
                {nameOf(session)}
                <span className={css.facts}>{formatAgo(session.lastSeenAt)}</span>
              </span>
            ),
          },
          {
            key: 'lastSeen',
            header: t('lastSeen'),
            width: '160px',
            isOptional: true,
            cell: ({ lastSeenAt }) => formatAgo(lastSeenAt),
          },
          {
            key: 'signedIn',
            header: t('signedIn'),
            width: '120px',
            isOptional: true,
            cell: ({ createdAt }) => formatDate(createdAt),
          },
          {
            key: 'revoke',
            header: null,
            width: '128px',
            align: 'end',
            cell: (session) =>
              session.isCurrent ? (
                <Badge variant="light" tt="none">
                  {t('thisDevice')}
                </Badge>
              ) : (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  data-list-item
                  aria-label={t('revokeOf', { device: nameOf(session) })}
                  onClick={() => void ask(session)}
                >
                  {t('revoke')}
                </Button>
              ),
          },
        ]}
      />
      {sessions.data.length > 1 && (
        <Button variant="default" mt="md" loading={revokeOthers.isPending} onClick={() => void askOthers()}>
          {t('revokeOthers')}
        </Button>
      )}
    </>
  );
}
