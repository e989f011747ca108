import { entity, type Open } from '../entity/entity.ts';
import { data, day, id } from '../entity/field.ts';
import { idMarks, markedId } from '../entity/markedId.ts';
import { ref } from '../entity/ref.ts';
import { maxEntryMs } from './timeEntry.ts';

/** Time in ms; `billable` is the part of `time` that is charged. */
export interface EffortSum {
  time: number;
  billable: number;
}

/** Tells whether a text is a day from which weeks can be counted on: the calendar ends with the year 9999. */
const isWeek = (text: string): boolean => day().accepts(text) && text < '9999';

/** Tells whether a value is the time of a week: entries that lie over each other count each, but no more than one may. */
const isSum = ({ time, billable }: Partial<EffortSum>): boolean =>
  [time, billable].every(Number.isSafeInteger) && 0 <= billable! && billable! <= time! && time! <= maxEntryMs;

const isSums = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(
    ([week, sum]: [string, Partial<EffortSum> | null]) => isWeek(week) && isSum(sum ?? {}),
  );

/**
 * Derives the id of what somebody worked at a task from both, so that there is one at most, whoever writes it first.
 */
export function effortId(taskId: string, userId: string): string {
  const [task, person] = [taskId, userId].map((each) => BigInt(`0x${each.slice(-12)}`));
  const id = taskId.slice(0, -12) + (task! ^ person!).toString(16).padStart(12, '0');
  return markedId(id, idMarks.effort);
}

/**
 * The sum of what somebody worked at a task, by weeks, for everybody who reads the project; their entries others do not
 * read. Written along with each change of an entry; it lies in its task and goes with it.
 */
export const effort = entity('effort', {
  scopes: ['project'],
  within: ['taskId'],
  id: { mark: idMarks.effort },
  written: 'clients',
  verified: 'in-background',
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  indexes: ['taskId', 'userId'],
  refs: { taskId: ref('task') },
  sealed: {
    userId: id(),
    /** By the Monday of the week, in the zones of the entries. */
    weeks: data<Record<string, EffortSum>>({}, isSums),
  },
});
export type Effort = Open<typeof effort>;
