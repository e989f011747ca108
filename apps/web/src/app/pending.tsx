import { Text } from '@mantine/core';
import { useMessages } from '../platform/text/messages.ts';
import { useSession } from '../platform/workspace/session.ts';
import { PlainPage } from './errors/plainPage.tsx';
import { appMessages } from './messages.ts';

/** Stands in for a page that takes longer than a moment to open: the first answer of the server, a workspace's records. */
export function Pending() {
  const t = useMessages(appMessages);
  const isOffline = useSession((session) => session.connection.state === 'offline');
  return (
    <PlainPage isBusy>
      <Text c="dimmed" role="status">
        {t(isOffline ? 'unreachable' : 'opening')}
      </Text>
    </PlainPage>
  );
}
