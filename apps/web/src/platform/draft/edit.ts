/**
 * Editing fields in place while others may change it too. What is typed survives the closing of its form; what
 * somebody else writes meanwhile is not overwritten unseen: both are shown, and the person chooses.
 */
import { useDraft } from './drafts.ts';

interface Held<T> {
  mine?: { value: T };
  /** What stood in the field when typing began. */
  base?: { value: T };
}

export interface Edit<T> {
  /** What the field shows. */
  value: T;
  change: (value: T) => void;
  /** Saves what was typed, unless somebody else changed the field meanwhile. */
  commit: () => void;
  dirty: boolean;
  /** Somebody else's value, when both changed the field. */
  theirs: { value: T } | undefined;
  keepMine: () => void;
  keepTheirs: () => void;
}

/** The edits of one thing; a slide-over takes them as its draft. */
export interface Edits<T> {
  field: <K extends keyof T & string>(name: K) => Edit<T[K]>;
  dirty: boolean;
  /** True when the form opened with what had been typed before. */
  restored: boolean;
  clear: () => void;
}

type Same = (a: unknown, b: unknown) => boolean;

/** Where an edit stands: nothing to save, ready, or in conflict with what arrived meanwhile. */
export function standOf<T>(held: Held<T>, current: T, same: Same): 'clean' | 'ready' | 'clash' {
  if (!held.mine || same(held.mine.value, current)) return 'clean';
  return !held.base || same(held.base.value, current) ? 'ready' : 'clash';
}

const nothing = {};
const sameJson: Same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** `key` names the thing; `current` is what its fields hold now; `save` writes one of them. */
export function useEdits<T extends object>(
  key: string,
  current: T,
  save: <K extends keyof T & string>(name: K, value: T[K]) => void,
): Edits<T> {
  const draft = useDraft<{ [K in keyof T]?: Held<T[K]> }>(key, nothing);
  const heldOf = <K extends keyof T>(name: K): Held<T[K]> => draft.value[name] ?? nothing;
  const hold = <K extends keyof T>(name: K, held: Held<T[K]>) =>
    draft.change({ [name]: held } as unknown as Partial<{ [N in keyof T]?: Held<T[N]> }>);

  const field = <K extends keyof T & string>(name: K): Edit<T[K]> => {
    const held = heldOf(name);
    const stand = standOf(held, current[name], sameJson);
    const forget = () => hold(name, nothing);
    const keepMine = () => {
      if (held.mine) save(name, held.mine.value);
      forget();
    };
    return {
      value: held.mine ? held.mine.value : current[name],
      change: (value) => hold(name, { mine: { value }, base: held.base ?? { value: current[name] } }),
      commit: () => {
        if (stand === 'ready') keepMine();
        else if (stand === 'clean' && held.mine) forget();
      },
      dirty: stand !== 'clean',
      theirs: stand === 'clash' ? { value: current[name] } : undefined,
      keepMine,
      keepTheirs: forget,
    };
  };
  const names = Object.keys(current) as (keyof T & string)[];
  return {
    field,
    dirty: names.some((name) => field(name).dirty),
    restored: draft.restored,
    clear: draft.clear,
  };
}

/** One field alone. */
export function useEdit<T>(key: string, current: T, save: (value: T) => void): Edit<T> {
  return useEdits<{ value: T }>(key, { value: current }, (_name, value) => save(value)).field('value');
}
