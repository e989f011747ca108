import { Alert, Button, Group, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { formatDateTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import css from './conflictNotice.module.css';
import type { ConflictTextsProps } from './conflictTexts.tsx';
import { formMessages } from './messages.ts';

/** Writes a value down; nothing of one that no field with a notice like this holds, which only a hostile client keeps. */
const written = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) ? String(value) : '';

/**
 * Tells of the values that the present one of a field was written over unseen, and offers each. It is quiet: the later
 * change stands, as it does for everybody who leaves the notice alone.
 */
export function ConflictValues({ label, current, kept, onSettle }: ConflictTextsProps) {
  const t = useMessages(uiMessages);
  const f = useMessages(formMessages);
  const text = (value: unknown) => written(value) || t('emptyText');
  return (
    <Alert
      className={css.notice!}
      color="gray"
      variant="light"
      title={f('conflictTitle', { field: label })}
      tabIndex={-1}
      data-conflict
    >
      <Text size="sm">{t('valueStands', { value: text(current) })}</Text>
      {kept.map(({ id, value, by, at }) => {
        const time = formatDateTime(at);
        return (
          <Text key={id} size="sm">
            {by
              ? t('overwrittenBy', { value: text(value), name: by, time })
              : t('overwritten', { value: text(value), time })}
          </Text>
        );
      })}
      <Group gap="sm" mt="sm">
        <Button size="xs" variant="default" onClick={() => onSettle('current')}>
          {t('keepValue', { value: text(current) })}
        </Button>
        {kept.map(({ id, value }) => (
          <Button key={id} size="xs" variant="default" onClick={() => onSettle(id)}>
            {t('takeValue', { value: text(value) })}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}
