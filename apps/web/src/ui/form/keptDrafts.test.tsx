// @vitest-environment happy-dom
/** Drafts on the device: what was typed and not saved outlives the page, and goes once it is saved, and not before. */
import { MemoryStore } from '@kontor/client/device/memoryStore';
import type { KeptDrafts } from '@kontor/client/session/keptDrafts';
import type { Session } from '@kontor/client/session/session';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  draftCount,
  forgetDrafts,
  forgetDraftsIn,
  keepDraft,
  keepDraftsIn,
  keepNow,
  keptDraft,
} from '../../platform/draft/drafts.ts';
import { keptAfter } from '../../platform/draft/keeping.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { openDrafts } from '../../testing/openDrafts.ts';
import { type FormState, useForm } from './useForm.ts';

type Customer = { name: string };

const later = setTimeout;
const settle = () => new Promise((resolve) => later(resolve));

let device: MemoryStore;
/** Resolves the write of the outbox that is under way. */
let stored: PromiseWithResolvers<void>;

const openStore = () => openDrafts(device);
/** Returns the keys of what the device keeps, once it has nothing more to do. */
async function rows(): Promise<string[]> {
  await settle();
  return device.keys('draft', '');
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  device = new MemoryStore();
  stored = Promise.withResolvers();
  stored.resolve();
  provideWorkspace({
    records: { id: 'w', outbox: { stored: () => stored.promise } },
    userId: 'ada',
  } as unknown as OpenWorkspace);
  keepDraftsIn(await openStore());
});
afterEach(() => {
  forgetDrafts();
  keepDraftsIn(undefined);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Ends the page without a word, and loads another one. */
async function reload(): Promise<void> {
  forgetDrafts();
  keepDraftsIn(undefined);
  keepDraftsIn(await openStore());
}

function turn(state: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

function open(saveOnLeave?: (changes: Partial<Customer>) => boolean, stored = { name: 'Alder' }) {
  let latest: FormState<Customer>;
  const Shown = () => {
    latest = useForm<Customer>({
      stored,
      errors: ({ name }) => (name ? {} : { name: 'missing' }),
      draft: 'customer c',
      ...(saveOnLeave && { saveOnLeave }),
    });
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Shown />));
  return { now: () => latest, close: () => flushSync(() => root.unmount()) };
}

it('is in its form again after the page ended without a word', async () => {
  const { now, close } = open();
  flushSync(() => now().set({ name: 'Alder AG' }));
  expect(await rows()).toEqual([]);
  vi.advanceTimersByTime(keptAfter);
  expect(await rows()).toEqual(['w/customer c']);
  close();
  await reload();
  const again = open();
  expect(again.now().values.name).toBe('Alder AG');
  again.close();
});

it('is kept at once when the page goes to the background', async () => {
  for (const leave of [() => turn('hidden'), () => dispatchEvent(new Event('pagehide'))]) {
    keepDraft('task new', 'Half a thought');
    leave();
    expect(await rows()).toEqual(['w/task new']);
    await reload();
    expect(keptDraft('task new')).toBe('Half a thought');
    keepDraft('task new', undefined);
    expect(await rows()).toEqual([]);
  }
});

it('goes once what was saved in its place is on the device, and not before', async () => {
  keepDraft('task new', 'Half a thought');
  turn('hidden');
  expect(await rows()).toHaveLength(1);
  stored = Promise.withResolvers();
  keepDraft('task new', undefined);
  turn('hidden');
  expect(await rows()).toHaveLength(1);
  stored.resolve();
  expect(await rows()).toEqual([]);
});

it('asks before the page goes until it is kept, and always for files', async () => {
  expect(mayLeave()).toBe(true);
  keepDraft('task new', 'Half a thought');
  expect(mayLeave()).toBe(false);
  vi.advanceTimersByTime(keptAfter);
  await settle();
  expect(mayLeave()).toBe(true);
  keepDraft('files for r', [{ file: new File([], 'plan.pdf') }]);
  turn('hidden');
  keepDraft('task new', 'A thought');
  vi.advanceTimersByTime(keptAfter);
  expect(await rows()).toEqual(['w/task new']);
  expect((await openStore()).found.get('w/task new')).toBe('A thought');
  expect(mayLeave()).toBe(false);
});

const typed = (title: string, files: File[]) => ({
  base: { title: '', files: [] as File[] },
  values: { title, files },
});
const plan = [new File([], 'plan.pdf')];

it('is kept without the files that were chosen beside it, for which the browser asks', async () => {
  keepDraft('task new', typed('Half', []));
  expect(await keepNow()).toBe(true);
  keepDraft('task new', typed('Half a thought', plan));
  expect(await keepNow()).toBe(true);
  expect((await openStore()).found.get('w/task new')).toEqual(typed('Half a thought', []));
  expect([keptDraft('task new'), mayLeave()]).toEqual([typed('Half a thought', plan), false]);
  // What comes after it is written again, and asked about until it is.
  keepDraft('task new', typed('A thought', plan));
  device.write = () => Promise.reject(new Error('no room'));
  expect(await keepNow()).toBe(false);
  device.write = MemoryStore.prototype.write;
  expect(await keepNow()).toBe(true);
  await reload();
  expect(keptDraft('task new')).toEqual(typed('A thought', []));
  keepDraft('task new', undefined);
  expect([await rows(), mayLeave()]).toEqual([[], true]);
});

it('is not kept where only files were chosen, nor what was typed beside them before', async () => {
  keepDraft('task new', typed('', plan));
  expect([await keepNow(), await rows(), mayLeave()]).toEqual([true, [], false]);
  keepDraft('task new', typed('Half', plan));
  expect([await keepNow(), await rows()]).toEqual([true, ['w/task new']]);
  keepDraft('task new', typed('', plan));
  expect([await keepNow(), await rows()]).toEqual([true, []]);
});

it('is kept beside its files again when another tab sends or drops the rest', async () => {
  const kept = async () => (await openStore()).found.get('w/task new');
  keepDraft('task new', typed('Half', plan));
  await forgetElsewhere('w/task new', typed('Half', []));
  await vi.waitFor(async () => {
    vi.advanceTimersByTime(keptAfter);
    expect(await kept()).toEqual(typed('Half', []));
  });
  expect(keptDraft('task new')).toEqual(typed('Half', plan));
  // The word of the other tab does not come where this one was asleep.
  await (await openStore()).keep('w/task new', undefined);
  turn('visible');
  await settle();
  vi.advanceTimersByTime(keptAfter);
  expect(await rows()).toEqual(['w/task new']);
  expect([await kept(), await keepNow()]).toEqual([typed('Half', []), true]);
});

it('follows what another tab sent or typed, when this one comes to the front', async () => {
  keepDraft('task new', 'Half a thought');
  keepDraft('customer new', 'Birch');
  turn('hidden');
  expect(await rows()).toHaveLength(2);
  const other = await openStore();
  await other.keep('w/task new', undefined);
  await other.keep('w/project new', 'House');
  turn('visible');
  await settle();
  expect(keptDraft('project new')).toBe('House');
  expect(keptDraft('task new')).toBeUndefined();
  expect(keptDraft('customer new')).toBe('Birch');
});

/** Lets another tab send, save or drop a draft. */
async function forgetElsewhere(key: string, draft: unknown): Promise<void> {
  turn('hidden');
  expect(await rows()).toEqual([key]);
  await (await openStore()).keep(key, undefined);
  const channel = new BroadcastChannel('kontor/drafts');
  channel.postMessage({ key, draft });
  channel.close();
}

it('stays where it stands in a field, and on the device, when another tab sends something else', async () => {
  const { now, close } = open();
  flushSync(() => now().set({ name: 'Alder AG' }));
  await forgetElsewhere('w/customer c', { base: { name: 'Alder' }, values: { name: 'Birch' } });
  turn('visible');
  await settle();
  expect(now().values.name).toBe('Alder AG');
  expect(mayLeave()).toBe(false);
  vi.advanceTimersByTime(keptAfter);
  expect(await rows()).toEqual(['w/customer c']);
  close();
  expect(keptDraft('customer c')).toBeDefined();
});

it('leaves its field when another tab sends the same', async () => {
  const { now, close } = open();
  flushSync(() => now().set({ name: 'Alder AG' }));
  await forgetElsewhere('w/customer c', { base: { name: 'Alder' }, values: { name: 'Alder AG' } });
  await vi.waitFor(() => expect(draftCount()).toBe(0));
  turn('visible');
  expect([await rows(), now().values.name, draftCount()]).toEqual([[], 'Alder', 0]);
  close();
});

/** Hears what other tabs are told to be gone. */
function listen() {
  const heard: unknown[] = [];
  const channel = new BroadcastChannel('kontor/drafts');
  channel.onmessage = ({ data }) => data.draft !== undefined && heard.push(data);
  return { heard, channel };
}

it('tells other tabs once it is sent and gone from the device', async () => {
  const { heard, channel } = listen();
  keepDraft('task new', 'Half a thought');
  turn('hidden');
  expect(await rows()).toHaveLength(1);
  stored = Promise.withResolvers();
  keepDraft('task new', undefined);
  await settle();
  expect(heard).toEqual([]);
  stored.resolve();
  await vi.waitFor(() => expect(heard).toEqual([{ key: 'w/task new', draft: 'Half a thought' }]));
  channel.close();
});

it('tells other tabs of what was sent, though the person types on at once', async () => {
  const { heard, channel } = listen();
  keepDraft('task new', 'First');
  turn('hidden');
  expect(await rows()).toHaveLength(1);
  stored = Promise.withResolvers();
  keepDraft('task new', undefined);
  keepDraft('task new', 'Second');
  stored.resolve();
  turn('hidden');
  await vi.waitFor(() => expect(heard).toEqual([{ key: 'w/task new', draft: 'First' }]));
  channel.close();
});

it('is kept anew by the next sign-in of the same person, and nothing of it by another’s', async () => {
  const listeners: (() => void)[] = [];
  const session = {
    user: { id: 'ada' } as { id: string } | undefined,
    drafts: undefined as KeptDrafts | undefined,
    subscribe: (listener: () => void) => listeners.push(listener),
  };
  const show = (next: Partial<typeof session>) => {
    Object.assign(session, next);
    for (const listener of listeners) listener();
  };
  provideSession(session as unknown as Session);
  show({ drafts: await openStore() });
  keepDraft('task new', 'Half a thought');
  turn('hidden');
  expect(await rows()).toEqual(['w/task new']);
  expect(mayLeave()).toBe(true);
  show({ user: undefined, drafts: undefined });
  expect(mayLeave()).toBe(false);
  device = new MemoryStore();
  show({ user: { id: 'ada' }, drafts: await openStore() });
  vi.advanceTimersByTime(keptAfter);
  expect(await rows()).toEqual(['w/task new']);
  device = new MemoryStore();
  show({ user: { id: 'ben' }, drafts: await openStore() });
  turn('hidden');
  expect([await rows(), draftCount()]).toEqual([[], 0]);
});

it('is nothing any more where its workspace is gone', async () => {
  keepDraft('task new', 'Half a thought');
  keepDraft('profile', 'Ada', 'account');
  forgetDraftsIn('w');
  turn('hidden');
  expect(await rows()).toEqual(['account/profile']);
  expect(draftCount()).toBe(1);
});

it('is stored by a form in place when the page goes to the background, unless it is invalid', () => {
  const saved: Partial<Customer>[] = [];
  const { now, close } = open((changes) => saved.push(changes) > 0);
  flushSync(() => now().set({ name: 'Alder AG' }));
  flushSync(() => turn('hidden'));
  expect(saved).toEqual([{ name: 'Alder AG' }]);
  flushSync(() => now().set({ name: '' }));
  flushSync(() => turn('hidden'));
  expect(saved).toHaveLength(1);
  expect(keptDraft('customer c')).toBeDefined();
  flushSync(() => now().clear());
  close();
});
