/**
 * The fields of a task, once for both forms: a new task is made of all of them, one that exists is edited in place. A
 * new field is its name in `described` and an input in `taskInputs.tsx`.
 */
import { type Task, task } from '@kontor/contract/nouns/task';
import { entityFields } from '../../../ui/form/entityFields.ts';
import { formMessages } from '../../../ui/form/messages.ts';
import { type Errors, inOrder } from '../../../ui/form/rules.ts';
import type { Name } from '../../../ui/form/versions.ts';
import type { TaskChanges } from '../actions.ts';
import { taskMessages } from '../messages.ts';
import { formatEstimate, parseEstimate } from './estimate.ts';

const described = entityFields(task, [
  'title',
  'status',
  'assigneeIds',
  'startDate',
  'dueDate',
  'description',
]);

/** What the forms hold. The estimate is hours, as typed. */
export type TaskValues = ReturnType<typeof described.read> & { estimate: string };

/** The values of a task, or of a new one. */
export const taskValues = (stored?: Task): TaskValues => ({
  ...described.read(stored),
  estimate: formatEstimate(stored?.timeEstimate),
});

/** What changed values write into a task. */
export const taskChanges = (changes: Partial<TaskValues>): TaskChanges => ({
  ...described.write(changes),
  ...(changes.estimate !== undefined && { timeEstimate: parseEstimate(changes.estimate) ?? undefined }),
});

export const taskErrors = (
  values: TaskValues,
  isChanged: (name: Name<TaskValues>) => boolean,
): Errors<TaskValues> => ({
  ...inOrder(['startDate', 'dueDate'], values, isChanged, taskMessages.t('dueBeforeStart')),
  ...described.errors(values),
  estimate: parseEstimate(values.estimate) === undefined ? formMessages.t('mustBeNumber') : undefined,
});

const titleOnly = entityFields(task, ['title']);

/** The error of a title alone, where a line becomes a task. */
export const titleErrors = titleOnly.errors;
