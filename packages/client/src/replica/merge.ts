/**
 * Three-way merge, field by field: `base` is the state that a change was made to, `changed` what it wrote, `current`
 * the record as it is by now. Changes to different fields both survive, and so do changes to different paragraphs of a
 * formatted text. Where both changed the same text, the one that arrived first stays and the other is kept as a
 * conflict; of days, numbers and choices the later one stands, and the other is kept; of sets (assignees) both changes
 * count. What programs write rather than people is as the last one left it, what is signed as the first one did.
 */
import type { Entity, MergeStrategy } from '@kontor/contract/entity/entity';
import type { FieldKind } from '@kontor/contract/entity/field';
import { entityOf } from '@kontor/contract/nouns/entities';
import { type Conflict, conflictsKey, conflictsOf } from './conflict.ts';
import type { Row } from './row.ts';
import { sameValue } from './sameValue.ts';
import {
  type Dated,
  type FieldChange,
  type Item,
  mergeChanges,
  mergeDated,
  mergeItems,
  mergeSet,
  mergeValues,
} from './threeWay.ts';

/** The author of a change; names the conflicts, the same on each try. */
export interface Author {
  transactionId: string;
  userId: string;
  /** ms. */
  at: number;
}

type Fields = Record<string, unknown>;
type Strategy = MergeStrategy | 'paragraphs' | 'conflicts';

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

/** The kinds of field that people fill in. Both sides of a flag that was changed twice say the same. */
const ofKind: Partial<Record<FieldKind, Strategy>> = {
  text: 'text',
  richText: 'paragraphs',
  oneOf: 'value',
  day: 'value',
  number: 'value',
};

function describeUnit({ refs, sealed, groups = {}, merge = {}, written }: Entity, key: string): Unit {
  if (key === conflictsKey) return { name: key, keys: [key], strategy: 'conflicts' };
  const group = Object.entries(groups).find(([name, keys]) => name === key || keys.includes(key));
  // What nobody types over is as the newest says, and shows nobody a conflict.
  const people = (strategy: Strategy): Strategy => (written === 'people' ? strategy : 'last');
  if (group) return { name: group[0], keys: [...group[1]], strategy: merge[group[0]] ?? people('text') };
  const byKind = refs[key]?.kind === 'refs' ? 'set' : people(ofKind[sealed[key]?.kind ?? 'id'] ?? 'last');
  return { name: key, keys: [key], strategy: merge[key] ?? byKind };
}

