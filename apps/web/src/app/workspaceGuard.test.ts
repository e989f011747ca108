// @vitest-environment happy-dom
/** Whoever follows a link that is not for them is told so, and led to where their own pages begin. */
import type { Role } from '@kontor/contract/entity/role';
import { expect, it, vi } from 'vitest';
import { toast } from '../platform/toasts.tsx';
import { guardWorkspace } from './workspaceGuard.ts';

const summary = {
  id: 'w',
  name: 'Alder',
  role: 'EMPLOYEE' as Role,
  status: 'ACTIVE',
  access: 'full',
  subscription: {},
  invitationId: null as string | null,
};
vi.mock('../platform/workspace/session.ts', () => ({
  currentSession: () => ({ workspaces: { list: [summary] }, user: { id: 'ada' } }),
}));
vi.mock('../platform/workspace/actor.ts', () => ({ actorFrom: () => ({ role: summary.role }) }));
vi.mock('./openWorkspace.ts', () => ({
  openWorkspace: async () => ({ id: 'w', need, log: { get: () => undefined } }),
}));
vi.mock('./scopesAt.ts', () => ({
  scopesAt: () => [],
  scopesBefore: () => [],
}));
vi.mock('@kontor/client/nouns/ownHoursId', () => ({
  ownHoursId: async (workspaceId: string, userId: string) => `hours of ${userId} in ${workspaceId}`,
}));
const need = vi.hoisted(() => vi.fn());

const visit = (pathname: string) =>
  guardWorkspace({ params: { workspace: 'w' }, location: { pathname, href: pathname, search: {} } });

it.each([
  ['EMPLOYEE', '/w/settings/users', '/$workspace', 'That page is for the admins of Alder.'],
  ['CUSTOMER', '/w/projects', '/$workspace/dashboard', 'That page is for the people who work at Alder.'],
] as const)('%s at %s is led to %s', async (role, path, to, text) => {
  summary.role = role;
  const said = vi.spyOn(toast, 'info').mockReturnValue();
  await expect(visit(path)).rejects.toMatchObject({ options: { to } });
  expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(text));
  said.mockRestore();
});

it('leads somebody who waits for an admin to the invitation that they wait with', async () => {
  summary.invitationId = 'asked';
  const join = { to: '/join', search: { invitation: 'asked' } };
  await expect(visit('/w')).rejects.toMatchObject({ options: join });
  summary.invitationId = null;
});

it('says nothing to who was led nowhere else', async () => {
  summary.role = 'CUSTOMER';
  const said = vi.spyOn(toast, 'info').mockReturnValue();
  await expect(visit('/w')).rejects.toMatchObject({ options: { to: '/$workspace/dashboard' } });
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
});

it('asks on every page for the person’s own hours: the timer stands on each', async () => {
  summary.role = 'EMPLOYEE';
  for (const path of ['/w', '/w/projects', '/w/chat']) {
    need.mockReset();
    expect(await visit(path)).toEqual({ isClosed: false });
    await vi.waitFor(() => expect(need).toHaveBeenCalledWith(['hours of ada in w']));
  }
});
