/**
 * Three-way merge, field by field: `base` is the state that a change was made to, `changed` what it wrote, `current`
 * the record as it is by now. Changes to different fields both survive. Where both changed the same text, the one that
 * arrived first stays and the other is kept as a conflict; of other values the last one wins; of sets (assignees) both
 * changes count.
 */
import type { Entity, MergeStrategy } from '@kontor/contract/entity/entity';
import { entityOf } from '@kontor/contract/nouns/entities';
import { type Conflict, conflictsKey, conflictsOf } from './conflict.ts';
import type { Row } from './row.ts';

/** The author of a change; names the conflicts, the same on each try. */
export interface Author {
  transactionId: string;
  userId: string;
  /** ms. */
  at: number;
}

type Fields = Record<string, unknown>;
type Strategy = MergeStrategy | 'conflicts';

interface Unit {
  /** A field's name, or that of fields that only make sense together. */
  name: string;
  keys: string[];
  strategy: Strategy;
}

/** The strategies by noun and field, as far as they were asked for. */
const units = new Map<string, Unit>();

function unitOf(entityName: string, key: string): Unit {
  const name = `${entityName}.${key}`;
  let unit = units.get(name);
  if (!unit) {
    unit = describeUnit(entityOf(entityName), key);
    units.set(name, unit);
  }
  return unit;
}

function describeUnit({ refs, sealed, groups = {}, merge = {}, written }: Entity, key: string): Unit {
  if (key === conflictsKey) return { name: key, keys: [key], strategy: 'conflicts' };
  const group = Object.entries(groups).find(([, keys]) => keys.includes(key));
  // What clients derive from other records is as the newest says, and shows nobody a conflict.
  const people = (strategy: Strategy): Strategy => (written === 'clients' ? 'last' : strategy);
  if (group) return { name: group[0], keys: [...group[1]], strategy: merge[group[0]] ?? people('text') };
  const kind = sealed[key]?.kind;
  const byKind =
    refs[key]?.kind === 'refs' ? 'set' : kind === 'text' || kind === 'richText' ? people('text') : 'last';
  return { name: key, keys: [key], strategy: merge[key] ?? byKind };
}

const pick = (keys: string[], ...sources: Fields[]): Fields => {
  const out: Fields = {};
  for (const key of keys) {
    const source = sources.find((candidate) => Object.hasOwn(candidate, key));
    const value = source?.[key];
    if (value !== undefined && value !== null) out[key] = value;
  }
  return out;
};

/** The record with the change in it. `current` is not touched. */
export function mergeRow(entityName: string, base: Row, changed: Fields, current: Row, author: Author): Row {
  const out: Row = { ...current };
  const done = new Set<string>();
  for (const key of Object.keys(changed)) {
    const unit = unitOf(entityName, key);
    if (done.has(unit.name)) continue;
    done.add(unit.name);
    const mine = pick(unit.keys, changed, base);
    const [before, theirs] = [pick(unit.keys, base), pick(unit.keys, current)];
    if (sameValue(mine, theirs) || sameValue(mine, before)) continue;
    if (sameValue(theirs, before)) put(out, unit.keys, mine);
    else mergeUnit(out, unit, { before, mine, theirs }, author);
  }
  return out;
}

function mergeUnit(
  out: Row,
  { name, keys, strategy }: Unit,
  { before, mine, theirs }: { before: Fields; mine: Fields; theirs: Fields },
  author: Author,
): void {
  const key = keys[0]!;
  if (strategy === 'set') out[key] = mergeSet(before[key], mine[key], theirs[key], String);
  else if (strategy === 'conflicts')
    out[key] = mergeSet(before[key], mine[key], theirs[key], (item) => (item as Conflict | null)?.id);
  else if (strategy === 'last' || isEmpty(theirs)) put(out, keys, mine);
  // Nothing typed is lost when somebody emptied what somebody else rewrote.
  else if (!isEmpty(mine)) keep(out, name, before, mine, author);
}

/** Adds a conflict, or continues the one that this author's earlier transaction left. */
function keep(out: Row, field: string, before: Fields, mine: Fields, author: Author): void {
  const conflicts = [...conflictsOf(out)];
  const earlier = conflicts.findIndex(
    (conflict) =>
      conflict.field === field && conflict.by === author.userId && sameValue(conflict.kept, before),
  );
  const id = `${author.transactionId}.${field}`;
  if (earlier >= 0) conflicts[earlier] = { ...conflicts[earlier]!, kept: mine, at: author.at };
  else if (!conflicts.some((conflict) => conflict.id === id))
    conflicts.push({ id, field, kept: mine, by: author.userId, at: author.at });
  out[conflictsKey] = conflicts;
}

/** Merges two versions of a set: keeps what either side added, and drops what either side removed. */
function mergeSet(
  before: unknown,
  mine: unknown,
  theirs: unknown,
  idOf: (item: unknown) => unknown,
): unknown[] {
  const [a, b, c] = [before, mine, theirs].map((list) => (Array.isArray(list) ? list : []));
  const had = new Set(a!.map(idOf));
  const have = new Map(b!.map((item) => [idOf(item), item]));
  const out = c!.filter((item) => !had.has(idOf(item)) || have.has(idOf(item)));
  const there = new Set(out.map(idOf));
  for (const [id, item] of have) if (!had.has(id) && !there.has(id)) out.push(item);
  return out;
}

function put(out: Row, keys: string[], values: Fields): void {
  for (const key of keys) {
    if (values[key] === undefined) delete out[key];
    else out[key] = values[key];
  }
}

const isEmptyText = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' &&
    (value as { type?: unknown }).type === 'doc' &&
    isEmptyText((value as { content?: unknown }).content));

const isEmpty = (fields: Fields): boolean => Object.values(fields).every(isEmptyText);

/**
 * Tells whether a delete that was decided on `base` would take away text that somebody wrote into `current` meanwhile:
 * then a person decides again.
 */
export function hasNewText(entityName: string, base: Row, current: Row): boolean {
  return Object.keys(current).some(
    (key) =>
      ['text', 'conflicts'].includes(unitOf(entityName, key).strategy) && !sameValue(base[key], current[key]),
  );
}

/** Deep equality of JSON values; an absent property equals an undefined one. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Fields, b as Fields];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const key of keys) if (!sameValue(left[key], right[key])) return false;
  return true;
}
