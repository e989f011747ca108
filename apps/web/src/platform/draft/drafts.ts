/**
 * What was typed into a form that closed before it was saved, and how a list was shown that was left. It lives in memory
 * only: no open text, a search's neither, may lie in the browser's storage or history, and signing out forgets it.
 */
import { useCallback, useReducer, useState } from 'react';

const drafts = new Map<string, unknown>();
const views = new Map<string, unknown>();

/** Forgets every draft and view. */
export function forgetDrafts(): void {
  drafts.clear();
  views.clear();
}

/** A state that stands again when its page is come back to. `key` names what it is the view of. */
export function useRemembered<T>(key: string, initial: T): [view: T, setView: (view: T) => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const setView = (view: T) => {
    views.set(key, view);
    redraw();
  };
  return [views.has(key) ? (views.get(key) as T) : initial, setView];
}

export interface Draft<T> {
  value: T;
  /** Merges changes into the draft. */
  change: (part: Partial<T>) => void;
  /** True when something would be lost. */
  dirty: boolean;
  /** True when the form opened with what had been typed before. */
  restored: boolean;
  /** Forgets the draft and goes back to `initial`; after saving and on "discard". */
  clear: () => void;
}

/** A form's content that survives its closing by accident. `key` names the form and the thing it is about. */
export function useDraft<T extends object>(key: string, initial: T): Draft<T> {
  const [restored] = useState(() => drafts.has(key));
  const [value, setValue] = useState<T>(() => (drafts.get(key) as T | undefined) ?? initial);
  const [dirty, setDirty] = useState(restored);
  const change = useCallback(
    (part: Partial<T>) => {
      setValue((before) => {
        const next = { ...before, ...part };
        drafts.set(key, next);
        return next;
      });
      setDirty(true);
    },
    [key],
  );
  const clear = useCallback(() => {
    drafts.delete(key);
    setValue(initial);
    setDirty(false);
  }, [key, initial]);
  return { value, change, dirty, restored, clear };
}
