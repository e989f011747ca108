import { hoursOf } from '@kontor/client/nouns/workingTime';
import type { WorkingTime } from '@kontor/contract/nouns/workingTime';
import type { Country } from '@kontor/contract/text/country';
import { addDays, today, weekday } from '@kontor/contract/time/day';
import { isRegion, regionIds, regions } from '@kontor/contract/time/holiday';
import { Select, Stack, TextInput } from '@mantine/core';
import { usePeople } from '../../features/member/queries.ts';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { monthMessages } from '../../features/timeEntry/month/messages.ts';
import { formatDuration, formatWeekday } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { parseDuration } from '../../platform/text/parseNumber.ts';
import { toast } from '../../platform/toasts.tsx';
import { tryAct } from '../../platform/tryAct.ts';
import { useAll, useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';

const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Values = { from: string; region: string } & Record<(typeof dayNames)[number], string>;

/** A week of seven days, to write the names of weekdays by. */
const someMonday = '2026-11-16';

const wordOf = (name: keyof Values) =>
  name === 'from' || name === 'region'
    ? name === 'from'
      ? timeMessages.t('validFrom')
      : monthMessages.t('region')
    : timeMessages.t('hoursOn', { day: formatWeekday(addDays(someMonday, dayNames.indexOf(name))) });

/** The regions of each country. */
const choices = [
  ...Map.groupBy(regionIds, (id) => regions[id.slice(0, 2) as Country].name.split(',')[0]!),
].map(([group, ids]) => ({ group, items: ids.map((value) => ({ value, label: regions[value].name })) }));

const minutesIn = (typed: string) => parseDuration(typed) ?? (typed.trim() === '' ? 0 : undefined);

function errorsOf(values: Values) {
  const errors: { [N in keyof Values]?: string | undefined } = {};
  if (parseDay(values.from) !== values.from) errors.from = timeMessages.t('badDay');
  for (const name of dayNames) {
    const minutes = minutesIn(values[name]);
    if (minutes === undefined || minutes < 0 || minutes > 24 * 60)
      errors[name] = timeMessages.t('mustBeDuration');
  }
  return errors;
}

function Panel({ hours, name, close }: { hours: WorkingTime; name: string; close: () => void }) {
  const t = useMessages(timeMessages);
  const { records } = useWorkspace();
  const now = today();
  const last = hours.weeks.at(-1);
  const country = useAll('business')[0]?.country;
  const stored = {
    from: last && last.from > now ? last.from : addDays(now, -weekday(now)),
    // Who has no week yet most likely works where the firm is.
    region: (last ? last.region : country) ?? '',
    ...Object.fromEntries(
      dayNames.map((each, i) => [each, last?.minutes[i] ? formatDuration(last.minutes[i]) : '']),
    ),
  } as Values;
  const form = useForm<Values>({ stored, errors: errorsOf, draft: `workingTime ${hours.id}` });
  const save = form.submit((values) => {
    const minutes = dayNames.map((each) => minutesIn(values[each]) ?? 0);
    const week = { from: values.from, minutes, ...(isRegion(values.region) && { region: values.region }) };
    const weeks = [...hours.weeks.filter(({ from }) => from < values.from), week];
    if (!tryAct(() => records.update('workingTime', hours.id, { weeks }), t('updateFailed'))) return false;
    toast.success(t('weekSaved'));
    close();
    return true;
  });
  return (
    <FormSlideOver
      title={t('workingWeekOf', { name })}
      onClose={close}
      form={form}
      action={t('save')}
      onSubmit={save}
      labelOf={wordOf}
      show={{ region: (id) => (isRegion(id) ? regions[id].name : monthMessages.t('noRegion')) }}
    >
      <Stack gap="md">
        <DayInput label={t('validFrom')} {...form.field('from')} />
        <Select
          label={wordOf('region')}
          placeholder={monthMessages.t('noRegion')}
          data={choices}
          searchable
          clearable
          {...form.choice('region')}
        />
        {dayNames.map((each) => (
          <TextInput
            key={each}
            label={wordOf(each)}
            placeholder="0:00"
            maxLength={12}
            {...form.field(each)}
          />
        ))}
      </Stack>
    </FormSlideOver>
  );
}

/** The form of what somebody is to work on each day of the week, from a day on; for admins. */
export function WorkingTimePanel({ item, close }: { item: string | undefined; close: () => void }) {
  const t = useMessages(timeMessages);
  const { records } = useWorkspace();
  const { collections } = records;
  const people = usePeople();
  const hours = useRead(collections.workingTime, () => hoursOf(collections, item ?? ''));
  if (!hours)
    return (
      <SlideOver title={t('workingWeek')} onClose={close}>
        <EmptyState>{t('noHours')}</EmptyState>
      </SlideOver>
    );
  return <Panel hours={hours} name={people.get(item ?? '')?.name ?? ''} close={close} />;
}
