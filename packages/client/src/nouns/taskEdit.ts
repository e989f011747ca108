/** The history of tasks: what is changed in one, by whichever way, is written down in the same transaction. */
import type { OpenOf } from '@kontor/contract/nouns/entities';
import { type FieldEdit, type ToldValue, toldFields } from '@kontor/contract/nouns/taskEdit';
import type { Mutations } from '../replica/mutations.ts';
import type { NounHooks, Projection } from '../replica/nounHooks.ts';
import type { Row } from '../replica/row.ts';
import { sameValue } from '../replica/sameValue.ts';
import type { Transaction } from '../replica/transaction.ts';

/** ms within which what one person changes in a task is one edit, unless another's comes between. */
const editLasts = 3_600_000;

/** Writes down what a transaction changed in tasks that were there before it. */
export const taskEdits: Projection = {
  of: ['task'],
  write: (ops, transaction, mutations) => {
    for (const { id, verb } of ops) {
      if (verb !== 'update' && verb !== 'move') continue;
      const [before, after] = [transaction.before('task', id), transaction.after(id)];
      if (before && after) write(transaction, mutations, after, editsBetween(before, after));
    }
  },
};

/**
 * Quotes the value before as it was verified: an edit is sent once its task is, and somebody may have made it over a state that
 * was refused then.
 */
export const taskEditHooks: NounHooks = {
  restate: ({ id, taskId, edits }, confirmed) => {
    const task = confirmed(String(taskId));
    if (!task) return { edits };
    const told = (confirmed(String(id))?.edits ?? []) as readonly FieldEdit[];
    const restated = (edits as readonly FieldEdit[]).flatMap((edit): FieldEdit[] => {
      const { field, to } = edit;
      if (field === 'description') return [edit];
      const earlier = told.find((each) => each.field === field);
      const from = earlier ? earlier.from : toldOf(task, field);
      return sameValue(from, to) ? [] : [{ field, from, to }];
    });
    return restated.length > 0 ? { edits: restated } : undefined;
  },
};

const toldOf = (task: Row, field: FieldEdit['field']): ToldValue =>
  (task[field === 'projectId' ? 'scopeId' : field] ?? null) as ToldValue;

/** Returns the fields that differ between two states of a task. */
function editsBetween(before: Row, after: Row): FieldEdit[] {
  return toldFields.flatMap((field): FieldEdit[] => {
    const [from, to] = [toldOf(before, field), toldOf(after, field)];
    if (sameValue(from, to)) return [];
    if (field === 'description') return [{ field, from: null, to: null }];
    return [{ field, from, to }];
  });
}

/** Adds edits to the person's last one of the task, where that is young and the newest; else as one of its own. */
function write(transaction: Transaction, mutations: Mutations, task: Row, edits: FieldEdit[]): void {
  if (edits.length === 0) return;
  const { at, userId } = transaction;
  const known = mutations.collections.taskEdit.where('container', task.id);
  const last = known.reduce<OpenOf<'taskEdit'> | undefined>(
    (newest, each) => (newest && newest.at > each.at ? newest : each),
    undefined,
  );
  if (!last || last.userId !== userId || Math.abs(at - last.at) > editLasts) {
    mutations.create('taskEdit', task.scopeId, { taskId: task.id, userId, at, edits });
    return;
  }
  const joined = joinEdits(last.edits, edits);
  if (joined.length === 0) mutations.remove('taskEdit', last.id);
  else mutations.update('taskEdit', last.id, { at, edits: joined });
}

/** Joins edits that follow each other: what came back to where it was before both is left out. */
export function joinEdits(first: readonly FieldEdit[], second: readonly FieldEdit[]): FieldEdit[] {
  return toldFields.flatMap((field): FieldEdit[] => {
    const [a, b] = [first, second].map((edits) => edits.find((edit) => edit.field === field));
    const [from, to] = [(a ?? b)?.from, (b ?? a)?.to];
    if (from === undefined || to === undefined) return [];
    return field !== 'description' && sameValue(from, to) ? [] : [{ field, from, to }];
  });
}
