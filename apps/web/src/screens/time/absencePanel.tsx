import { hoursOf, personOf } from '@kontor/client/nouns/workingTime';
import { type Absence, absenceKinds } from '@kontor/contract/nouns/absence';
import type { WorkingTime } from '@kontor/contract/nouns/workingTime';
import { today } from '@kontor/contract/time/day';
import { Button, Checkbox, Select, Stack, Textarea } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { usePeople } from '../../features/member/queries.ts';
import {
  type AbsenceValues,
  absenceErrors,
  absenceFields,
  daysText,
} from '../../features/timeEntry/absence/absenceFields.ts';
import { useHoursAreHere } from '../../features/timeEntry/hoursHere.ts';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { changeHours, settleHours } from '../../features/timeEntry/month/actions.ts';
import { monthMessages } from '../../features/timeEntry/month/messages.ts';
import { useClosedMonth } from '../../features/timeEntry/month/queries.ts';
import { type Reasoned, ReasonInput } from '../../features/timeEntry/month/reasonInput.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { toast } from '../../platform/toasts.tsx';
import { useRead, useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';
import { DayInput } from '../../ui/form/dayInput.tsx';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { LeftDraft } from '../../ui/form/leftDraft.tsx';
import { formMessages } from '../../ui/form/messages.ts';
import { RecordConflicts } from '../../ui/form/recordConflicts.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import { timeSearch } from './search.ts';

interface PanelProps {
  hours: WorkingTime;
  /** None for a new one. */
  absence: Absence | undefined;
  day: string;
  close: () => void;
}

function Panel({ hours, absence, day, close }: PanelProps) {
  const t = useMessages(monthMessages);
  const { records, userId } = useWorkspace();
  const people = usePeople();
  const form = useForm<AbsenceValues & Reasoned>({
    stored: {
      ...absenceFields.read(absence ?? { kind: 'vacation', from: day, to: day, isHalf: false }),
      reason: '',
    },
    isNew: !absence,
    errors: absenceErrors,
    draft: `absence ${absence?.id ?? `new ${hours.id}`}`,
  });
  const { kind, from, reason } = form.values;
  const [isMissing, setMissing] = useState(false);
  const closed = useClosedMonth(hours.id, 'absence', [...(absence ? [absence] : []), form.values]);
  const isReasoned = () => {
    const isThere = closed === undefined || reason.trim() !== '';
    setMissing(!isThere);
    return isThere;
  };
  const change = (act: () => void): boolean => isReasoned() && changeHours(t('absenceFailed'), act, reason);
  const save = form.submit(({ reason: _, ...values }, { reason: __, ...changes }) => {
    const isDone = change(() => {
      if (absence) records.update('absence', absence.id, absenceFields.write(changes));
      else {
        const { kind, from, to, isHalf } = values;
        records.create('absence', hours.id, { kind, from, to, isHalf, ...absenceFields.write(values) });
      }
    });
    if (!isDone) return false;
    toast.success(formMessages.t('saved'));
    close();
    return true;
  });
  const remove = async () => {
    if (!isReasoned()) return;
    const { from, to } = absence!;
    const days = daysText({ from, to });
    const agreed = await confirm({
      title: t('deleteTitle', { days }),
      body: t('deleteBody'),
      action: t('delete'),
      danger: true,
    });
    if (!agreed || !change(() => records.remove('absence', absence!.id))) return;
    form.clear();
    close();
  };
  const title = t(absence ? 'absence' : 'newAbsence');
  const name = people.get(hours.userId)?.name ?? '';
  return (
    <FormSlideOver
      title={hours.userId === userId ? title : `${title} · ${name}`}
      onClose={close}
      form={form}
      action={t(absence ? 'save' : 'create')}
      onSubmit={save}
      also={
        absence && (
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            {t('delete')}
          </Button>
        )
      }
      labelOf={(field) => t(field)}
      show={{ kind: (kind) => t(kind) }}
    >
      <Stack gap="lg">
        {absence && (
          <RecordConflicts
            entity="absence"
            record={absence}
            people={people}
            labelOf={(field) => t(field as 'days' | 'kind' | 'note')}
            show={{ days: daysText, kind: ({ kind }) => t(kind) }}
            settle={(...chosen) => {
              if (isReasoned() && settleHours('absence', absence.id, ...chosen, reason))
                form.set({ reason: '' });
            }}
          />
        )}
        <Select
          label={t('kind')}
          data={absenceKinds.map((value) => ({ value, label: t(value) }))}
          allowDeselect={false}
          {...form.choice('kind')}
        />
        <DayInput
          label={t('from')}
          toward={kind === 'vacation' ? 'future' : 'nearest'}
          {...form.field('from')}
        />
        <DayInput
          label={t('to')}
          toward={parseDay(from) === from ? { since: from } : 'nearest'}
          {...form.field('to')}
        />
        <Checkbox label={t('isHalf')} {...form.checkbox('isHalf')} />
        <Textarea label={t('note')} autosize minRows={2} {...form.field('note')} />
        {closed && (
          <ReasonInput
            month={closed}
            value={reason}
            onChange={(next) => form.set({ reason: next })}
            isMissing={isMissing}
          />
        )}
      </Stack>
    </FormSlideOver>
  );
}

/** Shows the form of an absence, new or not, once the hours are here: one's own, or for admins somebody else's. */
export function AbsencePanel({ item, close }: { item: string | undefined; close: () => void }) {
  const t = useMessages(monthMessages);
  const { records, userId } = useWorkspace();
  const { collections } = records;
  const absence = useRecord('absence', item);
  const search = timeSearch(useSearch({ strict: false }));
  const person = (absence ? personOf(collections, absence) : search.person) ?? userId;
  const hours = useRead(collections.workingTime, () => hoursOf(collections, person));
  const isHere = useHoursAreHere(person);
  if (!isHere && (!item || absence))
    return (
      <SlideOver title={t(absence ? 'absence' : 'newAbsence')} onClose={close}>
        <SkeletonRows />
      </SlideOver>
    );
  if (!hours || (item && !absence))
    return (
      <SlideOver title={t('absence')} onClose={close}>
        <EmptyState>{item ? t('absenceGone') : timeMessages.t('noHours')}</EmptyState>
        {item && (
          <LeftDraft
            draft={`absence ${item}`}
            labelOf={(name: keyof (AbsenceValues & Reasoned)) => t(name)}
            omit={['kind']}
          />
        )}
      </SlideOver>
    );
  return <Panel hours={hours} absence={absence} day={search.day ?? today()} close={close} />;
}
