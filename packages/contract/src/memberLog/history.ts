/**
 * Answers what a log proves of times before its newest entry: kept by member and by scope, from entry to entry where something
 * changed, so that a question about any entry costs a search and not a fold.
 */
import { type LoggedMember, type LogHistory, type LogState, mayHoldPrivate } from './state.ts';

type Facts = Pick<LogState, 'seq' | 'head' | 'members' | 'scopes'>;

/** The cut of an entry: see `cuts.ts`. */
interface Cut {
  revisions: ReadonlyMap<string, number>;
  isWide: boolean;
}

const beginning: LogHistory = {
  hashes: [],
  members: new Map(),
  generations: new Map(),
  revisions: new Map(),
  wideCuts: [],
};

/** Returns the history after an entry that led from `before` (undefined: none) to `after`. */
export function historyAfter(before: LogState | undefined, after: Facts, cut?: Cut): LogHistory {
  const past = before?.history ?? beginning;
  const { seq } = after;
  return {
    hashes: [...past.hashes, after.head],
    members: withChanges(past.members, changed(before?.members, after.members), (fact) => ({ seq, fact })),
    generations: withChanges(past.generations, changed(before?.scopes, after.scopes), (scope) => ({
      seq,
      fact: scope?.generation ?? 0,
    })),
    revisions: withChanges(past.revisions, cut?.revisions ?? [], (revision) => ({ seq, revision })),
    wideCuts: cut?.isWide ? [...past.wideCuts, seq] : past.wideCuts,
  };
}

function changed<V>(before: ReadonlyMap<string, V> | undefined, after: ReadonlyMap<string, V>) {
  const changes: [string, V | undefined][] = [];
  if (before === after) return changes;
  for (const [key, value] of after) if (before?.get(key) !== value) changes.push([key, value]);
  for (const key of before?.keys() ?? []) if (!after.has(key)) changes.push([key, undefined]);
  return changes;
}

function withChanges<C, V>(
  past: ReadonlyMap<string, readonly V[]>,
  changes: Iterable<[string, C]>,
  since: (change: C) => V,
): ReadonlyMap<string, readonly V[]> {
  const added = [...changes];
  if (added.length === 0) return past;
  const next = new Map(past);
  for (const [key, change] of added) next.set(key, [...(past.get(key) ?? []), since(change)]);
  return next;
}

/** Returns the hash of an entry, base64url; undefined for one that the log does not have yet. */
export const hashAt = ({ history }: LogState, seq: number): string | undefined => history.hashes[seq];

/** Returns somebody's place right after an entry; undefined where they had none. */
export const memberAt = ({ history }: LogState, userId: string, seq: number): LoggedMember | undefined =>
  newest(history.members.get(userId), (since) => since.seq <= seq)?.fact;

/** Returns whether somebody could hold keys of private scopes right after an entry, and after each later one that concerns them. */
function couldHold(state: LogState, userId: string, seq: number): boolean[] {
  const later = (state.history.members.get(userId) ?? []).filter((since) => since.seq > seq);
  return [memberAt(state, userId, seq), ...later.map(({ fact }) => fact)].map(
    (member) => member !== undefined && mayHoldPrivate(member),
  );
}

/** Tells whether somebody could hold keys of private scopes right after an entry, and ever since. */
export const couldHoldSince = (state: LogState, userId: string, seq: number): boolean =>
  couldHold(state, userId, seq).every(Boolean);

/** Tells whether somebody could hold keys of private scopes right after an entry, or at any time since. */
export const couldHoldLater = (state: LogState, userId: string, seq: number): boolean =>
  couldHold(state, userId, seq).some(Boolean);

/** Returns who held a certificate right after an entry; undefined where it was nobody's, or not theirs any more. */
export function holderAt(state: LogState, certKey: string, seq: number): LoggedMember | undefined {
  const { userId = '' } = state.certs.get(certKey) ?? {};
  const member = memberAt(state, userId, seq);
  return member?.certKey === certKey ? member : undefined;
}

/**
 * Tells whether somebody came back with other keys than those that they left with: nothing but their id says then that they are
 * the same person.
 */
export function cameBackAnew({ history }: LogState, userId: string): boolean {
  const places = history.members.get(userId) ?? [];
  return places.some(({ fact }, at) => {
    const [before, after] = [places[at - 1]?.fact, places[at + 1]?.fact];
    return (
      fact === undefined && before !== undefined && after !== undefined && before.certKey !== after.certKey
    );
  });
}

/** Returns the generation of a scope of the log right after an entry; 0 where it was not there. */
export const generationAt = ({ history }: LogState, scopeId: string, seq: number): number =>
  newest(history.generations.get(scopeId), (since) => since.seq <= seq)?.fact ?? 0;

/** Returns the entry that started a generation of a scope of the log; undefined where none did. */
export const startOf = ({ history }: LogState, scopeId: string, generation: number): number | undefined =>
  history.generations.get(scopeId)?.find(({ fact }) => fact === generation)?.seq;

/**
 * Returns the newest entry that cuts a scope below a revision (from 1): what has that revision was written after it. Undefined where
 * none does. A scope that the log does not know counts as a project or an open room.
 */
export function newestCutBelow({ history, scopes }: LogState, scopeId: string, revision: number) {
  const named = history.revisions.get(scopeId) ?? [];
  if (scopes.has(scopeId)) return newest(named, (cut) => cut.revision < revision)?.seq;
  // What an entry does not name it cuts where the one before did: so every one counts up to the first that names more.
  const end = named[countWhile(named, (cut) => cut.revision < revision)]?.seq ?? Number.POSITIVE_INFINITY;
  return newest(history.wideCuts, (seq) => seq < end);
}

/** Returns the revision of a scope up to which it counts as it was before the newest cut; 0 where nothing does. */
export const lastRevision = ({ history }: LogState, scopeId: string): number =>
  history.revisions.get(scopeId)?.at(-1)?.revision ?? 0;

/** Returns the last element for which `holds`, in a list where it holds up to some element and not behind. */
function newest<T>(list: readonly T[] | undefined, holds: (element: T) => boolean): T | undefined {
  return list?.[countWhile(list, holds) - 1];
}

/** Counts the elements for which `holds`, by bisection. */
function countWhile<T>(list: readonly T[], holds: (element: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