/** Tells whether a unit is as what arrives last says, and shows nobody a conflict. */
function isNewest(entityName: string, { name, strategy }: Unit): boolean {
  const { written, merge } = entityOf(entityName);
  return strategy === 'last' && (written !== 'people' || merge?.[name] === 'last');
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

/**
 * Returns the record with the change in it. `current` is not touched.
 * @param later whose values stand where both changed one: what is brought back from before was not chosen last
 */
export function mergeRow(
  entityName: string,
  base: Row,
  changed: Fields,
  current: Row,
  author: Author,
  later: 'changed' | 'current' = 'changed',
): Row {
  const out: Row = { ...current };
  const done = new Set<string>();
  // What was decided first: what is kept beside the fields from here on was not there to be decided.
  const inOrder = Object.keys(changed).sort(
    (a, b) => Number(b === conflictsKey) - Number(a === conflictsKey),
  );
  for (const key of inOrder) {
    const unit = unitOf(entityName, key);
    if (done.has(unit.name)) continue;
    done.add(unit.name);
    const mine = pick(unit.keys, changed, base);
    const [before, theirs] = [pick(unit.keys, base), pick(unit.keys, current)];
    if (sameValue(mine, theirs) || sameValue(mine, before)) continue;
    if (unit.strategy === 'value' && later === 'changed')
      overwrite(out, unit, { base, before, mine, theirs }, author);
    else if (sameValue(theirs, before)) put(out, unit.keys, mine);
    // Nobody types over it: what was written since says what is so.
    else if (later === 'current' && isNewest(entityName, unit) && !isEmpty(theirs)) continue;
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
  if (strategy === 'set') out[key] = mergeSet(listIn(before[key]), listIn(mine[key]), listIn(theirs[key]));
  else if (strategy === 'items')
    out[key] = mergeItems(itemsIn(before[key]), itemsIn(mine[key]), itemsIn(theirs[key]));
  else if (strategy === 'dated')
    out[key] = mergeDated(datedIn(before[key]), datedIn(mine[key]), datedIn(theirs[key]));
  else if (strategy === 'changes')
    out[key] = mergeChanges(changesIn(before[key]), changesIn(mine[key]), changesIn(theirs[key]));
  else if (strategy === 'max') out[key] = Math.max(Number(mine[key] ?? 0), Number(theirs[key] ?? 0));
  else if (strategy === 'conflicts')
    out[key] = mergeConflicts(listIn(before[key]), listIn(mine[key]), listIn(theirs[key]));
  else if (strategy === 'paragraphs') {
    const merged = mergeValues(before[key], mine[key], theirs[key]);
    put(out, keys, { [key]: merged.theirs });
    if (!merged.isClean)
      keep(out, name, { before, mine, kept: { [key]: merged.mine }, over: { [key]: merged.theirs } }, author);
  } else if (strategy === 'last' || isEmpty(theirs)) put(out, keys, mine);
  // Nothing typed is lost when somebody emptied what somebody else rewrote.
  else if (strategy !== 'first' && !isEmpty(mine)) keep(out, name, { before, mine, kept: mine }, author);
}

interface Overwriting {
  base: Row;
  before: Fields;
  mine: Fields;
  theirs: Fields;
}

/**
 * Writes a value, and keeps the one that it replaces where its writer had not seen that. The kept values that they had
 * before them are settled by what they chose now.
 */
function overwrite(
  out: Row,
  { name, keys }: Unit,
  { base, before, mine, theirs }: Overwriting,
  { transactionId }: Author,
): void {
  const { authorId, updatedAt } = out;
  const isSeen = (conflict: Conflict) =>
    conflict.field === name &&
    ([before, mine].some((values) => sameValue(pick(keys, conflict.kept), values)) ||
      conflictsOf(base).some((seen) => sameValue(seen, conflict)));
  const there = conflictsOf(out);
  const conflicts = there.filter((conflict) => !isSeen(conflict));
  if (!sameValue(theirs, before)) {
    // Nobody knows which of several writers chose it.
    const isOne = out.version === base.version + 1 && typeof authorId === 'string';
    const kept = Object.fromEntries(keys.map((key) => [key, theirs[key] ?? null]));
    conflicts.push({
      id: `${transactionId}.${name}`,
      field: name,
      kept,
      ...(isOne && { by: authorId }),
      at: updatedAt,
    });
  }
  put(out, keys, mine);
  if (conflicts.length > 0) out[conflictsKey] = conflicts;
  else if (there.length > 0) delete out[conflictsKey];
}

/**
 * Returns what a record's fields become when the kept value is chosen: with what changed in other paragraphs since. Whatever
 * else its writer put there is left out: nobody is shown it who chooses.
 */
export function chosenFields(
  entityName: string,
  record: object,
  { field, kept, over }: Conflict,
): Record<string, unknown> {
  const { refs, sealed } = entityOf(entityName);
  const own = unitOf(entityName, field).keys.filter(
    (key) => Object.hasOwn(kept, key) && (Object.hasOwn(refs, key) || Object.hasOwn(sealed, key)),
  );
  return Object.fromEntries(
    own.map((key) => [
      key,
      over ? mergeValues(over[key], kept[key], (record as Fields)[key]).mine : kept[key],
    ]),
  );
}

/** Tells whether a conflict keeps the content of a file: it is no question, but lies among the file's versions. */
const isContent = (entityName: string, { field }: Conflict): boolean =>
  unitOf(entityName, field).keys.some((key) => entityOf(entityName).refs[key]?.kind === 'blobs');

/** Tells whether a record holds something that people wrote over each other, other than what stands, to be decided. */
export const isUndecided = (entityName: string, record: object): boolean =>
  conflictsOf(record)
    .filter((conflict) => !isContent(entityName, conflict))
    .some((conflict) =>
      Object.entries(chosenFields(entityName, record, conflict)).some(
        ([key, value]) => !sameValue(value ?? undefined, (record as Fields)[key] ?? undefined),
      ),
    );

/** Tells whether a conflict holds a value that was overwritten, rather than a text that was kept from overwriting. */
export const isOverwritten = (entityName: string, { kept }: Conflict): boolean =>
  Object.keys(kept).some((key) => unitOf(entityName, key).strategy === 'value');

/**
 * Merges two versions of a list of conflicts. Who settled one has seen the text that it had then: one whose writer has
 * gone on writing since stays, to be asked about again.
 */
function mergeConflicts(
  before: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): unknown[] {
  const isIn = (list: readonly unknown[], item: unknown) => list.some((each) => sameValue(each, item));
  const idOf = (item: unknown) => (item as Conflict | null)?.id;
  const left = theirs.filter((item) => !isIn(before, item) || isIn(mine, item));
  const there = new Set(left.map(idOf));
  return [...left, ...mine.filter((item) => !isIn(before, item) && !there.has(idOf(item)))];
}

interface Kept {
  before: Fields;
  mine: Fields;
  kept: Fields;
  over?: Fields;
}

/** Adds a conflict, or continues the one that this author's earlier transaction left. */
function keep(out: Row, field: string, { before, mine, kept, over }: Kept, author: Author): void {
  const conflicts = [...conflictsOf(out)];
  const id = `${author.transactionId}.${field}`;
  const add = { id, field, kept, ...(over && { over }), by: author.userId, at: author.at };
  for (const [i, earlier] of conflicts.entries()) {
    if (earlier.field !== field || earlier.by !== author.userId) continue;
    const next = continued(earlier, before, mine);
    if (!next) continue;
    conflicts[i] = { ...earlier, kept: next, at: author.at };
    out[conflictsKey] = conflicts;
    return;
  }
  if (!conflicts.some((conflict) => conflict.id === id)) conflicts.push(add);
  out[conflictsKey] = conflicts;
}

/** Returns a kept text with a later change in it; undefined where that change was not made to it. */
function continued({ kept, over }: Conflict, before: Fields, mine: Fields): Fields | undefined {
  if (!over) return sameValue(kept, before) ? mine : undefined;
  const merged = Object.keys(kept).map(
    (key) => [key, mergeValues(before[key], mine[key], kept[key])] as const,
  );
  if (!merged.every(([, { isClean }]) => isClean)) return undefined;
  return Object.fromEntries(merged.map(([key, value]) => [key, value.mine]));
}

function put(out: Row, keys: string[], values: Fields): void {
  for (const key of keys) {
    if (values[key] === undefined) delete out[key];
    else out[key] = values[key];
  }
}

const itemsIn = (value: unknown): Item[] => listIn(value) as Item[];
const datedIn = (value: unknown): Dated[] => listIn(value) as Dated[];
const changesIn = (value: unknown): FieldChange[] => listIn(value) as FieldChange[];

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isEmpty = (fields: Fields): boolean => Object.values(fields).every(isNothing);

/**
 * Tells whether a delete that was decided on `base` would take away text that somebody wrote into `current` meanwhile:
 * then a person decides again.
 */
export function hasNewText(entityName: string, base: Row, current: Row): boolean {
  return Object.keys(current).some(
    (key) =>
      ['text', 'paragraphs', 'conflicts'].includes(unitOf(entityName, key).strategy) &&
      !sameValue(base[key], current[key]),
  );
}
