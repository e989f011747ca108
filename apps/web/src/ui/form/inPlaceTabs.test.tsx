// @vitest-environment happy-dom
/** A form in place in two tabs of one person: each stores what was typed in it, and no half sentence of the other's. */
import { locks } from 'node:worker_threads';
import { MemoryStore } from '@kontor/client/device/memoryStore';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDrafts } from '../../testing/openDrafts.ts';
import type { FormState } from './useForm.ts';

type Plan = { title: string; note: string };

let device: MemoryStore;
const ends: (() => void)[] = [];

beforeEach(() => {
  device = new MemoryStore();
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks as unknown as LockManager);
});
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const kept = async () => (await openDrafts(device)).found.get('w/plan') as { values: Plan } | undefined;

/** Opens a tab, in which all modules are others, with what the device keeps by now. */
async function openTab(stored = async () => {}) {
  vi.resetModules();
  const drafts = await import('../../platform/draft/drafts.ts');
  const { provideWorkspace } = await import('../../platform/workspace/workspace.ts');
  const { useForm } = await import('./useForm.ts');
  const { flushSync } = await import('react-dom');
  const { createRoot } = await import('react-dom/client');
  provideWorkspace({
    records: { id: 'w', outbox: { stored } },
    userId: 'ada',
  } as never);
  drafts.keepDraftsIn(await openDrafts(device));
  const close = () => {
    drafts.forgetDrafts();
    drafts.keepDraftsIn(undefined);
    provideWorkspace(undefined);
  };
  ends.push(close);
  const open = (title = 'Roof', note = '') => {
    const saved = vi.fn((_: Partial<Plan>) => true);
    let latest: FormState<Plan>;
    const Shown = ({ stored }: { stored: Plan }) => {
      latest = useForm<Plan>({ stored, draft: 'plan', saveOnLeave: saved });
      return null;
    };
    const root = createRoot(document.createElement('div'));
    const form = {
      saved,
      values: () => latest.values,
      type: async (part: Partial<Plan>) => {
        flushSync(() => latest.set(part));
        await drafts.keepNow();
      },
      save: () => flushSync(() => latest.save()),
      conflicts: () => latest.conflicts,
      keepMine: (name: keyof Plan) => flushSync(() => latest.decide(name, 'mine')),
      clear: () => flushSync(() => latest.clear()),
      leave: () => {
        let isLeft = false;
        flushSync(() => (isLeft = latest.leave()));
        return isLeft;
      },
      show: (stored: Plan) => flushSync(() => root.render(<Shown stored={stored} />)),
      close: () => flushSync(() => root.unmount()),
    };
    form.show({ title, note });
    ends.push(form.close);
    return form;
  };
  return { drafts, open };
}

it('does not store what another tab typed on behind what stood here', async () => {
  const [here, there] = [await openTab(), await openTab()];
  const form = here.open();
  await form.type({ title: 'Mine' });
  await vi.waitFor(() => expect(there.drafts.keptDraft('plan')).toBeDefined());
  const other = there.open();
  await other.type({ title: 'Mine and half a th' });
  await vi.waitFor(() => expect(form.values().title).toBe('Mine and half a th'));
  expect(form.leave()).toBe(true);
  form.close();
  expect(form.saved).not.toHaveBeenCalled();
  expect((await kept())?.values.title).toBe('Mine and half a th');
  other.leave();
  expect(other.saved).toHaveBeenCalledExactlyOnceWith({ title: 'Mine and half a th' });
});

it('stores what another tab typed on behind it once that one is gone', async () => {
  const [here, there] = [await openTab(), await openTab()];
  const form = here.open();
  await form.type({ title: 'Mine' });
  await vi.waitFor(() => expect(there.drafts.keptDraft('plan')).toBeDefined());
  const other = there.open();
  await other.type({ title: 'Mine and half a th' });
  await vi.waitFor(() => expect(form.values().title).toBe('Mine and half a th'));
  other.close();
  await vi.waitFor(() => {
    form.leave();
    expect(form.saved.mock.calls).toEqual([[{ title: 'Mine and half a th' }]]);
  });
});

it('stores what it opened with as long as no other tab stands there with that', async () => {
  const form = (await openTab()).open();
  await form.type({ title: 'Half' });
  const other = (await openTab()).open();
  expect([other.values().title, other.leave(), other.saved.mock.calls]).toEqual(['Half', true, []]);
  await form.type({ note: 'Slate' });
  await vi.waitFor(() => expect(other.values().note).toBe('Slate'));
  expect([other.leave(), other.saved.mock.calls]).toEqual([true, []]);
  form.close();
  await vi.waitFor(() => {
    other.leave();
    expect(other.saved).toHaveBeenCalledWith({ title: 'Half', note: 'Slate' });
  });
  await vi.waitFor(async () => expect(await kept()).toBeUndefined());
});

it('stores nothing that the other tab drops or stores', async () => {
  for (const end of ['clear', 'leave'] as const) {
    const form = (await openTab()).open();
    await form.type({ title: 'Half' });
    const other = (await openTab()).open();
    form[end]();
    await vi.waitFor(() => {
      expect(other.leave()).toBe(true);
      expect(other.values().title).toBe('Roof');
    });
    expect(other.saved).not.toHaveBeenCalled();
    expect(await kept()).toBeUndefined();
  }
});

