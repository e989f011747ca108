/**
 * Keeps the text typed into a form that closed before it was saved, and the view of a list that was left. Drafts lie sealed
 * on the device, too, and are there again after a reload; a form whose values change their shape has to change its name.
 * Views are in memory only. No plain text, not even of a search, may be stored in the browser's storage or history. Both
 * belong to one workspace and to whoever is signed in: signing out forgets them, and so does somebody else who signs in.
 */
import { sameValue } from '@kontor/client/replica/sameValue';
import type { KeptDrafts } from '@kontor/client/session/keptDrafts';
import { useEffect, useReducer, useState } from 'react';
import { openWorkspaceId, workspaceIfOpen } from '../workspace/workspace.ts';
import { keptAfter, onHidden } from './keeping.ts';

/** By `<place>/<name>`. */
const drafts = new Map<string, unknown>();
/** The keys of those that the device has not as they stand here: they were typed, or forgotten, since. */
const unkept = new Set<string>();
/** Of those, the drafts of which the device has all but the chosen files, by the key. */
const keptButFiles = new Map<string, unknown>();
/** The drafts as the device had them when they were last written or taken over here, by the key. */
const stems = new Map<string, unknown>();
/** Of the unkept, those over which another tab wrote what does not go on from them, by the key: they wait for the next letter. */
const overwritten = new Map<string, unknown>();
/** The texts that were sent, saved or dropped under a key, of which other tabs have not been told yet. */
const gone = new Map<string, unknown[]>();
/** The last handing over to the device, by the key. */
const keeping = new Map<string, Promise<void>>();
/** Callbacks that show in a field what another tab typed, or undefined for nothing any more, by the draft's key. */
const shown = new Map<string, Set<(draft: unknown) => void>>();
/** The last look at what other tabs did. */
let looking: Promise<void> = Promise.resolve();
const views = new Map<string, unknown>();
let store: KeptDrafts | undefined;
let tabs: BroadcastChannel | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let stopWatching: (() => void) | undefined;

/** The owner of a draft: a workspace, by its id, or the account with its forms outside all workspaces. */
export type DraftPlace = string | 'account';

/** Returns what a form that opens now is about. */
export const placeNow = (): DraftPlace => openWorkspaceId() ?? 'account';

/**
 * Takes the drafts that the device keeps of whoever is signed in now, and keeps them there from now on; undefined where
 * nobody is signed in.
 */
export function keepDraftsIn(next: KeptDrafts | undefined): void {
  if (next === store) return;
  store = next;
  stopWatching?.();
  stopWatching = next && watchPage();
  for (const key of drafts.keys()) unkept.add(key);
  for (const map of [keptButFiles, stems, overwritten]) map.clear();
  for (const [key, draft] of next?.found ?? []) {
    if (drafts.has(key)) continue;
    drafts.set(key, draft);
    stems.set(key, draft);
  }
  keepSoon();
}

function watchPage(): () => void {
  const stop = onHidden(() => void keepNow());
  const look = () => {
    if (document.visibilityState === 'visible') void lookAround();
  };
  document.addEventListener('visibilitychange', look);
  const channel = new BroadcastChannel('kontor/drafts');
  channel.onmessage = ({ data }) => void lookAround(data);
  tabs = channel;
  return () => {
    stop();
    channel.close();
    tabs = undefined;
    document.removeEventListener('visibilitychange', look);
  };
}

/** A draft that a tab kept and has sent, saved, dropped or typed on; undefined where it had none before it typed. */
interface Gone {
  key: string;
  draft: unknown;
}

/**
 * Takes over what other tabs kept and forgot. What stands in a field stays, unless it is what another tab says to have kept
 * before: the device gets it again where it has nothing else, and the browser asks before it goes.
 */
export function lookAround(gone?: Gone): Promise<void> {
  const look = looking.then(() => lookNow(gone));
  looking = look.catch(() => {});
  return look;
}

