// @vitest-environment happy-dom
/** Loading before somebody asks, so that an open tab works on without a connection. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePreload } from './preload.ts';
import './trays.tsx';
import './wordsItem.tsx';

const { loaded, search, routes } = vi.hoisted(() => {
  const loaded: string[] = [];
  const below = '/signed-in/$workspace';
  const ids = ['/login', `${below}/time`, `${below}/dashboard`, `${below}/dashboard/project`];
  return { loaded, search: vi.fn(), routes: Object.fromEntries(ids.map((id) => [id, { id }])) };
});
const dialog = vi.hoisted(() => (name: string) => () => {
  loaded.push(name);
  return { [name]: () => null };
});
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useRouter: () => ({
    routesById: routes,
    loadRouteChunk: async ({ id }: { id: string }) => void loaded.push(id),
  }),
}));
vi.mock('../../features/document/upload/takenDialog.tsx', dialog('TakenHost'));
vi.mock('../../features/sync/wordsDialog.tsx', dialog('WordsDialog'));
vi.mock('../../features/document/packingTray.tsx', dialog('PackingTray'));
vi.mock('../../platform/workspace/workspace.ts', async (original) => ({
  ...(await original<typeof import('../../platform/workspace/workspace.ts')>()),
  currentWorkspace: () => ({ records: { search } }),
}));

beforeEach(() => {
  loaded.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function preload(root?: string): () => void {
  const Frame = () => {
    usePreload(root);
    return null;
  };
  const drawn = createRoot(document.createElement('div'));
  flushSync(() => drawn.render(<Frame />));
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  return () => flushSync(() => drawn.unmount());
}

it('loads every screen, and every part that one of them may show', async () => {
  const end = preload();
  await expect
    .poll(() => loaded, { timeout: 15_000 })
    .toEqual(expect.arrayContaining([...Object.keys(routes), 'TakenHost', 'WordsDialog', 'PackingTray']));
  expect(search).toHaveBeenCalledOnce();
  end();
});

it('loads for a customer what is below their dashboard, and builds no index', async () => {
  search.mockClear();
  const end = preload('/signed-in/$workspace/dashboard');
  await expect
    .poll(() => loaded)
    .toEqual(['/signed-in/$workspace/dashboard', '/signed-in/$workspace/dashboard/project']);
  expect(search).not.toHaveBeenCalled();
  end();
});
