// @vitest-environment happy-dom
/** Drafts in two tabs of one person: none writes over what the other keeps without showing it, or asking before it goes. */
import { MemoryStore } from '@kontor/client/device/memoryStore';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as here from '../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { openDrafts } from '../../testing/openDrafts.ts';
import { type FormState, useForm } from './useForm.ts';

type Comment = { content: string };
type Tab = typeof here;

let device: MemoryStore;
let there: Tab;

const openStore = () => openDrafts(device);

beforeEach(async () => {
  device = new MemoryStore();
  provideWorkspace({
    records: { id: 'w', outbox: { stored: async () => {} } },
    userId: 'ada',
  } as unknown as OpenWorkspace);
  vi.resetModules();
  there = await import('../../platform/draft/drafts.ts');
  for (const tab of [here, there]) tab.keepDraftsIn(await openStore());
});
afterEach(() => {
  for (const tab of [here, there]) {
    tab.forgetDrafts();
    tab.keepDraftsIn(undefined);
  }
});

const draftOf = (content: string) => ({ base: { content: '' }, values: { content } });
const kept = async () => (await openStore()).found.get('w/comment');
const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
/** Types in the other tab, and waits until this one has heard of it. */
async function typeThere(content: string): Promise<void> {
  there.keepDraft('comment', draftOf(content), 'w');
  await there.keepNow();
  await vi.waitFor(() => expect(here.keptDraft('comment')).toEqual(draftOf(content)));
}
/** Has another tab, of which this one hears nothing, write over what is kept; then this one comes to the front. */
async function writeUnheard(content: string): Promise<void> {
  await (await openStore()).keep('w/comment', draftOf(content));
  await here.lookAround();
}

/** Opens the form in this tab. */
function open(saveOnLeave?: () => boolean) {
  let latest: FormState<Comment>;
  const Shown = () => {
    latest = useForm<Comment>({
      stored: { content: '' },
      draft: 'comment',
      ...(saveOnLeave && { saveOnLeave }),
    });
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Shown />));
  return {
    content: () => latest.values.content,
    set: (content: string) => flushSync(() => latest.set({ content })),
    type: async (content: string) => {
      flushSync(() => latest.set({ content }));
      await here.keepNow();
      await vi.waitFor(() => expect(there.keptDraft('comment', 'w')).toEqual(draftOf(content)));
    },
    leave: () => {
      let isLeft = false;
      flushSync(() => (isLeft = latest.leave()));
      return isLeft;
    },
    restored: () => latest.restored,
    send: () => flushSync(() => latest.clear()),
    close: () => flushSync(() => root.unmount()),
  };
}

it('shows in an empty form what another tab keeps, so that the next key goes on from that', async () => {
  const form = open();
  await typeThere('Half');
  expect(form.content()).toBe('Half');
  // Nothing is to be kept of what the device has.
  expect(isAsked()).toBe(false);
  await form.type('Half a thought');
  expect(isAsked()).toBe(false);
  form.close();
});

it('shows it in an empty form that was asleep, when its tab comes to the front', async () => {
  const form = open();
  await (await openStore()).keep('w/comment', draftOf('Half'));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(form.content()).toBe('Half'));
  form.close();
});

it('shows it in a field that is no form', async () => {
  let typed = '';
  const Field = () => {
    [typed] = here.useKept('reason', '');
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Field />));
  there.keepDraft('reason', 'Wrong sum', 'w');
  await there.keepNow();
  await vi.waitFor(() => expect(typed).toBe('Wrong sum'));
  there.keepDraft('reason', undefined, 'w');
  await vi.waitFor(() => expect(typed).toBe(''));
  flushSync(() => root.unmount());
});

it('goes on with what another tab typed behind it, and empties with what that sends in the same moment', async () => {
  const form = open();
  await form.type('Half');
  await typeThere('Half a');
  expect(form.content()).toBe('Half a');
  there.keepDraft('comment', draftOf('Half a thought'), 'w');
  there.keepDraft('comment', undefined, 'w');
  await vi.waitFor(() => expect(form.content()).toBe(''));
  expect([here.draftCount(), await kept()]).toEqual([0, undefined]);
  form.close();
});

it('asks before a text goes over which another tab wrote one that knows nothing of it', async () => {
  const form = open();
  await form.type('Ours');
  await writeUnheard('Theirs');
  expect([form.content(), isAsked(), await here.keepNow()]).toEqual(['Ours', true, false]);
  expect(await kept()).toEqual(draftOf('Theirs'));
  // What is sent here takes nothing of the other's away, which then shows.
  form.send();
  await vi.waitFor(() => expect(form.content()).toBe('Theirs'));
  expect(await kept()).toEqual(draftOf('Theirs'));
  form.close();
});

it('goes on with what another tab typed behind it, though it looked before it was told', async () => {
  const form = open();
  await form.type('Half');
  await writeUnheard('Half a thought');
  expect([form.content(), isAsked()]).toEqual(['Half', true]);
  await here.lookAround({ key: 'w/comment', draft: draftOf('Half') });
  await vi.waitFor(() => expect(form.content()).toBe('Half a thought'));
  expect([isAsked(), await here.keepNow()]).toEqual([false, true]);
  form.close();
});

it('has the other tab ask as soon as somebody types on in this one', async () => {
  const [form, stop] = [open(), there.showDraft('comment', () => {}, 'w')];
  there.keepDraft('comment', draftOf('Theirs'), 'w');
  form.set('Ours');
  await here.keepNow();
  await there.keepNow();
  await vi.waitFor(async () => expect(await here.keepNow()).toBe(false));
  form.set('Ours, too');
  expect([await here.keepNow(), await kept()]).toEqual([true, draftOf('Ours, too')]);
  await vi.waitFor(async () => expect(await there.keepNow()).toBe(false));
  expect(there.keptDraft('comment', 'w')).toEqual(draftOf('Theirs'));
  stop();
  form.close();
});

it('does not lay what is half typed elsewhere into a form in place, which would store it', async () => {
  const saved = vi.fn(() => true);
  const form = open(saved);
  await typeThere('Half');
  expect(form.content()).toBe('');
  form.close();
});

it('stores no half sentence that another tab typed behind what stood in a form in place', async () => {
  const saved = vi.fn(() => true);
  const form = open(saved);
  await form.type('Mine');
  await typeThere('Mine and half a th');
  expect(form.content()).toBe('Mine and half a th');
  flushSync(() => dispatchEvent(new Event('pagehide')));
  expect([form.leave(), saved.mock.calls, await kept()]).toEqual([true, [], draftOf('Mine and half a th')]);
  form.set('Mine and half a thought');
  flushSync(() => dispatchEvent(new Event('pagehide')));
  expect(saved.mock.calls).toEqual([[{ content: 'Mine and half a thought' }]]);
  form.close();
});

it('leaves what another tab keeps where a form in place holds nothing', async () => {
  const form = open(() => true);
  await typeThere('Half');
  expect(form.leave()).toBe(true);
  await here.keepNow();
  expect([await kept(), here.draftCount()]).toEqual([draftOf('Half'), 1]);
  form.close();
});

it('says that it shows what another tab typed, and has nobody who closes it discard that', async () => {
  const form = open();
  expect(form.restored()).toBe(false);
  await typeThere('Half');
  expect([form.restored(), form.leave()]).toEqual([true, true]);
  await form.type('Half a thought');
  expect(form.leave()).toBe(false);
  form.close();
});
