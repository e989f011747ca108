/**
 * What was typed into a form that closed before it was saved, and how a list was shown that was left. It lives in memory
 * only: no open text, a search's neither, may lie in the browser's storage or history, and signing out forgets it.
 */
import { useReducer } from 'react';

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

/** What was typed under a name, if something was; the name says which form it is and what it is about. */
export const keptDraft = <T>(name: string): T | undefined => drafts.get(name) as T | undefined;

/** Keeps what was typed; forgets it when nothing is left. */
export function keepDraft(name: string, typed: unknown): void {
  if (typed === undefined) drafts.delete(name);
  else drafts.set(name, typed);
}
