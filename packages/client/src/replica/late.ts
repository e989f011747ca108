/**
 * Additions to a record that was moved or deleted meanwhile: they follow it to its new scope, or wait for a person to decide.
 */
import { needsContainer } from '@kontor/contract/entity/placement';
import { entityOf } from '@kontor/contract/nouns/entities';
import { aboutChange, containerOf } from './containment.ts';
import { type CreateOp, type Entry, type Op, valuesAfter, valuesWritten } from './entry.ts';
import type { RecordSet } from './recordSet.ts';

/** Returns what an op puts its record into. */
export function putInto(op: Op): string | undefined {
  if (op.verb === 'delete' || op.verb === 'restore') return undefined;
  return containerOf(op.entity, valuesWritten(op));
}

/** Returns what the record of an op cannot be without: what it is put into or, of a noun that is nothing without one, its container. */
export function neededBy(op: Op): string | undefined {
  const container = putInto(op);
  if (container !== undefined || (op.verb !== 'update' && op.verb !== 'move')) return container;
  return needsContainer(entityOf(op.entity)) ? containerOf(op.entity, op.base) : undefined;
}

/** Where a record is, and what else is said of it there. */
type Place = { scopeId: string } & Record<string, unknown>;

/** Returns a new record where what it lies in is; the same object where it is there. */
function putThere(op: CreateOp, at: Place): CreateOp {
  const changed = Object.entries(aboutChange(op.entity, op.fields, at));
  if (at.scopeId === op.scopeId && changed.length === 0) return op;
  const fields = Object.fromEntries(changed.map(([key, value]) => [key, value ?? undefined]));
  return { ...op, scopeId: at.scopeId, fields: { ...op.fields, ...fields } };
}

/**
 * Returns the transaction with its new records in the scopes that their containers have moved to, and about what those are
 * about by now; the same object if none has moved.
 */
export function withMovedContainers(entry: Entry, records: RecordSet): Entry {
  const placed = new Map<string, Place>();
  /** Containers that it changes where they are. */
  const changed = new Map<string, Record<string, unknown>>();
  let hasMoved = false;
  const ops = entry.ops.map((op): Op => {
    if (op.verb === 'move') placed.set(op.id, { ...valuesAfter(op), scopeId: op.scopeId });
    if (op.verb === 'update') changed.set(op.id, op.changed);
    if (op.verb !== 'create' || records.confirmed(op.id)) return op;
    const container = putInto(op);
    const standing = container === undefined ? undefined : records.confirmed(container);
    const at: Place | undefined =
      (container && placed.get(container)) || (standing && { ...standing, ...changed.get(standing.id) });
    const next = at ? putThere(op, at) : op;
    placed.set(op.id, { ...next.fields, scopeId: next.scopeId });
    if (next !== op) hasMoved = true;
    return next;
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
