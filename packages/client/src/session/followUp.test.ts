/** The code of what a device does by itself in an open workspace is asked for until it is here. */
import { expect, it, vi } from 'vitest';
import { observable } from '../observable.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { SignedIn } from './signedIn.ts';
import { Workspaces } from './workspaces.ts';

/** Has somebody's workspaces open `workspace`, whichever is asked for. */
function workspacesWith(workspace: Workspace): Workspaces {
  const held = {
    user: { id: 'anna', email: 'anna@example.org' },
    http: { forWorkspace: () => ({}) },
    personal: { open: async () => 'personal' },
  } as unknown as SignedIn;
  return new Workspaces({
    http: held.http,
    vault: {} as never,
    openWorkspace: async () => workspace,
    held: () => held,
    signedIn: () => held,
    list: () => [],
    show: () => {},
    subscribe: () => () => {},
    onInvalidation: () => {},
    watch: () => {},
  });
}

const workspace = { invalidations: observable(0), close: async () => {} } as Partial<Workspace> as Workspace;

it('asks again for its code where that did not come, until the workspace is closed', async () => {
  const [tried, stop] = [vi.fn(), vi.fn()];
  const followUp = vi.fn(() => stop);
  vi.doMock('./followUp.ts', () => {
    tried();
    throw new TypeError('no connection');
  });
  const workspaces = workspacesWith(workspace);
  await workspaces.open('first');
  await vi.waitUntil(() => tried.mock.calls.length > 0, 10_000);
  await workspaces.open('second');
  await vi.waitUntil(() => tried.mock.calls.length > 2, 10_000);
  vi.doMock('./followUp.ts', () => ({ followUp }));
  await vi.waitUntil(() => followUp.mock.calls.length > 0, 10_000);
  const email = expect.objectContaining({ get: expect.any(Function) });
  expect(followUp).toHaveBeenCalledExactlyOnceWith({ workspace, userId: 'anna' }, 'personal', email);
  expect(stop).not.toHaveBeenCalled();
  await workspaces.close();
  expect(stop).toHaveBeenCalledOnce();
});
