/** The operations on transactions that were refused. */
import { containerRef, needsContainer } from '@kontor/contract/entity/placement';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import { containerOf } from './containment.ts';
import { type CreateOp, type Entry, type Op, valuesAfter, valuesWritten } from './entry.ts';
import { neededBy, putInto } from './late.ts';
import type { Outbox } from './outbox.ts';
import type { RecordSet } from './recordSet.ts';
import { type Row, withoutBase } from './row.ts';

interface RepairParts {
  outbox: Outbox;
  records: RecordSet;
  /** Tells whether a scope can still be written to. */
  hasScope(id: string): boolean;
}

/**
 * Sends a refused transaction again, with the batches that follow; see `OutboxControl.retry`. What was deleted meanwhile is made
 * anew under an id of its own, since a deleted record never comes back under its old one; other transactions follow it.
 */
export function retryEntry(parts: RepairParts, entryId: string): void {
  const { outbox, records, hasScope } = parts;
  const entry = outbox.get(entryId);
  if (entry?.state !== 'failed') return;
  /** The new ids, by those of what was deleted. */
  const anew = new Map<string, string>();
  const restoration = (entity: EntityName, row: Row): CreateOp => {
    const fields = withoutBase(row);
    const container = containerOf(entity, row);
    // It comes to the top where what it lay in was deleted with it.
    if (container !== undefined && !anew.has(container) && records.presence(container) === 'deleted')
      for (const ref of entityOf(entity).within) delete fields[ref];
    const id = uuidv7();
    anew.set(row.id, id);
    return { verb: 'create', entity, id, scopeId: row.scopeId, fields };
  };
  const containersOf = (id: string | undefined): CreateOp[] => {
    if (id === undefined || anew.has(id) || !isGone(parts, id)) return [];
    const held = entry.containers?.[id];
    return held && hasScope(held.row.scopeId)
      ? [restoration(held.entity, records.displayed(id) ?? held.row)]
      : [];
  };
  const ops = entry.ops.flatMap((op): Op[] => {
    if (anew.has(op.id)) return [];
    if (op.verb === 'delete') return [{ ...op, force: true }];
    const isAsItWas =
      op.verb === 'create' || op.verb === 'restore' || records.confirmed(op.id) || !hasScope(op.scopeId);
    // What comes back with its scope may not be here yet: it is not to be made twice.
    if (isAsItWas || entry.code === 'CLOSED') return [...containersOf(putInto(op)), op];
    const row = records.displayed(op.id);
    // A later transaction of the same person deletes it: there is nothing to bring back.
    if (!row) return [];
    if (!needsContainer(entityOf(op.entity))) return [restoration(op.entity, row)];
    const container = containerOf(op.entity, row);
    const containers = containersOf(container);
    const isLost = container !== undefined && !anew.has(container) && isGone(parts, container);
    return isLost ? [op] : [...containers, restoration(op.entity, row)];
  });
  const next: [Entry, Op[]][] = [];
  for (const other of outbox.entries) {
    if (other.id === entryId) continue;
    // What came to it besides is in the restored row already.
    const rest = other.ops.filter(({ id }) => !anew.has(id)).map((op) => renamed(op, anew));
    if (rest.every((op, i) => op === other.ops[i]) && rest.length === other.ops.length) continue;
    const { code, ...open } = other;
    next.push([code === 'GONE' ? { ...open, state: 'pending' } : other, rest]);
  }
  const { code: _, ...rest } = entry;
  next.push([{ ...rest, state: 'pending' }, ops.map((op) => renamed(op, anew))]);
  replaceOps(outbox, next);
  retryFollowing(parts, entryId);
}

/** Sends the rest of a transaction again; last, since the sender parks what follows a refused batch. */
function retryFollowing(parts: RepairParts, entryId: string): void {
  const following = parts.outbox.entries.find(({ follows }) => follows === entryId);
  if (following) retryEntry(parts, following.id);
}

const isGone = ({ records }: RepairParts, id: string): boolean =>
  records.confirmed(id) === undefined && records.mark(id)?.state === 'deleted';

