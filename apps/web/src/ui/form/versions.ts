/**
 * Keeps the versions of each field in a form: its base, which is what the person saw before they typed; what they
 * typed; and, where somebody else changed the same piece meanwhile, what is stored. A piece is the whole field, or one
 * paragraph of a formatted text, or one element of a list of ids: other pieces are merged as they arrive.
 */
import { sameValue } from '@kontor/client/replica/sameValue';
import { mergeValues } from '@kontor/client/replica/threeWay';

export interface Versions<V> {
  base: V;
  values: V;
  theirs: Partial<V>;
}

export type Name<V> = keyof V & string;

const namesOf = <V extends object>(values: V | Partial<V>) => Object.keys(values) as Name<V>[];

const pick = <V extends object>(values: V, names: readonly Name<V>[]): Partial<V> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>;

const without = <V extends object>(values: Partial<V>, names: readonly Name<V>[]): Partial<V> =>
  pick(
    values as V,
    namesOf(values).filter((name) => !names.includes(name)),
  );

export const isChanged = <V extends object>({ base, values }: Versions<V>, name: Name<V>): boolean =>
  !sameValue(values[name], base[name]);

/** Returns the fields that the person changed, with what they typed. */
export const changesOf = <V extends object>(versions: Versions<V>): Partial<V> =>
  pick(
    versions.values,
    namesOf(versions.values).filter((name) => isChanged(versions, name)),
  );

/** Returns the fields of which both the person and somebody else changed the same piece, each to something else. */
export const conflictsOf = <V extends object>(versions: Versions<V>): Name<V>[] =>
  namesOf<V>(versions.theirs).filter((name) => !merge(versions, name, versions.theirs[name]).isClean);

/** Returns the value that a field in conflict gets when the other's is chosen. */
export const theirsIn = <V extends object>(versions: Versions<V>, name: Name<V>): V[Name<V>] =>
  merge(versions, name, versions.theirs[name]).theirs;

const merge = <V extends object>(
  { base, values }: Versions<V>,
  name: Name<V>,
  stored: V[Name<V>] | undefined,
) => mergeValues(base[name], values[name], stored as V[Name<V>]);

/** Begins with the stored values. */
export const begin = <V extends object>(stored: V): Versions<V> => ({
  base: stored,
  values: stored,
  theirs: {},
});

/**
 * Takes over what somebody else stored meanwhile: what the person left alone shows it, what they typed stays and keeps
 * its base. Where both wrote the same, nothing is left to save. Returns the same object when nothing changes.
 */
export function follow<V extends object>(versions: Versions<V>, before: V, stored: V): Versions<V> {
  const moved = namesOf<V>(stored).filter((name) => !sameValue(before[name], stored[name]));
  if (moved.length === 0) return versions;
  const next = {
    base: { ...versions.base },
    values: { ...versions.values },
    theirs: without(versions.theirs, moved),
  };
  for (const name of moved) {
    const merged = merge(versions, name, stored[name]);
    next.base[name] = merged.base;
    next.values[name] = merged.mine;
    if (!merged.isClean) next.theirs[name] = stored[name];
  }
  const isSame = (name: Name<V>): boolean =>
    sameValue(next.base[name], versions.base[name]) &&
    sameValue(next.values[name], versions.values[name]) &&
    name in next.theirs === name in versions.theirs &&
    sameValue(next.theirs[name], versions.theirs[name]);
  return moved.every(isSame) ? versions : next;
}

/** Takes over the other's value in fields where what was typed since leaves nothing to decide. */
export function concede<V extends object>(versions: Versions<V>): Versions<V> {
  const contested = conflictsOf(versions);
  const names = namesOf<V>(versions.theirs).filter((name) => !contested.includes(name));
  return names.reduce((next, name) => decide(next, name, 'mine'), versions);
}

/** Decides a conflict: the person has seen the other's value, and either keeps that or writes their own over it. */
export function decide<V extends object>(
  versions: Versions<V>,
  name: Name<V>,
  choice: 'mine' | 'theirs',
): Versions<V> {
  const merged = merge(versions, name, versions.theirs[name]);
  return {
    base: { ...versions.base, ...pick(versions.theirs as V, [name]) },
    values: { ...versions.values, [name]: merged[choice] },
    theirs: without(versions.theirs, [name]),
  };
}

/** Takes values as saved, the way records keep lines: without the spaces around them. */
export function settle<V extends object>(versions: Versions<V>, saved: Partial<V>): Versions<V> {
  const names = namesOf<V>(saved);
  const kept = Object.fromEntries(
    names.map((name) => {
      const value: unknown = saved[name];
      return [name, typeof value === 'string' ? value.trim() : value];
    }),
  ) as Partial<V>;
  const unmoved = names.filter((name) => sameValue(versions.values[name], saved[name]));
  return {
    base: { ...versions.base, ...kept },
    values: { ...versions.values, ...pick(kept as V, unmoved) },
    theirs: without(versions.theirs, names),
  };
}

/** The part of a form that outlives it: the fields that were typed into, or all of a new thing, and what was seen in them. */
export type Unsaved<V> = Pick<Versions<Partial<V>>, 'base' | 'values'>;

/**
 * Returns the part that has to outlive the form; undefined when nothing was typed. What is typed for a new thing goes with
 * the values that the form began with: the next one may begin with others.
 */
export function unsaved<V extends object>(versions: Versions<V>, isNew = false): Unsaved<V> | undefined {
  const { base, values } = versions;
  const changes = changesOf(versions);
  const names = namesOf<V>(changes);
  if (names.length === 0) return undefined;
  return isNew ? { base, values } : { base: pick(base, names), values: changes };
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Lays what was typed in an earlier visit over the stored values. Nobody else changes a new thing. */
export function restore<V extends object>(stored: V, kept: Unsaved<V>, isNew = false): Versions<V> {
  // What is empty on one side is missing there, once it was written down.
  const names = namesOf(stored).filter((name) => name in kept.base || name in kept.values);
  const values = { ...stored, ...pick(kept.values as V, names) };
  if (isNew) {
    // What the first form did not begin with, and nobody typed, is as the next one begins.
    const empty = names.filter((name) => isEmpty(kept.base[name]) && isEmpty(kept.values[name]));
    return { base: stored, values: { ...values, ...pick(stored, empty) }, theirs: {} };
  }
  const before = { ...stored, ...pick(kept.base as V, names) };
  return follow({ base: before, values, theirs: {} }, before, stored);
}
