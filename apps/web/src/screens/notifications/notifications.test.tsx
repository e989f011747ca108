// @vitest-environment happy-dom
/** The focus on the page of notifications, whose buttons go with what they did. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Notifications } from './notifications.tsx';

const removeDue = vi.hoisted(() => vi.fn());
const state = vi.hoisted(() => ({
  groups: [] as object[],
  muted: [] as object[],
  render: () => {},
  seen: 0,
}));
/** Makes an act that takes effect a moment later, as what the server is asked for. */
const later = vi.hoisted(() => (change: () => void) => async () => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  change();
  state.render();
  return true;
});
vi.mock('@tanstack/react-router', () => ({
  getRouteApi: () => ({ useParams: () => ({ workspace: 'w' }), useSearch: () => ({}) }),
  Link: ({ children }: { children: ReactNode }) => <a href="/there">{children}</a>,
}));
vi.mock('../../features/notification/queries.ts', () => ({
  seeDue: () => void state.seen++,
  removeDue,
  useBroughtMessages: () => {},
  useGroups: () => state.groups,
  useMutedPlaces: () => state.muted,
}));
vi.mock('../../features/notification/actions.ts', () => ({
  markRead: later(() => {
    state.groups = state.groups.map((group) => ({ ...group, unreadIds: [] }));
  }),
  removeNotifications: later(() => {
    state.groups = [];
  }),
  restoreNotifications: async () => true,
  mutePlace: later(() => {
    state.muted = state.muted.slice(1);
  }),
}));
vi.mock('../../platform/workspace/workspace.ts', async (original) => ({
  ...(await original<object>()),
  useWorkspace: () => ({ records: { notifications: {} } }),
  useObservable: () => false,
}));
vi.mock('./groupRow.tsx', () => ({
  GroupRow: ({ group: { key } }: { group: { key: string } }) => (
    <a href="/there" data-list-item>
      {key}
    </a>
  ),
}));
vi.mock('./useShown.tsx', () => ({
  useShown:
    () =>
    ({ subject }: { subject: { id: string } }) => ({ label: subject.id }),
}));

let root: Root;
beforeEach(() => {
  state.seen = 0;
  state.groups = [{ key: 'g', ids: ['1'], unreadIds: ['1'], tab: 'forYou', event: 'TASK_DUE', at: 0 }];
  state.muted = [{ id: 'Roof' }, { id: 'Cellar' }];
  root = createRoot(document.body.appendChild(document.createElement('main')));
  state.render = () =>
    flushSync(() =>
      root.render(
        <MantineProvider>
          <Notifications key="page" />
        </MantineProvider>,
      ),
    );
  state.render();
});
afterEach(() => {
  vi.restoreAllMocks();
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

function press(name: string): void {
  const button = [...document.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  )!;
  button.focus();
  flushSync(() => button.click());
}
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const until = (text: string) => vi.waitFor(() => expect(focused()).toBe(text));

it.each(['Mark all as read', 'Remove all'])('goes to the heading after “%s”', async (name) => {
  press(name);
  await until('Notifications');
});

it('removes with all, and brings back, what this device tells by itself', async () => {
  const due = { ids: [], unreadIds: ['Roof'], tab: 'forYou', event: 'TASK_DUE', at: 0 };
  const subject = { noun: 'task', id: 'Roof' };
  const mention = { event: 'MENTIONED', dueAt: 0, ids: ['n'], recordId: 'comment' };
  state.groups = [
    { ...due, key: 'due Roof', recordId: 'Roof', subject },
    { ...due, ...mention, key: 'forYou Wall', subject: { noun: 'task', id: 'Wall' } },
  ];
  state.render();
  press('Remove all');
  await vi.waitFor(() => expect(removeDue).toHaveBeenLastCalledWith(['Roof', 'Wall']));
  await vi.waitFor(() => expect(document.body.textContent).toContain('2 notifications removed.'));
  press('Undo');
  await vi.waitFor(() => expect(removeDue).toHaveBeenLastCalledWith(['Roof', 'Wall'], false));
});

it('keeps of a day of hundreds what is near the window, and keys reach the rest', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(58);
  state.groups = Array.from({ length: 300 }, (_, n) => ({ ...state.groups[0], key: `Task ${n}` }));
  state.render();
  const rows = () => [...document.querySelectorAll('[data-row]')];
  await vi.waitFor(() => expect(rows()[0]?.getAttribute('aria-setsize')).toBe('300'));
  expect(rows().length).toBeLessThan(60);
  rows()[0]!.querySelector('a')!.focus();
  const end = new KeyboardEvent('keydown', { key: 'End', bubbles: true });
  flushSync(() => document.activeElement!.dispatchEvent(end));
  await until('Task 299');
});

it('goes to the next of what is muted, and after the last one to the heading above', async () => {
  press('Unmute “Roof”');
  await until('Unmute “Cellar”');
  press('Unmute “Cellar”');
  await until('Today');
});

it('counts what is due as seen each day anew, once somebody looks at the page', () => {
  expect(state.seen).toBe(1);
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  flushSync(() => window.dispatchEvent(new Event('blur')));
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
  flushSync(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(state.seen).toBe(1);
  focus.mockReturnValue(true);
  flushSync(() => window.dispatchEvent(new Event('focus')));
  expect(state.seen).toBe(2);
  vi.setSystemTime(Date.now() + 86_400_000);
  flushSync(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(state.seen).toBe(3);
  // Another due date makes it news while the page is in view.
  const subject = { noun: 'task', id: 'Roof' };
  state.groups = [
    { ids: [], unreadIds: ['Roof'], tab: 'forYou', event: 'TASK_DUE', at: 0, key: 'due Roof', subject },
  ];
  flushSync(state.render);
  expect(state.seen).toBe(4);
  vi.useRealTimers();
});
