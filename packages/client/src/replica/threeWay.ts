/**
 * Three-way merge of one value: `base` is what both people began with, `mine` and `theirs` what they made of it.
 * Formatted texts merge paragraph by paragraph, sets of ids element by element; any other value is one piece.
 */
import { isRichText, type RichText } from '@kontor/contract/entity/field';
import { type Merged, mergeBlocks } from './blockMerge.ts';
import { sameValue } from './sameValue.ts';

/** Merges two changes of one value of a record. */
export function mergeValues<T>(base: T, mine: T, theirs: T): Merged<T> {
  if (sameValue(mine, base) || sameValue(mine, theirs))
    return { mine: theirs, theirs, base: theirs, isClean: true };
  if (sameValue(theirs, base)) return { mine, theirs: mine, base: theirs, isClean: true };
  const all: unknown[] = [base, mine, theirs];
  if (all.some(isRichText) && all.every(isTextOrNone))
    return mergeTexts(...(all as [Text, Text, Text])) as Merged<T>;
  if (all.every(isIds)) {
    const [before, left, right] = all as string[][];
    const both = mergeSet(before!, left!, right!) as T;
    return { mine: both, theirs: both, base: theirs, isClean: true };
  }
  return { mine, theirs, base, isClean: false };
}

type Text = RichText | null | undefined;

const isTextOrNone = (value: unknown): boolean => value === undefined || value === null || isRichText(value);

const isIds = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Merges two changes of a formatted text. An empty one may be absent, and comes out as undefined. */
export function mergeTexts(base: Text, mine: Text, theirs: Text): Merged<RichText | undefined> {
  const [before, left, right] = [base, mine, theirs].map((text) => text?.content ?? []);
  const merged = mergeBlocks(before!, left!, right!);
  const text = (content: readonly RichText[]): RichText | undefined =>
    content.length > 0 ? { ...(theirs ?? mine ?? base), type: 'doc', content: [...content] } : undefined;
  return {
    mine: text(merged.mine),
    theirs: text(merged.theirs),
    base: text(merged.base),
    isClean: merged.isClean,
  };
}

/** Merges two versions of a set: keeps what either side added, and drops what either side removed. */
export function mergeSet<T>(
  before: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  idOf: (item: T) => unknown = (item) => item,
): T[] {
  const had = new Set(before.map(idOf));
  const have = new Map(mine.map((item) => [idOf(item), item]));
  const out = theirs.filter((item) => !had.has(idOf(item)) || have.has(idOf(item)));
  const there = new Set(out.map(idOf));
  for (const [id, item] of have) if (!had.has(id) && !there.has(id)) out.push(item);
  return out;
}

/** An entry of a list that says which one it is. */
export interface Item {
  id: string;
}

/** Merges two versions of a list of items: each is as whoever changed it left it; of one that both changed, mine. */
export function mergeItems<T extends Item>(
  before: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): T[] {
  const had = new Map(before.map((item) => [item.id, item]));
  const have = new Map(mine.map((item) => [item.id, item]));
  const changed = (item: T) => !sameValue(had.get(item.id), item);
  return mergeSet(before, mine, theirs, ({ id }) => id).map((item) => {
    const own = have.get(item.id);
    return own && changed(own) ? own : item;
  });
}

/** An entry of a list that holds from a day on. */
export interface Dated {
  from: string;
}

/**
 * Merges two versions of a list of what holds from a day on, in order: whatever either side set or changed is in it; of one
 * day that both did, mine.
 */
export function mergeDated<T extends Dated>(
  before: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): T[] {
  const had = new Map(before.map((item) => [item.from, item]));
  const have = new Set(mine.map(({ from }) => from));
  const isChanged = (item: T) => !sameValue(had.get(item.from), item);
  const own = mine.filter(isChanged);
  const kept = theirs.filter(
    (item) => (have.has(item.from) || isChanged(item)) && !own.some(({ from }) => from === item.from),
  );
  return [...kept, ...own].sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** A change of a field, of which a list has one at most. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/**
 * Merges two versions of a list of what changed: what either side says of a field is in it; where both do, the field went from
 * where theirs found it to where mine left it.
 */
export function mergeChanges<T extends FieldChange>(
  before: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): T[] {
  const of = (list: readonly T[], name: string) => list.find(({ field }) => field === name);
  const names = new Set([...theirs, ...mine].map(({ field }) => field));
  return [...names].flatMap((name): T[] => {
    const [had, own, other] = [of(before, name), of(mine, name), of(theirs, name)];
    if (sameValue(own, had)) return other ? [other] : [];
    // It was changed back, or it is news to the other side.
    if (!own || !other) return own ? [own] : [];
    return [{ ...own, from: other.from }];
  });
}
