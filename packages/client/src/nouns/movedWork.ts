/** Work on tasks that have moved: it stays charged to the project that it was done for until somebody says otherwise. */
import type { OpenOf } from '@kontor/contract/nouns/entities';
import type { Collections } from '../replica/collections.ts';
import type { Mutations } from '../replica/mutations.ts';
import { closedMonth, monthsOf } from './month.ts';
import { invoicesOf, moveEntry } from './timeEntry.ts';

type Entry = OpenOf<'timeEntry'>;

/** Tells whether an entry stays as it is: it was invoiced, or lies in a closed month. */
const isSettled = (collections: Collections, entry: Entry): boolean =>
  invoicesOf(collections, entry.id).length > 0 ||
  monthsOf('timeEntry', entry).some((month) => closedMonth(collections, { scopeId: entry.scopeId, month }));

/** Returns the entries at tasks, among those that this person reads, that are charged to another project and may be changed. */
export const chargedElsewhere = (collections: Collections, taskIds: readonly string[]): Entry[] =>
  taskIds.flatMap((taskId) => {
    const task = collections.task.get(taskId);
    // It may be deleted while somebody is asked about it.
    if (!task) return [];
    return collections.timeEntry
      .where('taskId', taskId)
      .filter((entry) => entry.projectId !== task.scopeId && !isSettled(collections, entry));
  });

/** Returns the names of the projects that entries are charged to: those that they have now where they are there. */
export const chargedTo = ({ project }: Pick<Collections, 'project'>, entries: readonly Entry[]): string[] => [
  ...new Set(entries.map(({ projectId, projectName }) => project.get(projectId)?.name ?? projectName)),
];

/** Charges entries to the project that their task is in. */
export function chargeHere(mutations: Mutations, entries: readonly Entry[]): void {
  mutations.transaction(() => {
    for (const { id, taskId } of entries) moveEntry(mutations, id, taskId);
  });
}
