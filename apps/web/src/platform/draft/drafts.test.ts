// @vitest-environment happy-dom
/** The texts that were sent, of which other tabs are told: each once, when the device has forgotten it. */
import type { KeptDrafts } from '@kontor/client/session/keptDrafts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetDrafts, keepDraft, keepDraftsIn, keepNow } from './drafts.ts';

let told: unknown[] = [];
/** The calls of `keep` that are under way, in order. */
let waiting: PromiseWithResolvers<void>[] = [];

beforeEach(() => {
  [told, waiting] = [[], []];
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = ({ draft }: { draft: unknown }) => void told.push(draft);
      close() {}
    },
  );
});
afterEach(() => {
  keepDraftsIn(undefined);
  forgetDrafts();
  vi.unstubAllGlobals();
});

const store = () =>
  ({
    found: new Map(),
    keep: () => {
      const written = Promise.withResolvers<void>();
      waiting.push(written);
      return written.promise;
    },
  }) as unknown as KeptDrafts;

const settle = () => new Promise((resolve) => setImmediate(resolve));
function send(text: string) {
  keepDraft('chat', text, 'w');
  keepDraft('chat', undefined, 'w');
}
/** Ends what the device writes, from the first on. */
async function write() {
  for (let i = 0; i < 10; i++) {
    for (const each of waiting.splice(0)) each.resolve();
    await settle();
  }
}

it('remembers no text that was sent while no device keeps drafts', async () => {
  send('before');
  keepDraftsIn(store());
  send('after');
  await settle();
  await write();
  expect(told).toEqual(['after']);
});

it('tells of two texts that were sent at once', async () => {
  keepDraftsIn(store());
  send('one');
  await settle();
  send('two');
  await settle();
  await write();
  expect(told).toEqual(['one', 'two']);
});

it('tells of each when the device has forgotten that very one, where the same is kept twice at a time', async () => {
  keepDraftsIn(store());
  send('one');
  void keepNow();
  await settle();
  send('two');
  await settle();
  for (const each of waiting.splice(0, 2)) each.resolve();
  await settle();
  expect(told).toEqual(['one']);
  await write();
  expect(told).toEqual(['one', 'two']);
});

it('tells only of what the device has forgotten, and of that once it has', async () => {
  keepDraftsIn(store());
  send('one');
  await settle();
  waiting.shift()!.reject(new Error('no room'));
  await settle();
  expect(told).toEqual([]);
  void keepNow();
  await settle();
  await write();
  expect(told).toEqual(['one']);
});

it('tells nobody of what somebody sent who has signed out since', async () => {
  keepDraftsIn(store());
  send('one');
  await settle();
  forgetDrafts();
  keepDraftsIn(store());
  send('two');
  await settle();
  for (const each of waiting.splice(0, 1)) each.reject(new Error('the session has ended'));
  await settle();
  await write();
  expect(told).toEqual(['two']);
});
