// @vitest-environment happy-dom
/** The words of a push, which its worker asks an open page for: those of the newest news, or none. Knows when nobody looks. */
import { observable } from '@kontor/client/observable';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { isInUse } from '../../platform/attention.ts';
import { useObservable } from '../../platform/workspace/workspace.ts';
import { Alerts } from './alerts.tsx';

const opened = vi.hoisted(() => ({ records: {} as Record<string, unknown> }));
/** Setting of the person, and the moment of the newest news. */
const told = vi.hoisted(() => ({ setting: undefined as Record<string, unknown> | undefined, at: 1 }));
const news = observable('old');
vi.mock('../../platform/workspace/workspace.ts', async (original) => ({
  ...(await original<object>()),
  useWorkspace: () => opened,
}));
vi.mock('../../features/notification/queries.ts', () => ({
  useGroups: () => [{ ids: [useObservable(news)], unreadIds: ['x'], at: told.at, recordId: 'r' }],
}));
vi.mock('../../features/notification/setting.ts', async (original) => ({
  ...(await original<object>()),
  useSetting: () => ({ setting: told.setting }),
}));
const played = vi.hoisted(() => vi.fn());
vi.mock('../../features/notification/device.ts', async (original) => ({
  ...(await original<object>()),
  playSound: played,
}));
vi.mock('../../features/notification/useRefusedMutes.ts', () => ({ useRefusedMutes: () => {} }));
vi.mock('../../features/notification/sentence.ts', () => ({
  sentenceOf: ({ ids }: { ids: string[] }) => ids[0],
}));
vi.mock('../../features/member/queries.ts', () => ({ useEverybody: () => new Map() }));
vi.mock('../../screens/notifications/useShown.tsx', () => ({
  useShown: () => () => ({ label: 'Roof', query: { panel: 'task' } }),
}));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const worker = new EventTarget();
Object.defineProperty(navigator, 'serviceWorker', { value: worker });

/** Asks an open page for the words; `look` and `pull` are what it does to know the newest. */
async function wordsAfter(look: () => Promise<boolean>, pull = async () => {}): Promise<unknown> {
  const none = { get: () => undefined };
  const status = observable({ connection: 'current' });
  opened.records = { collections: { message: none, comment: none }, notifications: { look }, pull, status };
  news.set('old');
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Alerts workspace="w" />));
  const postMessage = vi.fn();
  const asked = { data: { ask: 'words', workspace: 'w' }, ports: [{ postMessage }] };
  // The order in which things come is the browser's: nothing is put off for the test.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  worker.dispatchEvent(Object.assign(new Event('message'), asked));
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalledOnce());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  act(() => root.unmount());
  return (postMessage.mock.calls[0]![0] as { body: string } | undefined)?.body;
}

it('are those of what the page learns once it is asked', async () => {
  const learn = async () => {
    await null;
    news.set('new');
  };
  expect(await wordsAfter(async () => learn().then(() => true))).toBe('new');
  expect(await wordsAfter(async () => true, learn)).toBe('new');
});

it('are the fixed ones where the page cannot learn what is new', async () => {
  expect(await wordsAfter(async () => false)).toBeUndefined();
});

it('knows that the person has left, on pages where nothing else asks', () => {
  vi.useFakeTimers();
  const none = { get: () => undefined };
  opened.records = { collections: { message: none, comment: none } };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Alerts workspace="w" />));
  expect(isInUse()).toBe(true);
  vi.advanceTimersByTime(10 * 60_000);
  expect(isInUse()).toBe(false);
  act(() => root.unmount());
  vi.useRealTimers();
});

it('are no sound where the person looks at what they are about', () => {
  const none = { get: () => undefined };
  opened.records = { collections: { message: none, comment: none } };
  const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const root = createRoot(document.createElement('div'));
  const come = () => {
    told.at++;
    act(() => news.set(`news ${told.at}`));
    act(() => root.render(<Alerts workspace="w" />));
    return played.mock.calls.length;
  };
  told.setting = { sound: true, quietFrom: null, quietTo: null };
  act(() => root.render(<Alerts workspace="w" />));
  history.replaceState(null, '', '/w/home');
  expect(come()).toBe(1);
  history.replaceState(null, '', '/w/home?panel=task');
  expect(come()).toBe(1);
  hasFocus.mockReturnValue(false);
  expect(come()).toBe(2);
  act(() => root.unmount());
  told.setting = undefined;
  history.replaceState(null, '', '/');
  vi.restoreAllMocks();
});

it('are heard once it is known whether they are to be', () => {
  played.mockClear();
  const none = { get: () => undefined };
  opened.records = { collections: { message: none, comment: none } };
  const root = createRoot(document.createElement('div'));
  const render = () => act(() => root.render(<Alerts workspace="w" />));
  render();
  told.at++;
  act(() => news.set('a mention in the first moment'));
  render();
  expect(played).not.toHaveBeenCalled();
  told.setting = { sound: true, quietFrom: null, quietTo: null };
  render();
  expect(played).toHaveBeenCalledOnce();
  act(() => root.unmount());
  told.setting = undefined;
});

it('are a notification of the system once, whole, and in quiet hours none', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 2, 12) });
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  const notify = vi.fn(async () => {});
  Object.assign(window, { kontorDesktop: { notify } });
  const text = 'Please measure the rafters. '.repeat(20);
  const said = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
  const none = { get: () => undefined };
  opened.records = { collections: { message: none, comment: { get: () => ({ content: said }) } } };
  const root = createRoot(document.createElement('div'));
  const come = (sentence: string) => {
    told.at++;
    act(() => news.set(sentence));
  };
  told.setting = { sound: false, quietFrom: 13 * 60, quietTo: 14 * 60 };
  news.set('Ben wrote a comment');
  act(() => root.render(<Alerts workspace="w" />));
  expect(notify).not.toHaveBeenCalled();
  come('Eva wrote a comment');
  act(() => root.render(<Alerts workspace="w" />));
  const body = expect.stringMatching(/^Eva wrote a comment\nPlease measure the rafters\. .{150,175}$/);
  const path = '/w/notifications?panel=task';
  expect(notify.mock.calls).toEqual([[{ title: 'Roof', body, path }]]);
  vi.setSystemTime(new Date(2026, 2, 2, 13, 30));
  come('Dan wrote a comment');
  expect(notify).toHaveBeenCalledOnce();
  act(() => root.unmount());
  Object.assign(window, { kontorDesktop: undefined });
  told.setting = undefined;
  vi.useRealTimers();
});
