import { beginOf, zoneOf } from '@kontor/client/nouns/timeEntry';
import { beginOn } from '@kontor/client/nouns/timeSheet';
import { hoursOf, personOf } from '@kontor/client/nouns/workingTime';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { today } from '@kontor/contract/time/day';
import { dayAt, startOfDay } from '@kontor/contract/time/zone';
import { Box, Button, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePeople } from '../../features/member/queries.ts';
import { createEntry, deleteEntry, duplicate, split, updateEntry } from '../../features/timeEntry/actions.ts';
import {
  type EntryValues,
  entryErrors,
  entryValues,
  placeText,
  timesText,
} from '../../features/timeEntry/entryFields.ts';
import { EntryInputs, entryWords } from '../../features/timeEntry/entryInputs.tsx';
import { useHoursAreHere } from '../../features/timeEntry/hoursHere.ts';
import { mayChange } from '../../features/timeEntry/invoiced.ts';
import { InvoicedNote } from '../../features/timeEntry/invoicedNote.tsx';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { settleHours } from '../../features/timeEntry/month/actions.ts';
import { useClosedMonth } from '../../features/timeEntry/month/queries.ts';
import { type Reasoned, ReasonInput } from '../../features/timeEntry/month/reasonInput.tsx';
import { parseRanges, type RangePlace } from '../../features/timeEntry/ranges.ts';
import { useTaskChoices } from '../../features/timeEntry/taskChoices.ts';
import { zoneFor } from '../../features/timeEntry/zone.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { toast } from '../../platform/toasts.tsx';
import { useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { LeftDraft } from '../../ui/form/leftDraft.tsx';
import { formMessages } from '../../ui/form/messages.ts';
import { RecordConflicts } from '../../ui/form/recordConflicts.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { mayDiscard } from '../../ui/overlay/mayDiscard.ts';
import { usePanel } from '../../ui/overlay/panel.ts';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import { timeSearch } from './search.ts';

interface EntryPanelProps {
  /** The entry's id; none for a new one. */
  item: string | undefined;
  close: () => void;
}

interface PanelProps {
  entry: TimeEntry | undefined;
  /** The user id of the person whose hours it is, or will be, among. */
  person: string;
  close: () => void;
}

function Panel({ entry, person, close }: PanelProps) {
  const t = useMessages(timeMessages);
  const { records, userId } = useWorkspace();
  const { collections } = records;
  const { replace } = usePanel();
  const people = usePeople();
  const search = timeSearch(useSearch({ strict: false }));
  const hours = hoursOf(collections, person);
  const also = useMemo(
    () => entry && { id: entry.taskId, title: entry.taskTitle, project: entry.projectName },
    [entry],
  );
  const tasks = useTaskChoices(also);
  /** Places a duration where the entry began, or behind what was done that day. */
  const placeOn = (day: string): RangePlace => {
    const zone = entry ? zoneOf(entry) : zoneFor(hours, day);
    const isThere = entry && dayAt(beginOf(entry), zone) === day;
    const place = { scopeId: hours?.id ?? '', day, zone };
    const begin = (length: number) =>
      isThere ? beginOf(entry) : beginOn(collections, place, length, Date.now());
    return { day, zone, begin };
  };
  const stored = { ...entryValues(entry, placeOn(search.day ?? today())), reason: '' };
  const form = useForm<EntryValues & Reasoned>({
    stored,
    isNew: !entry,
    errors: entryErrors(placeOn, entry),
    draft: `timeEntry ${entry?.id ?? `new ${person}`}`,
  });
  const { reason } = form.values;
  const [isMissing, setMissing] = useState(false);
  // What is being typed is no day yet.
  const day = parseDay(form.values.day) === form.values.day ? form.values.day : today();
  const shown = placeOn(day);
  const { zone } = shown;
  const typed = parseRanges(form.values.times, shown);
  // Times that are still being typed say nothing but their day.
  const segments = Array.isArray(typed) ? typed : [{ from: startOfDay(day, zone) }];
  const closed = useClosedMonth(hours?.id, 'timeEntry', [...(entry ? [entry] : []), { segments, zone }]);
  /** Tells whether a reason is there where a closed month is changed. */
  const isReasoned = () => {
    const isThere = closed === undefined || reason.trim() !== '';
    setMissing(!isThere);
    return isThere;
  };
  /** Asks for what a change needs: the reason for one in a closed month, a yes for what was invoiced. */
  const isAllowed = async () => isReasoned() && (!entry || (await mayChange([entry.id])));
  const save = form.submit(
    ({ reason, ...values }, { reason: _, ...changes }) => {
      const place = placeOn(values.day);
      const isDone = entry
        ? updateEntry(entry.id, changes, values, place, reason)
        : hours !== undefined && createEntry(hours.id, values, place, reason) !== undefined;
      if (!isDone) return false;
      toast.success(formMessages.t('saved'));
      close();
      return true;
    },
    { ask: isAllowed },
  );
  const settle = async (shown: readonly string[], choice: string) => {
    if (entry && (await isAllowed()) && settleHours('timeEntry', entry.id, shown, choice, reason))
      form.set({ reason: '' });
  };
  const author =
    entry?.authorId !== undefined && entry.authorId !== person ? people.get(entry.authorId) : undefined;
  if (!hours)
    return (
      <SlideOver title={t('newEntry')} onClose={close}>
        <EmptyState>{t('noHours')}</EmptyState>
      </SlideOver>
    );
  const remove = async () => {
    const isTyped = form.changed.some((name) => name !== 'reason');
    if (!entry || !(await isAllowed()) || (isTyped && !(await mayDiscard()))) return;
    if (!(await deleteEntry(entry, reason))) return;
    form.clear();
    close();
  };
  const openMade = (id: string | undefined) => {
    if (id === undefined) return;
    form.set({ reason: '' });
    replace('timeEntry', id);
  };
  const title = t(entry ? 'entry' : 'newEntry');
  return (
    <FormSlideOver
      title={person === userId ? title : `${title} · ${people.get(person)?.name ?? ''}`}
      onClose={close}
      form={form}
      action={t(entry ? 'save' : 'create')}
      onSubmit={save}
      also={
        entry && (
          <>
            <Button variant="subtle" color="red" onClick={() => void remove()}>
              {t('delete')}
            </Button>
            <Button variant="subtle" onClick={() => isReasoned() && openMade(split(entry, reason))}>
              {t('split')}
            </Button>
            <Button variant="subtle" onClick={() => isReasoned() && openMade(duplicate(entry.id, reason))}>
              {t('duplicate')}
            </Button>
          </>
        )
      }
      {...entryWords(tasks)}
    >
      <Stack gap="lg">
        {entry && (
          <RecordConflicts
            entity="timeEntry"
            record={entry}
            people={people}
            labelOf={(field) => t(field === 'place' ? 'task' : field === 'times' ? 'times' : 'description')}
            show={{ times: timesText, place: placeText }}
            settle={settle}
          />
        )}
        <EntryInputs form={form} tasks={tasks} place={shown} />
      </Stack>
      {closed && (
        <Box mt="lg">
          <ReasonInput
            month={closed}
            value={reason}
            onChange={(next) => form.set({ reason: next })}
            isMissing={isMissing}
          />
        </Box>
      )}
      {entry && <InvoicedNote entryId={entry.id} />}
      {entry?.cutAt !== undefined && (
        <Text size="sm" c="dimmed">
          {t('cut')}
        </Text>
      )}
      {author && (
        <Text size="sm" c="dimmed">
          {t('changedBy', { name: author.name })}
        </Text>
      )}
    </FormSlideOver>
  );
}

const words = entryWords([]);

/** Shows the form of a time entry, new or not, once the hours are here among which it is: their closed months ask for a reason. */
export function EntryPanel({ item, close }: EntryPanelProps) {
  const t = useMessages(timeMessages);
  const { records, userId } = useWorkspace();
  const entry = useRecord('timeEntry', item);
  const search = timeSearch(useSearch({ strict: false }));
  const person = (entry ? personOf(records.collections, entry) : search.person) ?? userId;
  const isHere = useHoursAreHere(person);
  if (item && !entry)
    return (
      <SlideOver title={t('entry')} onClose={close}>
        <EmptyState>{t('gone')}</EmptyState>
        <LeftDraft draft={`timeEntry ${item}`} labelOf={words.labelOf} omit={Object.keys(words.show)} />
      </SlideOver>
    );
  if (!isHere)
    return (
      <SlideOver title={t(entry ? 'entry' : 'newEntry')} onClose={close}>
        <SkeletonRows />
      </SlideOver>
    );
  return <Panel entry={entry} person={person} close={close} />;
}
