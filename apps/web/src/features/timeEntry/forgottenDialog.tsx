import { zoneOf } from '@kontor/client/nouns/timeEntry';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { addDays } from '@kontor/contract/time/day';
import { dayAt, minutesAt, momentAt } from '@kontor/contract/time/zone';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { lastActivity } from '../../platform/activity.ts';
import { formatDateTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { formatTimeOfDay, parseTime } from '../../platform/text/parseTime.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { stop } from './actions.ts';
import { timeMessages } from './messages.ts';

/** Asks until when somebody worked whose timer has run for very long; offers when they last did something here. */
export function ForgottenDialog({ entry, onClose }: { entry: TimeEntry; onClose: () => void }) {
  const t = useMessages(timeMessages);
  const zone = zoneOf(entry);
  const from = entry.segments.at(-1)?.from ?? 0;
  const offered = lastActivity() > from ? lastActivity() : undefined;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const endAt = (at: number) => {
    stop(at);
    onClose();
  };
  const submit = () => {
    const minutes = parseTime(typed);
    if (minutes === null || minutes === undefined) return setError(t('badTime'));
    const day = dayAt(from, zone);
    // Of two days the first on which that time comes after the start.
    const moments = [momentAt(day, minutes, zone), momentAt(addDays(day, 1), minutes, zone)];
    const at = moments.find((moment) => moment > from);
    if (at === undefined) return setError(t('beforeStart', { time: formatTimeOfDay(minutesAt(from, zone)) }));
    if (at > Date.now()) return setError(t('inFuture'));
    endAt(at);
  };
  return (
    <Dialog title={t('stillRunning')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <Text>{t('forgotten', { title: entry.taskTitle, since: formatDateTime(from) })}</Text>
          {offered && (
            <Button variant="default" onClick={() => endAt(offered)}>
              {t('untilActivity', { time: formatDateTime(offered) })}
            </Button>
          )}
          <Group align="flex-end" gap="sm" wrap="nowrap">
            <TextInput
              label={t('until')}
              placeholder="17:30"
              value={typed}
              error={error}
              maxLength={20}
              style={{ flex: 1 }}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setError(undefined);
              }}
              data-autofocus
            />
            <Button type="submit">{t('end')}</Button>
          </Group>
          <Button variant="subtle" onClick={onClose}>
            {t('untilNow')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
