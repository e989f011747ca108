// @vitest-environment happy-dom
/** Pages that wait for what they show. */
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { useIsHere } from './useIsHere.ts';

const at = vi.hoisted(() => ({ pathname: '/w/projects/P/files' }));
vi.mock('@tanstack/react-router', () => ({
  useLocation: ({ select }: { select: (location: object) => unknown }) => select({ ...at, search: {} }),
}));

it('goes on showing a page of which the customer becomes known later, and asks for their records', () => {
  const loaded = observable<Loaded>({ scopes: new Set(), heads: false, isComplete: false });
  const scopes = observable(new Map([['P', {}]]));
  const need = vi.fn();
  const project = {
    get: (id: string) => ({ id, customerId: 'A' }),
    subscribe: () => () => {},
  };
  const workingTime = { where: () => [], subscribe: () => () => {} };
  const records = { loaded, scopes, need, collections: { project, workingTime } };
  provideWorkspace({ records } as unknown as OpenWorkspace);
  const Page = () => (useIsHere() ? 'page' : 'skeleton');
  const element = document.createElement('div');
  const root = createRoot(element);
  const draw = (act = () => {}) => {
    flushSync(act);
    flushSync(() => root.render(<Page />));
    return element.textContent;
  };
  expect(draw()).toBe('skeleton');
  expect(draw(() => loaded.set({ scopes: new Set(['P']), heads: false, isComplete: false }))).toBe('page');
  expect(draw(() => scopes.set(new Map(['P', 'A'].map((id) => [id, {}]))))).toBe('page');
  expect(need).toHaveBeenLastCalledWith(['P', 'A']);
  at.pathname = '/w/projects/Q';
  expect(draw()).toBe('skeleton');
  flushSync(() => root.unmount());
});
