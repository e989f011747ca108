import { hoursOf } from '@kontor/client/nouns/workingTime';
import type { WorkingTime } from '@kontor/contract/nouns/workingTime';
import { today } from '@kontor/contract/time/day';
import { isRegion, regions } from '@kontor/contract/time/holiday';
import { Select, Stack, Text, TextInput } from '@mantine/core';
import { usePeople } from '../../features/member/queries.ts';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { monthMessages } from '../../features/timeEntry/month/messages.ts';
import {
  dayNames,
  regionChoices,
  weekErrors,
  weeksWith,
  weekText,
  weekValues,
  wordFor,
} from '../../features/timeEntry/workingWeek.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { tryAct } from '../../platform/tryAct.ts';
import { useAll, useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { RemovableList } from '../../ui/list/removableList.tsx';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';

function Panel({ hours, name, close }: { hours: WorkingTime; name: string; close: () => void }) {
  const t = useMessages(timeMessages);
  const { records } = useWorkspace();
  const country = useAll('business')[0]?.country;
  const stored = weekValues(hours.weeks, today(), isRegion(country) ? country : undefined);
  const form = useForm({ stored, errors: weekErrors, draft: `workingTime ${hours.id}` });
  const save = form.submit((values) => {
    const weeks = weeksWith(hours.weeks, values);
    if (!tryAct(() => records.update('workingTime', hours.id, { weeks }), t('updateFailed'))) return false;
    toast.success(t('weekSaved'));
    close();
    return true;
  });
  const remove = async (index: number) => {
    const week = hours.weeks[index]!;
    const agreed = await confirm({
      title: t('removeWeekTitle'),
      body: t('removeWeekBody', { week: weekText(week) }),
      action: t('removeWeek'),
      danger: true,
    });
    // Somebody may have changed the weeks while the question stood.
    const now = records.collections.workingTime.get(hours.id);
    if (!agreed || !now) return;
    const weeks = now.weeks.filter(({ from }) => from !== week.from);
    tryAct(() => records.update('workingTime', hours.id, { weeks }), t('updateFailed'));
  };
  return (
    <FormSlideOver
      title={t('workingWeekOf', { name })}
      onClose={close}
      form={form}
      action={t('save')}
      onSubmit={save}
      labelOf={wordFor}
      show={{ region: (id) => (isRegion(id) ? regions[id].name : monthMessages.t('noRegion')) }}
    >
      <Stack gap="md">
        <DayInput label={t('validFrom')} {...form.field('from')} />
        <Select
          label={wordFor('region')}
          placeholder={monthMessages.t('noRegion')}
          data={regionChoices}
          searchable
          clearable
          {...form.choice('region')}
        />
        {dayNames.map((each) => (
          <TextInput key={each} label={wordFor(each)} placeholder="0:00" {...form.field(each)} />
        ))}
        {hours.weeks.length > 1 && (
          <div>
            <Text size="sm" fw={500}>
              {t('weeks')}
            </Text>
            <RemovableList
              label={t('weeks')}
              names={hours.weeks.map(weekText)}
              onRemove={(index) => void remove(index)}
            />
          </div>
        )}
      </Stack>
    </FormSlideOver>
  );
}

/** Shows the form of what somebody is to work on each day of the week, from a day on; for admins. */
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
