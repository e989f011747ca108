import { lengthOf } from '@kontor/contract/time/span';
import { Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { searchGroups } from '../../ui/form/searchGroups.ts';
import type { FormPart } from '../../ui/form/useForm.ts';
import type { Name } from '../../ui/form/versions.ts';
import { uiMessages } from '../../ui/messages.ts';
import { shortDuration } from './actions.ts';
import type { EntryValues } from './entryFields.ts';
import { timeMessages } from './messages.ts';
import { monthMessages } from './month/messages.ts';
import type { Reasoned } from './month/reasonInput.tsx';
import { parseRanges, type RangePlace } from './ranges.ts';
import { isElsewhere } from './zone.ts';

/** The tasks that an entry can be about; `project` names their customer, too. */
export type TaskChoices = readonly { id: string; title: string; project: string }[];

const labels = {
  taskId: 'task',
  day: 'day',
  times: 'times',
  isBillable: 'billable',
  description: 'description',
} as const;

/** Returns the labels and texts with which an entry's form shows its fields. */
export const entryWords = (tasks: TaskChoices) => ({
  labelOf: (name: Name<EntryValues & Reasoned>) =>
    name === 'reason' ? monthMessages.t(name) : timeMessages.t(labels[name]),
  show: { taskId: (id: string) => tasks.find((task) => task.id === id)?.title ?? '' },
});

interface EntryInputsProps {
  form: FormPart<EntryValues>;
  tasks: TaskChoices;
  place: RangePlace;
}

/** Shows the fields of a time entry. */
export function EntryInputs({ form, tasks, place }: EntryInputsProps) {
  const t = useMessages(timeMessages);
  const hasAll = useIsLoaded();
  const read = parseRanges(form.values.times, place);
  const spans = typeof read === 'string' ? [] : read.flatMap(({ from, to }) => (to ? [{ from, to }] : []));
  const groups = Map.groupBy(tasks, ({ project }) => project);
  return (
    <Stack gap="lg">
      <Select
        label={t('task')}
        placeholder={t('chooseTask')}
        data-autofocus={form.values.taskId ? undefined : true}
        // Open at once, the list would cover the fields below.
        openOnFocus={false}
        data={[...groups].map(([group, items]) => ({
          group,
          items: items.map(({ id, title }) => ({ value: id, label: title || t('untitled') })),
        }))}
        filter={searchGroups}
        searchable
        withAsterisk
        limit={50}
        nothingFoundMessage={hasAll ? t('noTaskFound') : uiMessages.t('moreComes')}
        {...form.choice('taskId')}
      />
      <DayInput label={t('day')} toward="past" {...form.field('day')} />
      <TextInput
        label={t('times')}
        description={
          <>
            {t('timesHint')}
            {isElsewhere(place.zone, place.day) && (
              <>
                <br />
                {t('timesIn', { zone: place.zone })}
              </>
            )}
          </>
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        withAsterisk
        data-autofocus={form.values.taskId && !form.values.times ? true : undefined}
        rightSection={
          spans.length > 0 && (
            <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {shortDuration(lengthOf(spans))}
            </Text>
          )
        }
        rightSectionWidth={56}
        {...form.field('times')}
      />
      <Checkbox label={t('billable')} {...form.checkbox('isBillable')} />
      <Textarea label={t('description')} autosize minRows={3} {...form.field('description')} />
    </Stack>
  );
}
