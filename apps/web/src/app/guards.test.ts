import type { Session } from '@kontor/client/session/session';
import { isNotFound, isRedirect } from '@tanstack/react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveOnPurpose, provideSession } from '../platform/workspace/session.ts';
import { notePage, requireAccount, requireBilling, requireGuest, toFirstPage } from './guards.ts';
import { guardWorkspace } from './workspaceGuard.ts';

/** The person's entry in the member log; undefined while the role is not known yet. */
let logged: { role: string; status: string } | undefined;
const open = vi.fn(async () => ({
  files: async () => ({ uploads: { readLeft: () => {} }, downloads: {} }),
  log: { get: () => logged && { members: new Map([['me', logged]]) } },
  collections: { project: new Map() },
  scopes: { get: () => new Map() },
  need: () => {},
}));

/** Provides a session, as far as the guards look at it. */
const session = (
  status: Session['status'],
  workspaces: {
    id: string;
    status: string;
    role?: string;
    access?: string;
    subscription?: object | null;
  }[] = [],
  terms: () => Promise<object> = async () => ({ billing: 'sandbox' }),
) =>
  provideSession({
    status,
    workspaces: { list: workspaces, open },
    user: { id: 'me' },
    registrations: { terms },
    subscribe: () => () => undefined,
  } as never);

const visit = (workspace: string, path = '') => ({
  params: { workspace },
  location: { pathname: `/${workspace}${path}`, href: `/${workspace}${path}?a=1`, search: {} },
});

const thrown = (visit: Promise<unknown>) =>
  visit.then(
    () => undefined,
    (reason: unknown) => reason,
  );
const options = async (visit: Promise<unknown>) => {
  const reason = await thrown(visit);
  return isRedirect(reason) ? reason.options : undefined;
};

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://kontor.example/'));
  open.mockClear();
  logged = undefined;
});

describe('a visitor who is not signed in', () => {
  beforeEach(() => session('unauthenticated'));
  const page = '/01890000-0000-7000-8000-000000000000/projects';

  it('goes to the login page, which knows the way back', async () =>
    expect(
      await options(requireAccount({ location: { href: `${page}?a=1`, pathname: page } })),
    ).toMatchObject({
      to: '/login',
      search: { redirect: `${page}?a=1` },
    }));

  it('is not sent back to where somebody has just signed out', async () => {
    leaveOnPurpose();
    expect(
      await options(requireAccount({ location: { href: '/account', pathname: '/account' } })),
    ).toMatchObject({ search: {} });
    expect(
      await options(requireAccount({ location: { href: '/account', pathname: '/account' } })),
    ).toMatchObject({
      search: { redirect: '/account' },
    });
  });

  it.each(['/nowhere', '/w/projects', `${page}/x/nowhere`])('is told that %s is no page', async (pathname) =>
    expect(isNotFound(await thrown(requireAccount({ location: { href: pathname, pathname } })))).toBe(true),
  );

  it('sees login and registration', async () =>
    expect(await thrown(requireGuest({ search: {} }))).toBeUndefined());
});

describe('somebody who is signed in', () => {
  beforeEach(() =>
    session('authenticated', [
      { id: 'a', status: 'ACTIVE', role: 'ADMIN' },
      { id: 'b', status: 'LOCKED' },
    ]),
  );

  it('sees the pages behind', async () =>
    expect(await thrown(requireAccount({ location: { href: '/', pathname: '/' } }))).toBeUndefined());

  it('goes on from the login page, and never to another site', async () => {
    expect(await options(requireGuest({ search: {} }))).toMatchObject({ href: '/' });
    expect(await options(requireGuest({ search: { redirect: '/account' } }))).toMatchObject({
      href: '/account',
    });
    expect(await options(requireGuest({ search: { redirect: '//evil.example' } }))).toMatchObject({
      href: '/',
    });
  });

  it('opens their own workspaces; others do not exist, closed ones stay closed', async () => {
    expect(await guardWorkspace(visit('a'))).toEqual({ isClosed: false });
    expect(open).toHaveBeenCalledWith('a', []);
    expect(isNotFound(await thrown(guardWorkspace(visit('c'))))).toBe(true);
    expect(await options(guardWorkspace(visit('b', '/tasks')))).toMatchObject({
      to: '/unlock',
      search: { workspace: 'b', redirect: '/b/tasks?a=1' },
    });
    expect(open).toHaveBeenCalledTimes(1);
  });
});

