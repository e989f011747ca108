/**
 * What was typed into a form that closed before it was saved. Drafts live in memory only: no open text may lie in the
 * browser's storage, and signing out forgets them.
 */
import { useCallback, useState } from 'react';

const drafts = new Map<string, unknown>();

/** Forgets every draft. */
export const forgetDrafts = (): void => drafts.clear();

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
