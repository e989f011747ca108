// @vitest-environment happy-dom
/** Links into the app, and its end, before there is a server to ask, or a session. */
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { writeServers } from '../../platform/desktop/servers.ts';
import { startDesktop } from './startDesktop.tsx';

const told = vi.hoisted(() => [] as string[]);
vi.mock('../../platform/toasts.tsx', () => ({ toast: { info: (text: string) => void told.push(text) } }));

/** Drags something over the page and drops it; `own` begins there. Returns whether the page lets it be dropped. */
function drop(types: string[], uri: string, own = false): boolean {
  const dataTransfer = { types, getData: () => uri };
  const send = (type: string) =>
    document.body.dispatchEvent(
      Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer }),
    );
  if (own) send('dragstart');
  const isTaken = !send('dragover');
  send('drop');
  if (own) send('dragend');
  return isTaken;
}

it('follows a link once a server is chosen, asks for one until then, shows no timer, and is as large as the wheel says', async () => {
  let follow: (path: string) => void = () => {};
  const [timers, steps]: [unknown[], string[]] = [[], []];
  const bridge = {
    setLanguage: async () => {},
    setTimer: async (timer: unknown) => void timers.push(timer),
    zoom: async (step: string) => void steps.push(step),
    onQuit: () => {},
    onDeepLink: (listener: typeof follow) => {
      follow = listener;
    },
    keychain: { isAvailable: true },
    files: { onReleased: () => () => {} },
  };
  Object.assign(window, { kontorDesktop: bridge });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await startDesktop(root);
  const isAsked = () => expect.poll(() => document.querySelector('h1')?.textContent).toBe('Choose a server');
  await isAsked();
  const { origin } = location;
  for (const [link, address] of [
    ['/w1/tasks?task=1#top', '/w1/tasks?task=1#top'],
    ['/login', '/'],
    ['//evil.example/x', '/'],
  ] as const) {
    follow(link);
    expect(location.href).toBe(origin + address);
    await isAsked();
  }
  // The timer of a server that was left.
  expect(timers).toEqual([undefined]);
  const turn = (deltaY: number, deltaMode = 0) =>
    window.dispatchEvent(
      Object.assign(new Event('wheel', { cancelable: true }), { deltaY, deltaMode, ctrlKey: true }),
    );
  for (const delta of [0, 4, 10, 20]) turn(delta);
  expect(steps).toEqual([]);
  turn(10);
  expect(steps).toEqual(['out']);
  turn(-30);
  turn(-20);
  expect(steps).toEqual(['out', 'in']);
  turn(-3, 1);
  expect(steps).toEqual(['out', 'in', 'in']);
  root.unmount();
});

it('says so where the web view hands over no files that are dropped, and of nothing else', () => {
  expect(drop(['text/uri-list', 'Files'], 'file:///home/ada/Plan.pdf')).toBe(false);
  expect(drop(['text/uri-list'], 'file:///home/ada/Plan.pdf', true)).toBe(false);
  drop(['text/uri-list'], 'https://example.com');
  expect(told).toEqual([]);
  expect(drop(['text/uri-list', 'text/html'], 'file:///home/ada/Plan.pdf')).toBe(true);
  expect(told).toEqual([expect.stringContaining('choose them with the button instead')]);
});

it('keeps the link that comes while the keychain is asked, and may end meanwhile', async () => {
  writeServers({ known: ['https://kontor.example'], chosen: 'https://kontor.example' });
  let follow: (path: string) => void = () => {};
  let quit: () => Promise<boolean> = async () => false;
  Object.assign(window, {
    kontorDesktop: {
      setLanguage: async () => {},
      setTimer: async () => {},
      onQuit: (ask: typeof quit) => {
        quit = ask;
      },
      onDeepLink: (listener: typeof follow) => {
        follow = listener;
      },
      keychain: { isAvailable: true, get: () => new Promise(() => {}) },
    },
  });
  void startDesktop(createRoot(document.createElement('div')));
  await Promise.resolve();
  follow('/w1/projects');
  follow('/w1/tasks');
  expect(location.pathname).toBe('/w1/tasks');
  expect(await quit()).toBe(true);
});