describe('a page of a workspace', () => {
  /** Returns where a role ends up; undefined where it stays. */
  const ends = async (role: string, path: string) => {
    session('authenticated', [{ id: 'a', status: 'ACTIVE', role: 'ADMIN' }]);
    logged = { role, status: 'ACTIVE' };
    return (await options(guardWorkspace(visit('a', path))))?.to;
  };

  it.each([
    ['', 'ae'],
    ['/projects', 'ae'],
    ['/projects/p/documents', 'ae'],
    ['/something-new', 'ae'],
    ['/trash', 'ae'],
    ['/settings', 'a'],
    ['/settings/users', 'a'],
    ['/settings/history', 'ae'],
    ['/Settings', 'a'],
    ['/%73ettings', 'a'],
    ['//settings', 'a'],
    ['/customers', 'a'],
    ['/customers/c', 'a'],
    ['/customers/c/projects', 'a'],
    ['/customers/c/documents', 'ae'],
    ['/customers/c/documents/folder', 'ae'],
    ['/dashboard', 'aec'],
    ['/dashboard/project/p/f', 'aec'],
    ['/dashboards', 'ae'],
    ['/%E0%A4%A', 'ae'],
  ])('%s: %s', async (path, letters) => {
    const landings = { ADMIN: '/$workspace', EMPLOYEE: '/$workspace', CUSTOMER: '/$workspace/dashboard' };
    for (const [role, landing] of Object.entries(landings)) {
      const isLetIn = letters.includes(role[0]!.toLowerCase());
      expect(await ends(role, path), role).toBe(isLetIn ? undefined : landing);
    }
  });

  it("believes the member log, and the server's word only while there is none", async () => {
    expect(await ends('CUSTOMER', '/settings')).toBe('/$workspace/dashboard');
    session('authenticated', [{ id: 'a', status: 'ACTIVE', role: 'CUSTOMER' }]);
    logged = undefined;
    expect((await options(guardWorkspace(visit('a'))))?.to).toBe('/$workspace/dashboard');
    logged = { role: 'EMPLOYEE', status: 'ACTIVE' };
    expect(await options(guardWorkspace(visit('a')))).toBeUndefined();
  });
});

describe('a workspace whose subscription ended', () => {
  /** Returns where somebody ends up; true where they stay and see that it is closed, false where it opens. */
  const ends = async (role: string, status: string, path: string) => {
    session('authenticated', [{ id: 'a', status, role, access: 'closed' }]);
    logged = { role, status };
    try {
      return (await guardWorkspace(visit('a', path))).isClosed;
    } catch (reason) {
      return isRedirect(reason) ? (reason.options as { to: string }).to : reason;
    }
  };
  const billing = '/$workspace/settings/billing-and-payment';

  it.each(['', '/projects', '/settings/users', '/dashboard/project'])(
    'leads admins from %s to the billing',
    async (path) => {
      for (const status of ['ACTIVE', 'LOCKED']) expect(await ends('ADMIN', status, path)).toBe(billing);
    },
  );

  it('shows them the billing, lets them export and have what was signed unless they are locked', async () => {
    for (const status of ['ACTIVE', 'LOCKED'])
      expect(await ends('ADMIN', status, '/settings/billing-and-payment')).toBe(true);
    expect(open).not.toHaveBeenCalled();
    expect(await ends('ADMIN', 'ACTIVE', '/settings/export')).toBe(false);
    expect(await ends('ADMIN', 'LOCKED', '/settings/export')).toBe(billing);
    for (const path of ['/signatures', '/signatures/0190-a']) {
      expect(await ends('ADMIN', 'ACTIVE', path)).toBe(false);
      expect(await ends('ADMIN', 'LOCKED', path)).toBe(billing);
    }
    for (const path of ['/signatures/ask/0190-a', '/dashboard/signatures/0190-a/more'])
      expect(await ends('ADMIN', 'ACTIVE', path)).toBe(billing);
  });

  it.each(['EMPLOYEE', 'CUSTOMER'])('tells %s on its first page whom to ask', async (role) => {
    expect(await ends(role, 'ACTIVE', '/projects')).toBe('/$workspace');
    expect(await ends(role, 'ACTIVE', '/settings/billing-and-payment')).toBe('/$workspace');
    expect(await ends(role, 'ACTIVE', '')).toBe(true);
    expect(open).not.toHaveBeenCalled();
  });

  it('locks nobody out of what was signed but who is locked', async () => {
    for (const [role, path] of [
      ['EMPLOYEE', '/signatures'],
      ['EMPLOYEE', '/signatures/0190-a'],
      ['CUSTOMER', '/dashboard/signatures'],
      ['CUSTOMER', '/dashboard/signatures/0190-a'],
    ] as const) {
      expect(await ends(role, 'ACTIVE', path)).toBe(false);
      expect(await ends(role, 'LOCKED', path)).toBe('/$workspace');
    }
    expect(await ends('CUSTOMER', 'ACTIVE', '/signatures')).toBe('/$workspace/dashboard');
    expect(await ends('EMPLOYEE', 'ACTIVE', '/signatures/ask/0190-a')).toBe('/$workspace');
  });
});

