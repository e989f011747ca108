import { zoneOf } from '@kontor/client/nouns/timeEntry';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { addDays } from '@kontor/contract/time/day';
import { dayAt, minutesAt, momentAt } from '@kontor/contract/time/zone';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { lastActivity } from '../../platform/activity.ts';
import { formatDateTime } from '../../platform/text/format.ts';
import { region } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { formatTimeOfDay, parseTime } from '../../platform/text/parseTime.ts';
import { Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { stop } from './actions.ts';
import { titleOf } from './entryTitle.ts';
import { timeMessages } from './messages.ts';
import { isElsewhere } from './zone.ts';

const stored = { until: '' };

/** Returns the moment at which work that began at `from` ended by a time that was typed, or what is wrong with that. */
function endAt(typed: string, from: number, zone: string): number | string {
  const { t } = timeMessages;
  const minutes = parseTime(typed);
  if (minutes === null || minutes === undefined) return t('badTime');
  const day = dayAt(from, zone);
  // Of two days the first on which that time comes after the start.
  const moments = [momentAt(day, minutes, zone), momentAt(addDays(day, 1), minutes, zone)];
  const at = moments.find((moment) => moment > from);
  if (at === undefined) return t('beforeStart', { time: formatTimeOfDay(minutesAt(from, zone)) });
  return at > Date.now() ? t('inFuture') : at;
}

/** Asks until when somebody worked whose timer has run for very long; offers when they last did something here. */
export function ForgottenDialog({ entry, onClose }: { entry: TimeEntry; onClose: () => void }) {
  const t = useMessages(timeMessages);
  const from = entry.segments.at(-1)?.from ?? 0;
  const offered = lastActivity() > from ? lastActivity() : undefined;
  const zone = zoneOf(entry);
  const endOf = (until: string) => endAt(until, from, zone);
  // By the clock by which the end is typed.
  const moment = (at: number) => formatDateTime(at, region(), zone);
  const form = useForm({
    stored,
    errors: ({ until }) => {
      const end = endOf(until);
      return { until: typeof end === 'string' ? end : undefined };
    },
  });
  const close = (at: number) => {
    stop(at);
    onClose();
  };
  const save = form.submit(({ until }) => {
    const end = endOf(until);
    if (typeof end === 'number') close(end);
  });
  return (
    <Dialog title={t('stillRunning')} onClose={onClose}>
      <Form form={form} onSubmit={save}>
        <Stack gap="md">
          <Text>{t('forgotten', { title: titleOf(entry), since: moment(from) })}</Text>
          {offered && (
            <Button variant="default" onClick={() => close(offered)}>
              {t('untilActivity', { time: moment(offered) })}
            </Button>
          )}
          <Group align="flex-end" gap="sm" wrap="nowrap">
            <TextInput
              label={t('until')}
              description={isElsewhere(zone, dayAt(from, zone)) && t('timesIn', { zone })}
              placeholder="17:30"
              style={{ flex: 1 }}
              data-autofocus
              {...form.field('until')}
            />
            <Button type="submit">{t('end')}</Button>
          </Group>
          <Button variant="subtle" onClick={onClose}>
            {t('untilNow')}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
