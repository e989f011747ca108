/** The inputs of a task besides its title, for both of its forms. */
import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { DayInput } from '../../../ui/form/dayInput.tsx';
import { FieldRow } from '../../../ui/form/fieldRow.tsx';
import type { FormPart } from '../../../ui/form/useForm.ts';
import type { Name } from '../../../ui/form/versions.ts';
import { LeadInput } from '../../../ui/person/leadInput.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { nameOf, namesOf, PeopleInput } from '../../../ui/person/peopleInput.tsx';
import type { OnPictures } from '../../../ui/richText/paste.ts';
import { RichTextInput } from '../../../ui/richText/richTextInput.tsx';
import { taskMessages } from '../messages.ts';
import { StatusField } from './statusField.tsx';
import type { TaskValues } from './taskFields.ts';
import css from './taskInputs.module.css';

/** Returns the labels and texts with which a task's form shows its fields. */
export const taskWords = (people: People) => ({
  labelOf: (name: Name<TaskValues>) => taskMessages.t(name === 'assigneeIds' ? 'assignees' : name),
  show: {
    status: (status: TaskValues['status']) => taskMessages.t(status),
    assigneeIds: (ids: string[]) => namesOf(ids, people),
    leadId: (id: string) => nameOf(id, people),
  },
});

interface TaskInputsProps {
  form: FormPart<TaskValues>;
  /** The task's title, which says what the choice of a status is about. */
  title: string;
  people: People;
  /** Those who can take it on. */
  assignable: People;
  /** True to store at once what is chosen rather than typed. */
  isInPlace?: boolean;
  /** Returns a note to show below a field. */
  notes?: (name: Name<TaskValues>) => ReactNode;
  /** Takes pictures that are pasted into the description. */
  onPictures?: OnPictures;
}

export function TaskInputs(props: TaskInputsProps) {
  const { form, title, people, assignable, isInPlace = false, notes, onPictures } = props;
  const t = useMessages(taskMessages);
  const pick = isInPlace ? form.choose : form.set;
  return (
    <>
      <Group gap="md" align="flex-start">
        <StatusField title={title} status={form.values.status} onChange={(status) => pick({ status })} />
        <TextInput
          className={css.estimate!}
          label={t('estimate')}
          placeholder={t('estimateHint')}
          {...form.field('estimate')}
        />
      </Group>
      {notes?.('status')}
      {notes?.('estimate')}
      <FieldRow>
        <DayInput label={t('startDate')} {...form.field('startDate')} hasPicks isInPlace={isInPlace} />
        <DayInput label={t('dueDate')} {...form.field('dueDate')} hasPicks isInPlace={isInPlace} />
      </FieldRow>
      {notes?.('startDate')}
      {notes?.('dueDate')}
      <PeopleInput
        label={t('assignees')}
        placeholder={t('nobody')}
        nothingFound={t('noSuchPerson')}
        people={people}
        offered={assignable}
        {...form.field('assigneeIds')}
        onChange={(ids) => pick({ assigneeIds: ids as string[] })}
      />
      <LeadInput
        label={t('leadId')}
        people={people}
        personIds={form.values.assigneeIds}
        {...form.choice('leadId')}
        onChange={(leadId) => pick({ leadId })}
      />
      {notes?.('leadId')}
      <div>
        <RichTextInput
          label={t('description')}
          placeholder={t('descriptionHint')}
          onPictures={onPictures}
          {...form.field('description')}
        />
        {notes?.('description')}
      </div>
    </>
  );
}
