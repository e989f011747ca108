/**
 * The fields of a task, once for both forms: a new task is created from all of them, an existing one is edited in
 * place. To add a field, add its name to `described` and an input to `taskInputs.tsx`.
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

/** The values of both forms. The estimate is in hours, as typed. */
export type TaskValues = ReturnType<typeof described.read> & { estimate: string };

/** Returns the values of a task, or of a new one. */
export const taskValues = (stored?: Task): TaskValues => ({
  ...described.read(stored),
  estimate: formatEstimate(stored?.timeEstimate),
});

/** Returns the record changes for changed values. */
export const taskChanges = (changes: Partial<TaskValues>): TaskChanges => ({
  ...described.write(changes),
  ...(changes.estimate !== undefined && { timeEstimate: parseEstimate(changes.estimate) ?? undefined }),
});

function estimateError(typed: string): string | undefined {
  if (parseEstimate(typed) !== undefined) return undefined;
  const isNegative = parseEstimate(typed.trim().replace(/^[-−]/, '')) !== undefined;
  return isNegative ? formMessages.t('atLeastNumber', { n: 0 }) : formMessages.t('mustBeNumber');
}

export const taskErrors = (
  values: TaskValues,
  isChanged: (name: Name<TaskValues>) => boolean,
): Errors<TaskValues> => ({
  ...inOrder(['startDate', 'dueDate'], values, isChanged, taskMessages.t('dueBeforeStart')),
  ...described.errors(values),
  estimate: estimateError(values.estimate),
});

const titleOnly = entityFields(task, ['title']);

/** Returns the error of a title alone, for a line that becomes a task. */
export const titleErrors = titleOnly.errors;