/** Returns an op whose record lies in what was made anew instead of what that was before. */
function renamed(op: Op, anew: ReadonlyMap<string, string>): Op {
  const id = neededBy(op);
  const next = id && anew.get(id);
  if (!next || op.verb === 'delete' || op.verb === 'restore') return op;
  const [noun, fields] = [entityOf(op.entity), valuesWritten(op)];
  const moved = { ...fields, [(containerRef(noun, fields) ?? containerRef(noun, valuesAfter(op)))!]: next };
  return op.verb === 'create' ? { ...op, fields: moved } : { ...op, changed: moved };
}

/**
 * Drops a refused (or waiting) transaction with the batches that follow, and every later one's ops on what it would have made.
 * With `ids` it drops what it does to those records alone, and sends the rest.
 */
export function discardEntry(parts: RepairParts, entryId: string, ids?: ReadonlySet<string>): void {
  const { outbox } = parts;
  const entry = outbox.get(entryId);
  if (!entry || entry.state === 'acked') return;
  const { dropped, unmade, left } = withoutEntry(outbox, entry, ids);
  if (!ids) {
    replaceOps(outbox, [...left], [...dropped]);
    return;
  }
  const { code: _, ...rest } = entry;
  const kept = entry.ops.filter((op) => !ids.has(op.id) && !isBuiltOn(op, unmade));
  replaceOps(outbox, [...left, [{ ...rest, state: 'pending' }, kept]]);
  retryFollowing(parts, entryId);
}

/** Counts the later transactions that lose something where a refused (or waiting) one is dropped. */
export function countBuiltOn(outbox: Outbox, entryId: string): number {
  const entry = outbox.get(entryId);
  if (!entry || entry.state === 'acked') return 0;
  const losers = [...withoutEntry(outbox, entry).left.keys()];
  const ids = new Set(losers.map(({ id }) => id));
  return losers.filter(({ follows }) => follows === undefined || !ids.has(follows)).length;
}

interface WithoutEntry {
  /** The transaction's own batches. */
  dropped: Set<string>;
  /** The ids of what nobody makes then. */
  unmade: Set<string>;
  /** Later entries that lose something, with the ops that are left of them. */
  left: Map<Entry, Op[]>;
}

/** Works out what becomes of the outbox without a transaction, or without what it does to some records. */
function withoutEntry(outbox: Outbox, entry: Entry, ids?: ReadonlySet<string>): WithoutEntry {
  const dropped = new Set([entry.id]);
  const unmade = new Set<string>();
  const left = new Map<Entry, Op[]>();
  if (!ids) note(entry, unmade);
  for (const { verb, id } of entry.ops) if (verb === 'create' && ids?.has(id)) unmade.add(id);
  for (const later of outbox.entries) {
    if (later.id <= entry.id || later.state === 'acked') continue;
    if (!ids && later.follows !== undefined && dropped.has(later.follows)) {
      dropped.add(later.id);
      note(later, unmade);
      continue;
    }
    const kept = later.ops.filter((op) => !isBuiltOn(op, unmade));
    if (kept.length === later.ops.length) continue;
    for (const op of later.ops) if (!kept.includes(op) && op.verb === 'create') unmade.add(op.id);
    left.set(later, kept);
  }
  return { dropped, unmade, left };
}

function note(entry: Entry, unmade: Set<string>): void {
  for (const op of entry.ops) if (op.verb === 'create') unmade.add(op.id);
  for (const { name, args } of entry.structural) if (name === 'scope.create') unmade.add(args.scope.id);
}

function isBuiltOn(op: Op, unmade: ReadonlySet<string>): boolean {
  if (unmade.has(op.id) || unmade.has(op.scopeId)) return true;
  const container = op.verb === 'create' ? containerOf(op.entity, op.fields) : undefined;
  return container !== undefined && unmade.has(container);
}

/** Gives entries these ops, at once: what one of them loses another one brings. Drops those without any, and the `dropped`. */
function replaceOps(outbox: Outbox, next: readonly [Entry, Op[]][], dropped: readonly string[] = []): void {
  const isEmpty = ([{ structural }, ops]: (typeof next)[number]) =>
    ops.length === 0 && structural.length === 0;
  const kept = next.filter((each) => !isEmpty(each)).map(([entry, ops]): Entry => ({ ...entry, ops }));
  outbox.putAll(kept, [...dropped, ...next.filter(isEmpty).map(([{ id }]) => id)]);
}
