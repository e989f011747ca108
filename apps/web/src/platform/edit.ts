/**
 * Editing one field in place while others may change it too. What is typed survives the closing of its form; what
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
  restored: boolean;
  /** Somebody else's value, when both changed the field. */
  theirs: { value: T } | undefined;
  keepMine: () => void;
  keepTheirs: () => void;
}

/** Where an edit stands: nothing to save, ready, or in conflict with what arrived meanwhile. */
export function standOf<T>(
  held: Held<T>,
  current: T,
  same: (a: T, b: T) => boolean,
): 'clean' | 'ready' | 'clash' {
  if (!held.mine || same(held.mine.value, current)) return 'clean';
  return !held.base || same(held.base.value, current) ? 'ready' : 'clash';
}

const nothing = {};
const identical = (a: unknown, b: unknown) => a === b;

/** `key` names the thing and the field; `save` writes it. */
export function useEdit<T>(
  key: string,
  current: T,
  save: (value: T) => void,
  same: (a: T, b: T) => boolean = identical,
): Edit<T> {
  const draft = useDraft<Held<T>>(key, nothing);
  const { mine, base } = draft.value;
  const stand = draft.dirty ? standOf(draft.value, current, same) : 'clean';
  const keepMine = () => {
    if (mine) save(mine.value);
    draft.clear();
  };
  return {
    value: draft.dirty && mine ? mine.value : current,
    change: (value) => draft.change({ mine: { value }, base: base ?? { value: current } }),
    commit: () => {
      if (stand === 'ready') keepMine();
      else if (stand === 'clean' && draft.dirty) draft.clear();
    },
    dirty: stand !== 'clean',
    restored: draft.restored,
    theirs: stand === 'clash' ? { value: current } : undefined,
    keepMine,
    keepTheirs: draft.clear,
  };
}

/** Several edits as one draft, for the slide-over that holds them. */
export const together = (edits: readonly Pick<Edit<never>, 'dirty' | 'restored' | 'keepTheirs'>[]) => ({
  dirty: edits.some((edit) => edit.dirty),
  restored: edits.some((edit) => edit.restored),
  clear: () => {
    for (const edit of edits) edit.keepTheirs();
  },
});
