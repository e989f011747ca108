/**
 * Additions to a record that was moved or deleted meanwhile: they follow it to its new scope, or wait for a person to decide.
 */
import { containerOf } from './containment.ts';
import { type Entry, type Op, valuesWritten } from './entry.ts';
import type { RecordSet } from './recordSet.ts';

/** Returns what an op puts its record into. */
export function putInto(op: Op): string | undefined {
  if (op.verb === 'delete' || op.verb === 'restore') return undefined;
  return containerOf(op.entity, valuesWritten(op));
}

/**
 * Returns the transaction with its new records in the scopes that their containers have moved to; the same object if none has.
 */
export function withMovedContainers(entry: Entry, records: RecordSet): Entry {
  const placed = new Map<string, string>();
  let hasMoved = false;
  const ops = entry.ops.map((op): Op => {
    if (op.verb === 'move') placed.set(op.id, op.scopeId);
    if (op.verb !== 'create' || records.confirmed(op.id)) return op;
    const container = putInto(op);
    const scopeId = container && (placed.get(container) ?? records.confirmed(container)?.scopeId);
    placed.set(op.id, scopeId ?? op.scopeId);
    if (!scopeId || scopeId === op.scopeId) return op;
    hasMoved = true;
    return { ...op, scopeId };
  });
  return hasMoved ? { ...entry, ops } : entry;
}

/**
 * Tells whether a container was deleted and is not created by the same transaction: nobody would see a record in it.
 */
export function isLost(container: string | undefined, { ops }: Entry, records: RecordSet): boolean {
  if (container === undefined || ops.some(({ id, verb }) => id === container && verb !== 'delete'))
    return false;
  return !records.confirmed(container) && records.mark(container)?.state === 'deleted';
}
