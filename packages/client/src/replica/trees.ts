/** Deleting and moving records with what lies in them. */
import { containerRef } from '@kontor/contract/entity/placement';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import type { Row } from './row.ts';
import type { Transaction } from './transaction.ts';

/** Where a record goes: its scope, and the fields that say where in it. */
export interface Destination {
  scopeId: string;
  fields: Record<string, unknown>;
}

/** Tells whether a record lies in itself: it shows at the top, and goes nowhere with the one that it lies in. */
const isApart = (transaction: Transaction, id: string): boolean => transaction.records.cycles.has(id);

/**
 * Deletes what lies in a record, then the record. `isWhole`: with the whole scope, records that lie in themselves too.
 */
export function removeTree(
  transaction: Transaction,
  id: string,
  isWhole = false,
  seen: Set<string> = new Set(),
): void {
  if (seen.has(id)) return;
  seen.add(id);
  for (const inside of transaction.contentsOf(id)) {
    const base = transaction.after(inside);
    const entity = transaction.entityOf(inside);
    if (isWhole || !isApart(transaction, inside) || !base || !entity)
      removeTree(transaction, inside, isWhole, seen);
    // Nothing would show it once what it lies in is gone.
    else if (!transaction.isDeleted(inside))
      moveTree(transaction, entity, inside, { scopeId: base.scopeId, fields: outOf(entity, base) });
  }
  const base = transaction.after(id);
  const entity = transaction.entityOf(id);
  if (base && entity) transaction.add({ verb: 'delete', entity, id, scopeId: base.scopeId, base });
}

/** Returns the change that takes a record out of what it lies in. */
function outOf(entity: EntityName, row: Row): Record<string, null> {
  const ref = containerRef(entityOf(entity), row);
  return ref === undefined ? {} : { [ref]: null };
}

/** Moves a record, then what lies in it. */
export function moveTree(
  transaction: Transaction,
  entity: EntityName,
  id: string,
  { scopeId, fields }: Destination,
  seen: Set<string> = new Set(),
): void {
  if (seen.has(id)) return;
  seen.add(id);
  const base = transaction.after(id);
  if (!base) return;
  if (base.scopeId === scopeId) {
    transaction.add({ verb: 'update', entity, id, scopeId, base, changed: fields });
    return;
  }
  transaction.add({ verb: 'move', entity, id, scopeId, from: base.scopeId, base, changed: fields });
  for (const inside of transaction.contentsOf(id))
    if (!isApart(transaction, inside)) {
      const next = transaction.records.entityOf(inside) ?? entity;
      moveTree(transaction, next, inside, { scopeId, fields: {} }, seen);
    }
}

/** Returns those of some records that show in none of the others. */
export function rootsOf(transaction: Transaction, ids: Iterable<string>): string[] {
  const { records } = transaction;
  const all = [...new Set(ids)];
  const shownIn = (id: string) => (isApart(transaction, id) ? undefined : records.containerOf(id));
  return all.filter((id) => !all.some((other) => other !== id && isInside(id, other, shownIn)));
}

/** Tells whether a record is another one or lies in it, at any depth. */
export function isInside(
  id: string,
  container: string,
  containerOf: (id: string) => string | undefined,
): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = containerOf(at)) {
    if (at === container) return true;
    seen.add(at);
  }
  return false;
}
