import { Text } from '@mantine/core';
import { formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useSession } from '../../../platform/workspace/session.ts';
import { freshnessMessages } from './messages.ts';
import { useFreshness, useNameById } from './queries.ts';

/** Shows the line that says who confirmed last what the server shows, and when. */
export function LastConfirmed() {
  const t = useMessages(freshnessMessages);
  const { last } = useFreshness();
  const nameOf = useNameById();
  const me = useSession((session) => session.user?.id);
  if (!last) return null;
  const when = formatDateTime(last.at);
  return (
    <Text mb="md">
      {last.userId === me ? t('lastByYou', { when }) : t('last', { name: nameOf(last.userId), when })}
    </Text>
  );
}
