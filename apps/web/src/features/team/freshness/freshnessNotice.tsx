/** Tells those who work here when the others' words do not fit what the server shows. */
import { Alert, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import css from '../restore/restore.module.css';
import { freshnessMessages } from './messages.ts';
import { useFreshness, useNameById } from './queries.ts';

const dayMs = 86_400_000;

export function FreshnessNotice() {
  const t = useMessages(freshnessMessages);
  const { doubt } = useFreshness();
  const nameOf = useNameById();
  if (!doubt) return null;
  const { kind, userId, at } = doubt;
  const isSilent = kind === 'silent';
  const days = Math.floor((Date.now() - at) / dayMs);
  return (
    <Alert
      className={css.notice}
      color={isSilent ? 'orange' : 'red'}
      variant="light"
      title={t(kind, { days })}
      role={isSilent ? 'status' : 'alert'}
    >
      <Text size="sm">{t(`${kind}Hint`, { name: nameOf(userId), when: formatDateTime(at) })}</Text>
    </Alert>
  );
}
