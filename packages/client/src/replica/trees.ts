/** Deleting and moving records with what lies in them. */
import { containerRef, recordRefs, shareScope } from '@kontor/contract/entity/placement';
import { namedIn, type RefValue } from '@kontor/contract/entity/ref';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import { aboutChange } from './containment.ts';
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
 * Others chose how deep records lie, so that it takes no stack.
 */
export function removeTree(
  transaction: Transaction,
  id: string,
  isWhole = false,
  seen: Set<string> = new Set(),
): void {
  const open: { id: string; contents: Iterator<string> }[] = [];
  const enter = (each: string) => {
    if (seen.has(each)) return;
    seen.add(each);
    open.push({ id: each, contents: transaction.contentsOf(each).values() });
  };
  enter(id);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const next = last.contents.next();
    if (next.done) {
      open.pop();
      removeOne(transaction, last.id);
      continue;
    }
    const inside = next.value;
    const base = transaction.after(inside);
    const entity = transaction.entityOf(inside);
    if (isWhole || !isApart(transaction, inside) || !base || !entity) enter(inside);
    // Nothing would show it once what it lies in is gone.
    else if (!transaction.isDeleted(inside))
      moveTree(transaction, entity, inside, { scopeId: base.scopeId, fields: outOf(entity, base) });
  }
}

function removeOne(transaction: Transaction, id: string): void {
  const base = transaction.after(id);
  const entity = transaction.entityOf(id);
  if (base && entity) transaction.add({ verb: 'delete', entity, id, scopeId: base.scopeId, base });
}

/** Returns the change that takes a record out of what it lies in. */
function outOf(entity: EntityName, row: Row): Record<string, null> {
  const ref = containerRef(entityOf(entity), row);
  return ref === undefined ? {} : { [ref]: null };
}

/** Moves a record, then what lies in it. What stays behind they name no more: no ref leads into another scope. */
export function moveTree(
  transaction: Transaction,
  entity: EntityName,
  id: string,
  { scopeId, fields }: Destination,
): void {
  const root = transaction.after(id);
  if (!root) return;
  const { about } = entityOf(entity);
  const subject = about !== undefined && about in fields ? { [about]: fields[about] } : undefined;
  /** Returns the change by which what lies in it is about what it is about from now on. */
  const aboutThat = (noun: EntityName, base: Row): Record<string, unknown> =>
    subject && entityOf(noun).about === about ? aboutChange(noun, base, subject) : {};
  if (root.scopeId === scopeId) {
    const isAnother = Object.keys(aboutThat(entity, root)).length > 0;
    transaction.add({ verb: 'update', entity, id, scopeId, base: root, changed: fields });
    if (isAnother) carryAbout(transaction, id, aboutThat);
    return;
  }
  const moved = treeOf(id, (each) =>
    transaction.contentsOf(each).filter((inside) => !isApart(transaction, inside)),
  );
  for (const each of moved) {
    const base = transaction.after(each);
    const noun = transaction.entityOf(each);
    if (!base || !noun) continue;
    const given = each === id ? fields : aboutThat(noun, base);
    const isThere = (named: string) => moved.has(named) || transaction.after(named)?.scopeId === scopeId;
    const changed = { ...given, ...withoutThoseBehind(noun, { ...base, ...given }, isThere) };
    transaction.add({ verb: 'move', entity: noun, id: each, scopeId, from: base.scopeId, base, changed });
  }
}

/** Changes what lies in a record that stays in its scope and is about somebody else. */
function carryAbout(
  transaction: Transaction,
  id: string,
  changeOf: (noun: EntityName, base: Row) => Record<string, unknown>,
): void {
  const [, ...below] = treeOf(id, (each) =>
    transaction.contentsOf(each).filter((inside) => !isApart(transaction, inside)),
  );
  for (const each of below) {
    const base = transaction.after(each);
    const entity = transaction.entityOf(each);
    const changed = base && entity ? changeOf(entity, base) : {};
    if (Object.keys(changed).length > 0)
      transaction.add({
        verb: 'update',
        entity: entity!,
        id: each,
        scopeId: base!.scopeId,
        base: base!,
        changed,
      });
  }
}

/**
 * Returns a record and what lies in it at any depth, each before its contents and none twice. Others chose how deep records
 * lie, so that it takes no stack.
 */
export function treeOf(id: string, contentsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [id];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    for (const inside of contentsOf(at).toReversed()) waiting.push(inside);
  }
  return found;
}

/**
 * Returns a function that tells if a record lies in itself, for as long as nothing changes: of all together it costs their
 * number, not their depths.
 */
export function circlesIn(containerOf: (id: string) => string | undefined): (id: string) => boolean {
  const known = new Map<string, boolean>();
  return (id) => {
    const path = new Map<string, number>();
    let at: string | undefined = id;
    for (; at !== undefined && !known.has(at) && !path.has(at); at = containerOf(at)) path.set(at, path.size);
    const circle = at === undefined ? path.size : (path.get(at) ?? path.size);
    for (const [each, place] of path) known.set(each, place >= circle);
    return known.get(id)!;
  };
}

/** Returns the change by which a row names no record of its scope but those that are where it moves. */
function withoutThoseBehind(
  entity: EntityName,
  row: Readonly<Record<string, unknown>>,
  isThere: (id: string) => boolean,
): Record<string, unknown> {
  const noun = entityOf(entity);
  const changed: Record<string, unknown> = {};
  for (const key of recordRefs(noun)) {
    const { target, kind } = noun.refs[key]!;
    if (!shareScope(entityOf(target), noun)) continue;
    const named = namedIn(row[key] as RefValue | undefined);
    const kept = named.filter(isThere);
    if (kept.length < named.length) changed[key] = kind === 'refs' ? kept : null;
  }
  return changed;
}

/** Returns those of some records that show in none of the others. */
export function rootsOf(transaction: Transaction, ids: Iterable<string>): string[] {
  const { records } = transaction;
  const all = new Set(ids);
  const shownIn = (id: string) => (isApart(transaction, id) ? undefined : records.containerOf(id));
  const known = new Map<string, boolean>();
  /** Tells whether a record, or what it shows in, is one of them; each on the way up is asked once. */
  const isCovered = (id: string | undefined): boolean => {
    const passed = new Set<string>();
    let at = id;
    while (at !== undefined && !all.has(at) && !known.has(at) && !passed.has(at)) {
      passed.add(at);
      at = shownIn(at);
    }
    const covered = at !== undefined && (all.has(at) || known.get(at) === true);
    for (const each of passed) known.set(each, covered);
    return covered;
  };
  return [...all].filter((id) => !isCovered(shownIn(id)));
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
