/** The operations on transactions that were refused. */
import { entityOf } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import { containerOf } from './containment.ts';
import type { CreateOp, Entry, Op } from './entry.ts';
import type { Outbox } from './outbox.ts';
import type { RecordSet } from './recordSet.ts';
import { type Row, withoutBase } from './row.ts';

interface RepairParts {
  outbox: Outbox;
  records: RecordSet;
  /** Tells whether a scope can still be written to. */
  hasScope(id: string): boolean;
}

/** Sends a refused transaction again; see `Outbox.retry` of the workspace. */
export function retryEntry({ outbox, records, hasScope }: RepairParts, entryId: string): void {
  const entry = outbox.get(entryId);
  if (entry?.state !== 'failed') return;
  const restored = new Set<string>();
  const ops = entry.ops.flatMap((op): Op[] => {
    if (op.verb === 'delete') return [{ ...op, force: true }];
    if (op.verb === 'create' || op.verb === 'restore' || records.confirmed(op.id) || !hasScope(op.scopeId))
      return [op];
    const row = records.displayed(op.id);
    // A later transaction of the same person deletes it: there is nothing to bring back.
    if (!row) return [];
    restored.add(op.id);
    return [restorationOf(op, row, records)];
  });
  // What came later is in the restored row already.
  for (const later of [...outbox.entries]) {
    if (later.id === entryId || !later.ops.some((op) => restored.has(op.id))) continue;
    replaceOps(
      outbox,
      later,
      later.ops.filter((op) => !restored.has(op.id)),
    );
  }
  const { code: _, ...rest } = entry;
  replaceOps(outbox, { ...rest, state: 'pending' }, ops);
}

/** The record made anew, under an id of its own: a deleted one never comes back under its old one. */
function restorationOf(op: Op, row: Row, records: RecordSet): CreateOp {
  const { scopeId } = row;
  const fields = withoutBase(row);
  const container = containerOf(op.entity, row);
  if (container !== undefined && records.presence(container) === 'deleted')
    for (const ref of entityOf(op.entity).within) delete fields[ref];
  return { verb: 'create', entity: op.entity, id: uuidv7(), scopeId, fields };
}

/** Drops a refused (or waiting) transaction, and every later one's ops on what it would have made. */
export function discardEntry({ outbox }: RepairParts, entryId: string): void {
  const entry = outbox.get(entryId);
  if (!entry || entry.state === 'acked') return;
  const unmade = new Set<string>();
  note(entry, unmade);
  for (const later of [...outbox.entries]) {
    if (later.id <= entryId || later.state === 'acked') continue;
    const kept = later.ops.filter((op) => !isBuiltOn(op, unmade));
    if (kept.length === later.ops.length) continue;
    for (const op of later.ops) if (!kept.includes(op) && op.verb === 'create') unmade.add(op.id);
    replaceOps(outbox, later, kept);
  }
  // Last: until then it holds the later ones back, which the sender would take as they were.
  outbox.drop(entryId);
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

function replaceOps(outbox: Outbox, entry: Entry, ops: Op[]): void {
  if (ops.length === 0 && entry.structural.length === 0) outbox.drop(entry.id);
  else outbox.put({ ...entry, ops });
}
