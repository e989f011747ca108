/**
 * The fields of a task besides its title, once for both forms: a new task holds them as one draft, an existing one
 * saves each as it is left. A new field is a line in `taskFields` and an input below.
 */
import type { RichText } from '@kontor/contract/entity/field';
import type { Task, TaskStatus } from '@kontor/contract/nouns/task';
import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDate } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { DayInput } from '../../../ui/form/dayInput.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { PeopleInput } from '../../../ui/person/peopleInput.tsx';
import { RichTextInput } from '../../../ui/richText/richTextInput.tsx';
import type { TaskChanges } from '../actions.ts';
import { taskMessages } from '../messages.ts';
import { formatEstimate, parseEstimate } from './estimate.ts';
import { datesProblem, estimateProblem, titleProblem } from './problems.ts';
import { StatusField } from './statusField.tsx';
import css from './taskFields.module.css';

/** What the forms hold while somebody types. */
export interface TaskValues {
  title: string;
  status: TaskStatus;
  /** Hours, as typed. */
  estimate: string;
  dates: { startDate?: string | undefined; dueDate?: string | undefined };
  assigneeIds: string[];
  description: RichText | undefined;
}
export type TaskField = keyof TaskValues;

interface FieldRule<V> {
  read: (task: Partial<Task>) => V;
  write: (value: V) => TaskChanges;
  /** What keeps it from being saved, in words. */
  problem?: (value: V) => string | undefined;
  /** How it is shown beside another one; what is text shows itself. */
  words?: (value: V) => string;
  /** Chosen, not typed: saved at once. */
  isChoice?: true;
}

/** How each field comes from a task and goes back to it. */
export const taskFields: { [K in TaskField]: FieldRule<TaskValues[K]> } = {
  title: {
    read: ({ title = '' }) => title,
    write: (title) => ({ title: title.trim() }),
    problem: titleProblem,
  },
  status: { read: ({ status = 'TODO' }) => status, write: (status) => ({ status }), isChoice: true },
  estimate: {
    read: ({ timeEstimate }) => formatEstimate(timeEstimate),
    write: (typed) => ({ timeEstimate: parseEstimate(typed) ?? undefined }),
    problem: estimateProblem,
  },
  dates: {
    read: ({ startDate, dueDate }) => ({ startDate, dueDate }),
    write: ({ startDate, dueDate }) => ({ startDate, dueDate }),
    problem: datesProblem,
    words: ({ startDate, dueDate }) =>
      [startDate, dueDate].map((day) => (day ? formatDate(day) : '?')).join(' – '),
  },
  assigneeIds: {
    read: ({ assigneeIds = [] }) => assigneeIds,
    write: (assigneeIds) => ({ assigneeIds }),
    isChoice: true,
  },
  description: { read: ({ description }) => description, write: (description) => ({ description }) },
};

export const taskFieldNames = Object.keys(taskFields) as TaskField[];

/** The values of a task, or of a new one. */
export const taskValues = (task: Partial<Task>): TaskValues =>
  Object.fromEntries(
    taskFieldNames.map((name) => [name, taskFields[name].read(task)]),
  ) as unknown as TaskValues;

/** What keeps a value from being saved. */
export const taskProblem = <K extends TaskField>(name: K, value: TaskValues[K]): string | undefined =>
  taskFields[name].problem?.(value);

/** What a value writes. */
export const taskChanges = <K extends TaskField>(name: K, value: TaskValues[K]): TaskChanges =>
  taskFields[name].write(value);

/** A field as a form ties it to its state. */
export interface BoundField<V> {
  value: V;
  change: (value: V) => void;
  /** The focus has left it. */
  leave?: () => void;
  problem?: string | undefined;
  /** What is to be said below it. */
  notes?: ReactNode;
}

interface TaskFieldsProps {
  bind: <K extends TaskField>(name: K) => BoundField<TaskValues[K]>;
  /** For the status: what the choice is about. */
  title: string;
  people: People;
}

/** The inputs of everything but the title. */
export function TaskFields({ bind, title, people }: TaskFieldsProps) {
  const t = useMessages(taskMessages);
  const status = bind('status');
  const estimate = bind('estimate');
  const dates = bind('dates');
  const assignees = bind('assigneeIds');
  const description = bind('description');
  return (
    <>
      <Group gap="md" align="flex-start">
        <StatusField title={title} status={status.value} onChange={status.change} />
        <TextInput
          className={css.estimate!}
          label={t('estimate')}
          placeholder={t('estimateHint')}
          value={estimate.value}
          error={estimate.problem}
          onChange={(event) => estimate.change(event.currentTarget.value)}
          onBlur={estimate.leave}
        />
      </Group>
      {estimate.notes}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving any of the two fields saves both */}
      <div className={css.dates} onBlur={dates.leave}>
        <DayInput
          label={t('startDate')}
          value={dates.value.startDate}
          onChange={(startDate) => dates.change({ ...dates.value, startDate })}
        />
        <DayInput
          label={t('dueDate')}
          value={dates.value.dueDate}
          onChange={(dueDate) => dates.change({ ...dates.value, dueDate })}
          error={dates.problem}
        />
      </div>
      {dates.notes}
      <PeopleInput
        label={t('assignees')}
        placeholder={t('nobody')}
        nothingFound={t('noSuchPerson')}
        people={people}
        value={assignees.value}
        onChange={assignees.change}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving the editor, its bar included, saves the text */}
      <div onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && description.leave?.()}>
        <RichTextInput
          label={t('description')}
          placeholder={t('descriptionHint')}
          value={description.value}
          onChange={description.change}
        />
        {description.notes}
      </div>
    </>
  );
}