async function lookNow(gone: Gone | undefined): Promise<void> {
  if (!store) return;
  const [from, before, ownKeys] = [store, new Map(drafts), new Set(unkept)];
  const kept = await from.read();
  if (store !== from) return;
  for (const key of new Set([...before.keys(), ...kept.keys()])) {
    const [own, other] = [drafts.get(key), kept.get(key)];
    const isGone = own !== undefined && gone?.key === key && sameValue(own, gone.draft);
    if (other === undefined) keptButFiles.delete(key);
    if (isGone && overwritten.get(key) === own) {
      // It was looked for before the other tab said that it went on from this.
      overwritten.delete(key);
      unkept.delete(key);
      takeOver(key, other);
      continue;
    }
    if (overwritten.has(key) && other === undefined) overwritten.delete(key);
    if (ownKeys.has(key) || unkept.has(key) || own !== before.get(key) || sameValue(own, other)) continue;
    if (own === undefined || isGone || !shown.has(key)) takeOver(key, other);
    else {
      unkept.add(key);
      if (other !== undefined) overwritten.set(key, own);
    }
  }
  keepSoon();
}

function takeOver(key: string, draft: unknown): void {
  for (const map of [drafts, stems]) {
    if (draft === undefined) map.delete(key);
    else map.set(key, draft);
  }
  for (const show of shown.get(key) ?? []) show(draft);
}

/** Returns whether the device has a draft as this tab knows it: no other one wrote or forgot it since. */
export async function isKnown(name: string, place: DraftPlace): Promise<boolean> {
  const key = `${place}/${name}`;
  return store === undefined || sameValue((await store.read()).get(key), stems.get(key));
}

/** Keeps what was typed in a moment, and asks until then before the page goes. */
function keepSoon(): void {
  const isLost = [...unkept].some((key) => drafts.has(key));
  if (isLost) globalThis.addEventListener?.('beforeunload', askFirst);
  else globalThis.removeEventListener?.('beforeunload', askFirst);
  if (unkept.size === 0) {
    clearTimeout(timer);
    timer = undefined;
  } else if (store) timer ??= setTimeout(() => void keepNow(), keptAfter);
}

/**
 * Hands to the device what it has not yet. What fails is handed over again with what is typed next. Resolves once that is
 * over, to whether the device has all that was typed; chosen files it cannot have.
 */
export async function keepNow(): Promise<boolean> {
  clearTimeout(timer);
  timer = undefined;
  await Promise.allSettled([...unkept].map(keepOne));
  return [...unkept].every((key) => {
    const draft = drafts.get(key);
    return draft === undefined || keptButFiles.get(key) === draft || writable(draft) === undefined;
  });
}

/** Hands over a draft once what was handed over under its key before is. */
function keepOne(key: string): Promise<void> {
  const before = keeping.get(key);
  const next = before ? before.then(() => keep(key)) : keep(key);
  const done = next
    .catch(() => {})
    .then(() => {
      if (keeping.get(key) === done) keeping.delete(key);
    });
  keeping.set(key, done);
  return next;
}

async function keep(key: string): Promise<void> {
  const [to, draft] = [store, drafts.get(key)];
  const part = writable(draft);
  const count = gone.get(key)?.length ?? 0;
  // An earlier part on the device, of which only files are left, goes.
  const isDone =
    part === undefined
      ? !keptButFiles.has(key) && count === 0
      : [keptButFiles, overwritten].some((map) => map.get(key) === draft);
  if (!to || (draft !== undefined && isDone)) return;
  // What was saved in its place has to be on the device first.
  if (draft === undefined || count > 0) await workspaceIfOpen()?.records.outbox.stored();
  if (drafts.get(key) !== draft) return;
  await to.keep(key, part);
  if (store !== to) return;
  const texts = gone.get(key)?.splice(0, count) ?? [];
  if (part !== undefined && texts.length === 0) texts.push(stems.get(key));
  if (part === undefined) stems.delete(key);
  else stems.set(key, part);
  for (const text of texts) tabs?.postMessage({ key, draft: text } satisfies Gone);
  if (drafts.get(key) !== draft || gone.get(key)?.length) return;
  gone.delete(key);
  keptButFiles.delete(key);
  if (part === draft) {
    unkept.delete(key);
    keepSoon();
  } else if (part !== undefined) keptButFiles.set(key, draft);
}

/** Returns what can be written down of a draft: all but chosen files. Undefined where it is nothing else. */
function writable(draft: unknown): unknown {
  const part = withoutFiles(draft);
  if (part === draft) return part;
  const isNothing = Array.isArray(part) ? part.length === 0 : isPlain(part) && isUnchanged(part);
  return isNothing ? undefined : part;
}

