/** The operations on tasks. */
import type { Mutations } from '../replica/mutations.ts';
import type { NounHooks } from '../replica/nounHooks.ts';
import type { Transaction } from '../replica/transaction.ts';
import { rootsOf, treeOf } from '../replica/trees.ts';
import { byRank, freshRanks, rankAfter, rankBetween } from './rank.ts';

/** The last rank that a transaction gave out, by container: nothing else knows of it before the end. */
const lastRanks = new WeakMap<Transaction, Map<string, string>>();

/** Returns the rank after the last task of a container (a project's or a task's id). */
function nextRank(transaction: Transaction, containerId: string): string {
  const ranks = lastRanks.get(transaction) ?? new Map<string, string>();
  lastRanks.set(transaction, ranks);
  const last = ranks.get(containerId);
  const { task } = transaction.records.collections;
  const rank = rankAfter(
    last === undefined ? task.where('container', containerId).map(({ order }) => order) : [last],
  );
  ranks.set(containerId, rank);
  return rank;
}

export const taskHooks: NounHooks = {
  // A new task goes after its siblings.
  fill: ({ order, parentId }, scopeId, transaction) =>
    order === undefined ? { order: nextRank(transaction, String(parentId ?? scopeId)) } : {},
};

/**
 * Moves tasks, and what lies in them, to another project.
 * @param mayDo tells who can take on tasks there; everybody else is unassigned
 */
export function moveTasks(
  mutations: Mutations,
  taskIds: readonly string[],
  projectId: string,
  mayDo: (userId: string) => boolean = () => true,
): void {
  mutations.transaction((transaction) => {
    for (const id of rootsOf(transaction, taskIds)) {
      const row = transaction.row('task', id);
      if (row.scopeId === projectId && row.parentId === undefined) continue;
      const order = nextRank(transaction, projectId);
      const assigneeIds = (row.assigneeIds as readonly string[]).filter(mayDo);
      mutations.move('task', id, { scopeId: projectId, fields: { parentId: null, order, assigneeIds } });
      for (const below of tasksIn(transaction, id)) {
        const assigned = transaction.row('task', below).assigneeIds as readonly string[];
        if (!assigned.every(mayDo)) mutations.update('task', below, { assigneeIds: assigned.filter(mayDo) });
      }
    }
  });
}

/** Unassigns everyone who is not a member of a private project from its tasks: they cannot read them. */
export function releaseTasks(mutations: Mutations, projectId: string): void {
  mutations.transaction((transaction) => {
    if (transaction.accessOf(projectId) !== 'private') return;
    const memberIds = transaction.row('project', projectId).memberIds as readonly string[];
    const isMember = (id: string) => memberIds.includes(id);
    for (const { id } of mutations.collections.task.where('scopeId', projectId)) {
      const assigned = transaction.row('task', id).assigneeIds as readonly string[];
      if (!assigned.every(isMember)) mutations.update('task', id, { assigneeIds: assigned.filter(isMember) });
    }
  });
}

/** Returns the ids of the tasks that lie in a task, at any depth. */
const tasksIn = (transaction: Transaction, id: string): string[] => {
  const isTask = (each: string) => transaction.entityOf(each) === 'task';
  const [, ...below] = treeOf(id, (each) => transaction.contentsOf(each).filter(isTask));
  return below;
};

/** Puts a task between two neighbours of one list; undefined at either end. */
export function reorderTask(
  mutations: Mutations,
  taskId: string,
  after: string | undefined,
  before: string | undefined,
): void {
  const { task } = mutations.collections;
  const [left, right] = [after, before].map((id) => (id === undefined ? undefined : task.get(id)));
  const order = rankBetween(left?.order, right?.order);
  if (order !== undefined) {
    mutations.update('task', taskId, { order });
    return;
  }
  const container = left ?? right ?? task.get(taskId);
  if (!container) throw new RangeError(`no task ${taskId}`);
  const siblings = task.where('container', container.parentId ?? container.scopeId);
  const ids = siblings
    .filter(({ id }) => id !== taskId)
    .sort(byRank)
    .map(({ id }) => id);
  ids.splice(after === undefined ? 0 : ids.indexOf(after) + 1, 0, taskId);
  const ranks = freshRanks(ids.length);
  mutations.transaction(() => {
    for (const [i, id] of ids.entries())
      if (task.get(id)?.order !== ranks[i]) mutations.update('task', id, { order: ranks[i]! });
  });
}