describe('what speaks of subscriptions', () => {
  const page = '/settings/billing-and-payment';
  const billed = async (subscription: object | null) => {
    session('authenticated', [{ id: 'a', status: 'ACTIVE', role: 'ADMIN', subscription }]);
    logged = { role: 'ADMIN', status: 'ACTIVE' };
    return isNotFound(await thrown(guardWorkspace(visit('a', page))));
  };

  it('is not there where nobody is billed', async () => {
    expect(await billed(null)).toBe(true);
    expect(await billed({ plan: 'basic', status: 'active' })).toBe(false);
    // A customer's user, whom nobody tells of it, is led on.
    session('authenticated', [{ id: 'a', status: 'ACTIVE', role: 'CUSTOMER', subscription: null }]);
    logged = { role: 'CUSTOMER', status: 'ACTIVE' };
    expect((await options(guardWorkspace(visit('a', page))))?.to).toBe('/$workspace/dashboard');
    session('unauthenticated', [], async () => ({ billing: 'none' }));
    expect(isNotFound(await thrown(requireBilling()))).toBe(true);
    session('unauthenticated');
    expect(await thrown(requireBilling())).toBeUndefined();
    session('unauthenticated', [], () => Promise.reject(new Error('no connection')));
    expect(await thrown(requireBilling())).toBeUndefined();
  });
});

describe('somebody who has signed in and wanted nothing else', () => {
  const began = async (...workspaces: { id: string; status: string; invitationId?: string }[]) => {
    session('authenticated', workspaces);
    return (await options(requireGuest({ search: {} })))?.href;
  };

  it('begins in the workspace that is the only one', async () => {
    expect(await began({ id: 'w', status: 'ACTIVE' })).toBe('/w');
    expect(await began()).toBe('/');
    expect(await began({ id: 'w', status: 'ACTIVE' }, { id: 'v', status: 'ACTIVE' })).toBe('/');
    expect(await began({ id: 'w', status: 'LOCKED' })).toBe('/');
    expect(await began({ id: 'w', status: 'ACTIVE', invitationId: 'i' })).toBe('/');
  });
});

it('leads on whoever loads the app at the list and has nothing to choose, and nobody who comes from a page of it', async () => {
  const ends = async (
    ...workspaces: { id: string; status: string; invitationId?: string; access?: string }[]
  ) => {
    session('authenticated', workspaces);
    return (await options((async () => toFirstPage())()))?.href;
  };
  expect(await ends({ id: 'w', status: 'ACTIVE' })).toBe('/w');
  expect(await ends()).toBeUndefined();
  expect(await ends({ id: 'w', status: 'LOCKED' })).toBeUndefined();
  expect(await ends({ id: 'w', status: 'ACTIVE', invitationId: 'i' })).toBeUndefined();
  // Whoever's only workspace is closed may want to found another, or see who invited them.
  expect(await ends({ id: 'w', status: 'ACTIVE', access: 'closed' })).toBeUndefined();
  expect(await ends({ id: 'w', status: 'ACTIVE' }, { id: 'v', status: 'ACTIVE' })).toBeUndefined();
  notePage();
  expect(await ends({ id: 'w', status: 'ACTIVE' })).toBeUndefined();
});

it('asks nobody whose page ended what its address is: the way to the login page waits for nothing', async () => {
  session('unauthenticated');
  notePage();
  expect(
    await options(requireAccount({ location: { href: '/nowhere', pathname: '/nowhere' } })),
  ).toMatchObject({
    to: '/login',
  });
});