it('waits until the device has forgotten what the other tab drops, and stores nothing of it though it heard nothing', async () => {
  const written = Promise.withResolvers<void>();
  vi.stubGlobal(
    'BroadcastChannel',
    class Mute extends EventTarget {
      postMessage() {}
      close() {}
    },
  );
  const form = (await openTab(() => written.promise)).open();
  await form.type({ title: 'Half' });
  const other = (await openTab()).open();
  const waiting = async () =>
    (await locks.query()).pending.filter(({ name }) => name === 'kontor/draft/w/plan').length;
  await vi.waitFor(async () => expect(await waiting()).toBe(1));
  form.clear();
  await openDrafts(device);
  expect(await waiting()).toBe(1);
  written.resolve();
  await vi.waitFor(async () => expect(await waiting()).toBe(0));
  // It has looked at the device by then.
  expect(await kept()).toBeUndefined();
  expect([other.leave(), other.saved.mock.calls]).toEqual([true, []]);
});

it('stores what another tab typed where the person decides that it counts', async () => {
  const form = (await openTab()).open('Old roof');
  await form.type({ title: 'Half' });
  const other = (await openTab()).open();
  expect(other.conflicts()).toEqual(['title']);
  other.keepMine('title');
  expect(other.saved).toHaveBeenCalledExactlyOnceWith({ title: 'Half' });
});

it('stores what another tab typed where the person presses the button', async () => {
  const form = (await openTab()).open();
  await form.type({ title: 'Half' });
  const other = (await openTab()).open();
  other.save();
  expect(other.saved).toHaveBeenCalledExactlyOnceWith({ title: 'Half' });
  await vi.waitFor(() => expect(form.values().title).toBe('Roof'));
  expect([form.leave(), form.saved.mock.calls]).toEqual([true, []]);
});

it('stores its own fields alone, and keeps those of the other tab', async () => {
  const [here, there] = [await openTab(), await openTab()];
  const [form, other] = [here.open(), there.open()];
  await form.type({ title: 'Half' });
  await vi.waitFor(() => expect(there.drafts.keptDraft('plan')).toBeDefined());
  await other.type({ note: 'Slate' });
  const both = { title: 'Half', note: 'Slate' };
  expect((await kept())?.values).toEqual(both);
  await vi.waitFor(() => expect(form.values()).toEqual(both));
  form.leave();
  expect(form.saved).toHaveBeenCalledExactlyOnceWith({ title: 'Half' });
  await vi.waitFor(() => expect(other.values()).toEqual({ title: 'Roof', note: 'Slate' }));
  other.leave();
  expect(other.saved).toHaveBeenCalledExactlyOnceWith({ note: 'Slate' });
  await vi.waitFor(async () => expect(await kept()).toBeUndefined());
});

it.each(['before', 'behind'])(
  'leaves in the draft what another tab types next, where it opened %s what that had stored',
  async (when) => {
    const written = Promise.withResolvers<void>();
    const there = await openTab(() => written.promise);
    const other = there.open();
    await other.type({ note: 'Slate' });
    const here = await openTab();
    const early = when === 'before' ? here.open() : undefined;
    other.leave();
    const stored = { title: 'Roof', note: 'Slate' };
    other.show(stored);
    early?.show(stored);
    const form = early ?? here.open('Roof', 'Slate');
    written.resolve();
    await vi.waitFor(() => expect(here.drafts.keptDraft('plan')).toBeUndefined());
    await other.type({ note: 'Slate tiles' });
    await vi.waitFor(() => expect(here.drafts.keptDraft('plan')).toBeDefined());
    expect([form.values(), form.leave()]).toEqual([stored, true]);
    await here.drafts.keepNow();
    expect((await kept())?.values).toEqual({ note: 'Slate tiles' });
    await form.type({ title: 'Half' });
    const both = { title: 'Half', note: 'Slate tiles' };
    expect((await kept())?.values).toEqual(both);
    await vi.waitFor(() => expect(other.values()).toEqual(both));
    expect([form.leave(), form.saved.mock.calls]).toEqual([true, [[{ title: 'Half' }]]]);
  },
);

it('drops what a crash left of what was stored', async () => {
  await (await openDrafts(device)).keep('w/plan', { base: { note: '' }, values: { note: 'Slate' } });
  const { drafts, open } = await openTab();
  const form = open('Roof', 'Slate');
  expect([form.leave(), drafts.draftCount()]).toEqual([true, 0]);
  await vi.waitFor(async () => expect(await kept()).toBeUndefined());
});

it('stores what a tab that crashed left, after it stored its own', async () => {
  const [here, there] = [await openTab(), await openTab()];
  const [form, other] = [here.open(), there.open()];
  await form.type({ title: 'Half' });
  await vi.waitFor(() => expect(there.drafts.keptDraft('plan')).toBeDefined());
  await other.type({ note: 'Slate' });
  await vi.waitFor(() => expect(form.values().note).toBe('Slate'));
  form.leave();
  form.show({ title: 'Half', note: '' });
  expect(form.saved).toHaveBeenCalledExactlyOnceWith({ title: 'Half' });
  await vi.waitFor(async () => expect((await kept())?.values).toEqual({ note: 'Slate' }));
  other.close();
  await vi.waitFor(() => {
    form.leave();
    expect(form.saved.mock.calls).toEqual([[{ title: 'Half' }], [{ note: 'Slate' }]]);
  });
});
