/** Tells those who work here when nothing has been heard of the others for longer than usual. */
import { dayMs } from '@kontor/contract/time/day';
import { Alert, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import css from '../restore/restore.module.css';
import { freshnessMessages } from './messages.ts';
import { useFreshness, useNameById } from './queries.ts';

export function FreshnessNotice() {
  const t = useMessages(freshnessMessages);
  const { silence } = useFreshness();
  const nameOf = useNameById();
  if (!silence) return null;
  const { userId, at } = silence;
  const when = formatDateTime(at);
  return (
    <Alert
      className={css.notice}
      color="orange"
      variant="light"
      title={t('silent', { days: Math.floor((Date.now() - at) / dayMs) })}
      role="status"
    >
      <Text size="sm">
        {userId ? t('silentSince', { name: nameOf(userId), when }) : t('silentHint', { when })}
      </Text>
      <Text size="sm" mt={4}>
        {t('silentAct')}
      </Text>
    </Alert>
  );
}
