/** The cards of projects in their customers' scopes: what a customer sees of a project says what the project says. */
import type { Project } from '@kontor/contract/nouns/project';
import type { ProjectCard } from '@kontor/contract/nouns/projectCard';
import type { Op } from '../replica/entry.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { Projection } from '../replica/nounHooks.ts';
import { type Row, readRow } from '../replica/row.ts';
import { sameValue } from '../replica/sameValue.ts';
import type { Transaction } from '../replica/transaction.ts';
import { differs, rowsUnder, textOf } from './projected.ts';

/** Writes the cards of the projects that a transaction changed, or whose tasks it changed. */
export const projectCards: Projection = {
  of: ['project', 'task'],
  write: (ops, transaction, mutations) => {
    const projects = ops
      .filter(mayCount)
      .flatMap((op) => (op.verb === 'move' ? [op.scopeId, op.from] : [op.scopeId]));
    writeCards(transaction, mutations, new Set(projects));
  },
};

/** Tells whether an operation may change a card, which says of tasks how many there are and are done: counting takes each of them. */
const mayCount = (op: Op): boolean =>
  op.entity !== 'task' || op.verb !== 'update' || 'status' in op.changed || 'parentId' in op.changed;

/**
 * Writes the cards of projects anew, as far as they say something else and it is verified who wrote the projects. Returns the
 * transaction's id, as that does.
 */
export const refreshCards = (mutations: Mutations, projects: readonly string[]): string | undefined =>
  mutations.transaction((transaction) => {
    const verified = projects.filter((id) => !transaction.records.isUnverified(id));
    writeCards(transaction, mutations, verified);
  });

/** The records from which each card followed last, and what came of it, by the card's id. */
export type CountedCards = Map<string, { sources: readonly unknown[]; wanted: object }>;

/**
 * Returns the projects with a card that does not say what the project does, counts other tasks, or is where it should not be, as
 * far as this person wrote the card or the project last: another device wrote at the same time, neither knowing of the other.
 * Each answer is told once, lest two devices that count in different ways correct each other for ever.
 */
export function wrongCards(mutations: Mutations, userId: string, counted: CountedCards): string[] {
  const { projectCard, project, task } = mutations.collections;
  const wrong = new Set<string>();
  mutations.transaction((transaction) => {
    for (const card of projectCard.all()) {
      const { projectId } = card;
      const of = project.get(projectId);
      if (!of || ![card, of].some(({ authorId }) => authorId === userId)) continue;
      // A correction would put this person's signature under what nobody has verified yet.
      if (transaction.records.isUnverified(projectId)) continue;
      const customerId = customerOf(transaction, projectId);
      const cards = projectCard.where('projectId', projectId);
      const sources = [task.where('scopeId', projectId), cards, card, of, customerId];
      const before = counted.get(card.id);
      if (before && sources.every((source, i) => source === before.sources[i])) continue;
      const progress = progressOf(transaction, projectId, card);
      const isSecond = cards.some(({ id, scopeId }) => scopeId === card.scopeId && id < card.id);
      // A second one is to be nowhere.
      const scopeId = isSecond ? undefined : customerId;
      const wanted = { scopeId, ...progress, ...factsOf(of) };
      counted.set(card.id, { sources, wanted });
      if (differs(card, wanted) && !sameValue(before?.wanted, wanted)) wrong.add(projectId);
    }
  });
  return [...wrong];
}

function writeCards(transaction: Transaction, mutations: Mutations, projects: Iterable<string>): void {
  for (const id of projects) {
    if (transaction.entityOf(id) !== 'project') continue;
    const customerId = customerOf(transaction, id);
    const cards = rowsUnder(transaction, 'projectCard', 'projectId', id);
    // Of two, every device keeps the same.
    const [kept] = cards.filter(({ scopeId }) => scopeId === customerId).sort(byId);
    for (const card of cards) if (card !== kept) mutations.remove('projectCard', card.id);
    const project = transaction.after(id);
    if (customerId === undefined || !project) continue;
    const progress = progressOf(transaction, id, kept && readRow('projectCard', kept));
    const shown = { ...progress, ...factsOf(readRow('project', project)) };
    if (!kept) mutations.create('projectCard', customerId, { projectId: id, ...shown });
    else if (differs(kept, shown)) mutations.update('projectCard', kept.id, shown);
  }
}

const byId = (a: Row, b: Row): number => (a.id < b.id ? -1 : 1);

/** Returns the customer who sees a project. */
function customerOf(transaction: Transaction, id: string): string | undefined {
  const customerId = textOf(transaction.after(id)?.customerId);
  // A customer who is not here any more (or never was) must not hold up a change of the project.
  const isKnown = customerId !== undefined && transaction.entityOf(customerId) === 'customer';
  return isKnown && transaction.accessOf(id) !== 'private' ? customerId : undefined;
}

type Progress = Pick<ProjectCard, 'tasksTotal' | 'tasksDone'>;

/**
 * Counts the tasks of a project, subtasks left out. While some of their authors are not verified customers go on seeing
 * what they see (`kept`); then it is counted again.
 */
function progressOf(transaction: Transaction, projectId: string, kept: Progress | undefined): Progress {
  const { records } = transaction;
  const touched = transaction.ops().flatMap(({ entity, id }) => (entity === 'task' ? [id] : []));
  const known = records.collections.task.where('scopeId', projectId).map(({ id }) => id);
  const unverified = new Set(known.filter((id) => records.isUnverified(id) && !touched.includes(id)));
  if (unverified.size > 0) records.awaitVerified(projectId);
  if (unverified.size > 0 && kept) return { tasksTotal: kept.tasksTotal, tasksDone: kept.tasksDone };
  const tasks = [...new Set([...known, ...touched])].flatMap((id) => {
    const task = unverified.has(id) ? undefined : transaction.after(id);
    return task && task.scopeId === projectId && task.parentId === undefined ? [task] : [];
  });
  return { tasksTotal: tasks.length, tasksDone: tasks.filter(({ status }) => status === 'DONE').length };
}

/** Returns the facts of a project that its customer sees. */
const factsOf = ({ name, startDate, endDate, archivedAt }: Project) => ({
  name,
  startDate,
  endDate,
  archivedAt,
});
