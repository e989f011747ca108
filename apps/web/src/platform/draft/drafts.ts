/**
 * Keeps the text typed into a form that closed before it was saved, and the view of a list that was left. Both live in
 * memory only: no plain text, not even of a search, may be stored in the browser's storage or history, and signing out
 * forgets them.
 */
import { useReducer } from 'react';

const drafts = new Map<string, unknown>();
const views = new Map<string, unknown>();

/** Forgets every draft and view. */
export function forgetDrafts(): void {
  drafts.clear();
  globalThis.removeEventListener?.('beforeunload', askFirst);
  views.clear();
}

/** Returns a state that is restored when the person comes back to its page. `key` names what it is the view of. */
export function useRemembered<T>(key: string, initial: T): [view: T, setView: (view: T) => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const setView = (view: T) => {
    views.set(key, view);
    redraw();
  };
  return [views.has(key) ? (views.get(key) as T) : initial, setView];
}

/** Returns what was typed under a name, if anything; the name says which form it is and what it is about. */
export const keptDraft = <T>(name: string): T | undefined => drafts.get(name) as T | undefined;

/** Keeps what was typed; forgets the draft when nothing is left. */
export function keepDraft(name: string, typed: unknown): void {
  if (typed === undefined) drafts.delete(name);
  else drafts.set(name, typed);
  // Memory does not outlive the page: the browser asks before it loads another one.
  if (drafts.size > 0) globalThis.addEventListener?.('beforeunload', askFirst);
  else globalThis.removeEventListener?.('beforeunload', askFirst);
}

const askFirst = (event: Event) => event.preventDefault();
