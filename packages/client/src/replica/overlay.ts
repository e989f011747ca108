/** The effect of a transaction that is not on the server yet: on what is shown, and on what will be sent. */
import { entityOf } from '@kontor/contract/nouns/entities';
import type { Entry, Op } from './entry.ts';
import { mergeRow } from './merge.ts';
import { restoredRow } from './restoredRow.ts';
import { type Row, withChanges } from './row.ts';

/** An op and the entry that it belongs to. */
export interface PendingOp {
  entry: Entry;
  op: Op;
}

/** Returns the row with one op applied; undefined where there is none (any more). */
export function applyOp({ entry, op }: PendingOp, current: Row | undefined): Row | undefined {
  if (op.sent !== undefined && current && current.version >= op.sent) return current;
  const author = { transactionId: entry.id, userId: entry.userId, at: entry.at };
  switch (op.verb) {
    case 'create':
      if (!current) return newRow(op, op.fields, entry.at);
      // There already: the batch was applied, only its answer got lost. Or somebody else made it at the same time: what both
      // wrote is brought together.
      return isMadeByMany(op) ? mergeRow(op.entity, newRow(op, {}, 0), op.fields, current, author) : current;
    case 'update':
    case 'move': {
      const { entity, base, changed } = op;
      const row = current ? mergeRow(entity, base, changed, current, author) : withChanges(base, changed);
      return op.verb === 'move' ? { ...row, scopeId: op.scopeId } : row;
    }
    case 'restore':
      return restoredRow(op, current, author);
    case 'delete':
      // A delete that was refused did not happen: the record stays in sight, with its mark.
      return entry.state === 'failed' ? current : undefined;
  }
}

/** Tests if several people may make one record, whose id follows from something else, and all who make it may change it. */
function isMadeByMany({ entity, isProjected }: Op): boolean {
  const { id, head, written, rights } = entityOf(entity);
  const follows = id !== 'free' && !head;
  return follows && written === 'people' && rights.update === rights.create && !isProjected;
}

const newRow = ({ id, scopeId }: Op, fields: Record<string, unknown>, at: number): Row => ({
  ...fields,
  id,
  scopeId,
  version: 0,
  updatedAt: at,
});

/** Returns the row with all ops applied, oldest first. */
export function applyOps(ops: readonly PendingOp[], confirmed: Row | undefined): Row | undefined {
  let row = confirmed;
  for (const op of ops) row = applyOp(op, row);
  return row;
}

/**
 * Returns two ops of one transaction on one record as one: the wire takes each record once per batch. Undefined when nothing
 * is left (made and deleted in one transaction). @throws RangeError for a change of what the transaction deleted
 */
export function joinOps(first: Op, second: Op): Op | undefined {
  if (
    first.verb === 'delete' ||
    first.verb === 'restore' ||
    second.verb === 'create' ||
    second.verb === 'restore'
  )
    throw new RangeError(`${second.verb} after ${first.verb} of ${first.id} in one act`);
  if (first.verb === 'create') {
    if (second.verb === 'delete') return undefined;
    return { ...first, scopeId: second.scopeId, fields: withChanges(first.fields, second.changed) };
  }
  if (second.verb === 'delete')
    return { ...second, scopeId: first.verb === 'move' ? first.from : first.scopeId, base: first.base };
  const changed = { ...first.changed, ...second.changed };
  if (first.verb === 'move') return { ...first, scopeId: second.scopeId, changed };
  return { ...second, base: first.base, changed };
}
