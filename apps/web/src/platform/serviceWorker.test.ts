/** The service worker, as a browser drives it: what it asks pages for, and where it leads them. */
import { linkPath } from '@kontor/contract/wire/link';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const origin = 'https://kontor.example';
const listeners = new Map<string, (event: object) => void>();
/** The windows that it controls, and the addresses that it opened besides. */
let pages: object[];
let opened: string[];

beforeEach(async () => {
  [pages, opened] = [[], []];
  vi.useFakeTimers();
  vi.stubGlobal('self', {
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
    location: { origin },
    clients: {
      get: async () => pages[0],
      matchAll: async () => pages,
      openWindow: async (href: string) => opened.push(href),
    },
  });
  await import('../../public/serviceWorker.js');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns a page that answers what it is asked after so many ms, and nothing where it has no answer. */
const slowPage = (ms: number, answer: unknown) => ({
  postMessage: (_: object, [port]: [MessagePort]) =>
    void setTimeout(() => answer !== undefined && port.postMessage(answer), ms),
});

/** Asks for an address as a frame or an element does. */
function fetched(path: string, destination: string): Promise<Response> {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const request = { method: 'GET', destination, url: origin + path, headers: new Headers() };
  listeners.get('fetch')!({ request, clientId: 'page', respondWith: resolve });
  return promise;
}

it.each([
  ['saves', '/saved/abc', 'iframe', { name: 'a.zip' }],
  ['plays', '/media/abc', 'video', { mimeType: 'video/mp4', size: 0 }],
])('%s what a page names that was busy', async (_, path, destination, answer) => {
  pages = [slowPage(4_000, answer), slowPage(0, undefined)];
  const answered = fetched(path, destination);
  await vi.advanceTimersByTimeAsync(4_000);
  expect((await answered).status).toBe(200);
});

/** Clicks on a push, and waits until that has led somewhere. */
async function click(path: string): Promise<void> {
  let done: Promise<unknown> | undefined;
  const notification = { close: () => {}, data: path };
  listeners.get('notificationclick')!({ notification, waitUntil: (led: Promise<unknown>) => (done = led) });
  await done;
}

it('leads a page of the app to what a push is about, and leaves that of a link to its visitor', async () => {
  const led: string[] = [];
  const pageAt = (path: string, focused: boolean) => ({
    url: origin + path,
    focused,
    navigate: async (href: string) => void led.push(`${path} to ${href}`),
  });
  const link = pageAt(`${linkPath}0190`, true);
  pages = [link];
  await click('/tasks/1');
  expect([led, opened]).toEqual([[], [`${origin}/tasks/1`]]);
  pages = [link, pageAt('/home', false)];
  await click('/tasks/1');
  expect(led).toEqual([`/home to ${origin}/tasks/1`]);
});
