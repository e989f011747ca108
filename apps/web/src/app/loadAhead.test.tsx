// @vitest-environment happy-dom
/** Code that is loaded before it is shown, and when. */
import type { Session } from '@kontor/client/session/session';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideSession } from '../platform/workspace/session.ts';
import { loadAhead, loadPage } from './loadAhead.ts';
import { LoginPage } from './loginPage.tsx';

const page = vi.hoisted(() => ({
  search: {} as { redirect?: string },
  loaded: [] as string[],
  router: undefined as unknown,
  login: undefined as unknown,
}));
vi.mock('@kontor/client/session/openSession', () => ({
  loadWorkspaceCode: async () => void page.loaded.push('workspace code'),
}));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => page.router,
  useSearch: () => page.search,
}));
vi.mock('../screens/auth/login.tsx', () => ({
  Login: (props: unknown) => {
    page.login = props;
    return null;
  },
}));

const prepare = vi.fn();
let unmount = () => {};
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  page.loaded = [];
  prepare.mockClear();
  vi.stubGlobal('navigator', { connection: { saveData: false } });
  provideSession({ prepare, subscribe: () => () => {} } as unknown as Session);
});

/** Returns the app's router, which notes the routes whose code is loaded instead of loading it. */
async function router() {
  const { routeTree } = await import('./router.tsx');
  const made = createRouter({ routeTree, history: createMemoryHistory() });
  made.loadRouteChunk = async ({ id }) => void page.loaded.push(String(id));
  return made as unknown as Parameters<typeof loadPage>[0];
}

const list = ['workspace code', '__root__', '/signed-in', '/signed-in/workspaces', '/signed-in/workspaces/'];

it('loads the pages of the list of workspaces, and of a page of a workspace', async () => {
  const made = await router();
  loadPage(made, '/');
  expect(page.loaded).toEqual(list);
  page.loaded = [];
  loadPage(made, '/019a0000-0000-7000-8000-0000000000c1/tasks');
  expect(page.loaded).toEqual([
    ...['workspace code', '__root__', '/signed-in', '/signed-in/$workspace'],
    '/signed-in/$workspace/tasks',
  ]);
});

it('loads ahead at the start where the page is one of a workspace', async () => {
  const made = await router();
  for (const path of ['/', '/login', '/account']) loadAhead(made, path);
  expect([page.loaded, prepare.mock.calls]).toEqual([[], []]);
  loadAhead(made, '/019a0000-0000-7000-8000-0000000000c1');
  expect(page.loaded).toContain('/signed-in/$workspace');
  expect(prepare).toHaveBeenCalledExactlyOnceWith();
});

/** Opens the sign-in; returns what its form says of the person. */
async function open(search: { redirect?: string } = {}) {
  page.search = search;
  page.router = await router();
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<LoginPage />));
  unmount = () => flushSync(() => root.unmount());
  return page.login as { onBegin: () => void; onSend: () => void };
}

it('loads what lies behind the sign-in once somebody types, and readies the vault once', async () => {
  const { onBegin } = await open({ redirect: '/account' });
  expect(page.loaded).toEqual([]);
  onBegin();
  onBegin();
  expect(prepare).toHaveBeenCalledExactlyOnceWith({ signsIn: true });
  await vi.waitUntil(() => page.loaded.length > 0);
  expect(page.loaded).toEqual([
    'workspace code',
    '__root__',
    '/signed-in',
    '/signed-in/empty',
    '/signed-in/empty/account',
  ]);
});

it('waits until the password is sent where data is to be saved', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  const { onBegin, onSend } = await open();
  onBegin();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.loaded).toEqual([]);
  onSend();
  expect(page.loaded).toEqual(list);
});
