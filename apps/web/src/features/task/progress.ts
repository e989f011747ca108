/** Adds up the tasks of a project. Subtasks belong to their task and are not counted beside it. */
import type { SumsSpec } from '@kontor/client/replica/sums';
import { maxEstimate, type Task } from '@kontor/contract/nouns/task';
import { isOverdue } from './overdue.ts';

type Figure = 'total' | 'done' | 'overdue' | 'minutesLeft';
type Counted = Pick<Task, 'status' | 'dueDate' | 'parentId' | 'scopeId' | 'timeEstimate'>;

export interface Progress extends Readonly<Record<Figure, number>> {
  open: number;
  /** Between 0 and 1; 0 without tasks. */
  share: number;
}

/** Returns what a form takes as an estimate; of anything else nothing: it would be in the sum of all. */
const minutesOf = ({ timeEstimate = 0 }: Counted): number =>
  Number.isInteger(timeEstimate) && timeEstimate >= 0 && timeEstimate <= maxEstimate ? timeEstimate : 0;

/** Returns sums of tasks by project, as seen on a day. */
function progressOn(today: string): SumsSpec<Counted, Figure> {
  return {
    group: ({ parentId, scopeId }) => (parentId ? undefined : scopeId),
    figures: (task) => ({
      total: 1,
      done: Number(task.status === 'DONE'),
      overdue: Number(isOverdue(task, today)),
      minutesLeft: task.status === 'DONE' ? 0 : minutesOf(task),
    }),
    zero: { total: 0, done: 0, overdue: 0, minutesLeft: 0 },
  };
}

let latest = { today: '', spec: progressOn('') };

/** Returns the sums of a day: the same object all day long, so that everybody shares them. */
export function progressSums(today: string): SumsSpec<Counted, Figure> {
  if (latest.today !== today) latest = { today, spec: progressOn(today) };
  return latest.spec;
}

/** Returns the progress that figures stand for. */
export const toProgress = (figures: Readonly<Record<Figure, number>>): Progress => ({
  ...figures,
  open: figures.total - figures.done,
  share: figures.total === 0 ? 0 : figures.done / figures.total,
});
