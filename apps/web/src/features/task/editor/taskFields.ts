/**
 * The fields of a task, once for both forms: a new task is created from all of them, an existing one is edited in
 * place. To add a field, add its name to `described` and an input to `taskInputs.tsx`.
 */
import { maxEstimate, type Task, task } from '@kontor/contract/nouns/task';
import { formatHours } from '../../../platform/text/format.ts';
import { parseDuration } from '../../../platform/text/parseNumber.ts';
import { entityFields } from '../../../ui/form/entityFields.ts';
import { durationWithin, type Errors, inOrder, isBackwards } from '../../../ui/form/rules.ts';
import type { Name } from '../../../ui/form/versions.ts';
import type { TaskChanges } from '../actions.ts';
import { taskMessages } from '../messages.ts';

const described = entityFields(task, [
  'title',
  'status',
  'assigneeIds',
  'leadId',
  'startDate',
  'dueDate',
  'description',
]);

/** The values of both forms. The estimate is in hours, as typed. */
export type TaskValues = ReturnType<typeof described.read> & { estimate: string };

/** Returns the values of a task, or of a new one. */
export const taskValues = (stored?: Task): TaskValues => ({
  ...described.read(stored),
  estimate: stored?.timeEstimate === undefined ? '' : formatHours(stored.timeEstimate),
});

/** Returns the record changes for changed values. */
export const taskChanges = (changes: Partial<TaskValues>): TaskChanges => ({
  ...described.write(changes),
  ...(changes.estimate !== undefined && { timeEstimate: parseDuration(changes.estimate) ?? undefined }),
});

export const taskErrors = (
  values: TaskValues,
  isChanged: (name: Name<TaskValues>) => boolean,
): Errors<TaskValues> => ({
  ...inOrder(['startDate', 'dueDate'], values, isChanged, taskMessages.t('dueBeforeStart')),
  ...described.errors(values),
  estimate: durationWithin({ above: 0, max: maxEstimate })(values.estimate),
});

/** Returns why a task cannot have these days together. */
export const taskDaysRefusal = ({ startDate, dueDate }: Pick<Task, 'startDate' | 'dueDate'>) =>
  isBackwards(startDate, dueDate) ? taskMessages.t('dueBeforeStart') : undefined;

const titleOnly = entityFields(task, ['title']);

/** Returns the error of a title alone, for a line that becomes a task. */
export const titleErrors = titleOnly.errors;
