/**
 * Keeps the text typed into a form that closed before it was saved, and the view of a list that was left. Both live in
 * memory only: no plain text, not even of a search, may be stored in the browser's storage or history. They belong to
 * one workspace and to whoever is signed in: signing out forgets them, and so does somebody else who signs in.
 */
import { sameValue } from '@kontor/client/replica/sameValue';
import { useReducer, useState } from 'react';
import { openWorkspaceId } from '../workspace/workspace.ts';

const drafts = new Map<string, unknown>();
const views = new Map<string, unknown>();

/** The owner of a draft: a workspace, by its id, or the account with its forms outside all workspaces. */
export type DraftPlace = string | 'account';

/** Returns what a form that opens now is about. */
export const placeNow = (): DraftPlace => openWorkspaceId() ?? 'account';

/** Forgets every draft and view. */
export function forgetDrafts(): void {
  drafts.clear();
  globalThis.removeEventListener?.('beforeunload', askFirst);
  views.clear();
}

/**
 * Returns a state that is restored when the person comes back to its page in the same workspace. `name` says what it is
 * the view of. It stands for the open workspace unless a place is given.
 */
export function useRemembered<T>(
  name: string,
  initial: T,
  place: DraftPlace = placeNow(),
): [view: T, setView: (view: T) => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const key = `${place} ${name}`;
  const setView = (view: T) => {
    views.set(key, view);
    redraw();
  };
  return [views.has(key) ? (views.get(key) as T) : initial, setView];
}

/**
 * Returns what was typed under a name, if anything; the name says which form it is and what it is about. It stands for
 * the open workspace unless a place is given.
 */
export const keptDraft = <T>(name: string, place = placeNow()): T | undefined =>
  drafts.get(`${place} ${name}`) as T | undefined;

/**
 * Returns the names of the drafts about a thing: those that say its id, as the forms of what lies in it do, too. They
 * stand for the open workspace.
 */
export function draftsAbout(id: string): string[] {
  const place = `${placeNow()} `;
  return [...drafts.keys()]
    .filter((key) => key.startsWith(place))
    .map((key) => key.slice(place.length))
    .filter((name) => name.split(' ').includes(id));
}

/** Forgets what was typed about a thing that the person deletes. */
export function forgetDraftsAbout(id: string): void {
  for (const name of draftsAbout(id)) keepDraft(name, undefined);
}

/** Returns how many forms hold what was typed and not saved. */
export const draftCount = (): number => drafts.size;

/** Keeps what was typed; forgets the draft when nothing is left. */
export function keepDraft(name: string, typed: unknown, place = placeNow()): void {
  const key = `${place} ${name}`;
  if (typed === undefined) drafts.delete(key);
  else drafts.set(key, typed);
  // Memory does not outlive the page: the browser asks before it loads another one.
  if (drafts.size > 0) globalThis.addEventListener?.('beforeunload', askFirst);
  else globalThis.removeEventListener?.('beforeunload', askFirst);
}

/**
 * Returns what is typed outside of the app's forms, and keeps it under a name as theirs is kept. Stands for one name: give
 * it a key.
 */
export function useKept<T>(name: string, nothing: T): [typed: T, keep: (next: T) => void] {
  const [typed, setTyped] = useState(() => keptDraft<T>(name) ?? nothing);
  const keep = (next: T) => {
    setTyped(next);
    keepDraft(name, sameValue(next, nothing) ? undefined : next);
  };
  return [typed, keep];
}

const askFirst = (event: Event) => event.preventDefault();