/** Returns whether a form's values are those with which it began. */
const isUnchanged = ({ base, values }: Record<string, unknown>): boolean =>
  base !== undefined && sameValue(base, values);

function withoutFiles(value: unknown): unknown {
  if (isJson(value)) return value;
  if (Array.isArray(value)) return value.filter(isJson);
  if (!isPlain(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutFiles(each)]));
}

const isJson = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Array.isArray(value) ? value.every(isJson) : isPlain(value) && Object.values(value).every(isJson));

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Forgets every draft and view in memory. The session takes care of the device when it ends. */
export function forgetDrafts(): void {
  drafts.clear();
  unkept.clear();
  for (const map of [keptButFiles, stems, overwritten, gone]) map.clear();
  keepSoon();
  views.clear();
}

/** Forgets the drafts of a workspace of which the device keeps nothing any more. */
export function forgetDraftsIn(workspaceId: string): void {
  for (const set of [drafts, unkept, keptButFiles, stems, overwritten, gone])
    for (const key of [...set.keys()]) if (key.startsWith(`${workspaceId}/`)) set.delete(key);
  keepSoon();
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
  drafts.get(`${place}/${name}`) as T | undefined;

/**
 * Returns the names of the drafts about a thing: those that say its id, as the forms of what lies in it do, too. They
 * stand for the open workspace.
 */
export function draftsAbout(id: string): string[] {
  const place = `${placeNow()}/`;
  return [...drafts.keys()]
    .filter((key) => key.startsWith(place))
    .map((key) => key.slice(place.length))
    .filter((name) => name.split(' ').includes(id));
}

/** Forgets what was typed about a thing that the person deletes. */
export function forgetDraftsAbout(id: string): void {
  for (const name of draftsAbout(id)) keepDraft(name, undefined);
}

/** Returns what is typed and not saved, form by form. The id of a message that is answered is none of that. */
export const allDrafts = (): unknown[] => [...drafts.values()].filter((draft) => !isId(draft));

/** Returns how many forms hold what was typed and not saved. */
export const draftCount = (): number => allDrafts().length;

/** Keeps what was typed; forgets the draft when nothing is left. */
export function keepDraft(name: string, typed: unknown, place = placeNow()): void {
  const key = `${place}/${name}`;
  if (typed === undefined && !drafts.has(key)) return;
  if (overwritten.delete(key) && typed === undefined) {
    // What another tab keeps in its place stays, and comes into the field.
    drafts.delete(key);
    unkept.delete(key);
    void lookAround();
    return;
  }
  unkept.add(key);
  if (typed !== undefined) drafts.set(key, typed);
  else {
    const text = writable(drafts.get(key));
    // Where nothing keeps drafts no other tab has one.
    const texts = gone.get(key) ?? [];
    if (store && text !== undefined) {
      // Other tabs have what the device had, to which something may have been typed just now.
      const stem = stems.get(key);
      if (stem !== undefined && !sameValue(stem, text)) texts.push(stem);
      texts.push(text);
      gone.set(key, texts);
    }
    drafts.delete(key);
  }
  // What is saved or dropped is not to be there again after a reload in this very moment.
  if (typed === undefined) void keepOne(key).catch(() => {});
  keepSoon();
}

/**
 * Says that a field is there for a draft, and what shows in it what another tab typed, or undefined for nothing any more.
 * Returns what ends it.
 */
export function showDraft<T>(
  name: string,
  show: (draft: T | undefined) => void,
  place = placeNow(),
): () => void {
  const key = `${place}/${name}`;
  const fields = shown.get(key) ?? new Set();
  const each = (draft: unknown) => show(draft as T | undefined);
  shown.set(key, fields.add(each));
  return () => {
    fields.delete(each);
    if (fields.size === 0 && shown.get(key) === fields) shown.delete(key);
  };
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
  useEffect(() => showDraft<T>(name, (draft) => setTyped(draft ?? nothing)));
  return [typed, keep];
}

const isId = (draft: unknown): boolean => typeof draft === 'string' && /^[0-9a-f-]{36}$/.test(draft);

const askFirst = (event: Event) => event.preventDefault();
