import type { Session } from '@kontor/client/session/session';
import { isNotFound, isRedirect } from '@tanstack/react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveOnPurpose, provideSession } from '../platform/session.ts';
import { requireAccount, requireGuest, requireWorkspace } from './guards.ts';

const open = vi.fn(async () => ({ files: async () => ({ uploads: {}, downloads: {} }) }));

/** A session as far as the guards look at it. */
const session = (status: Session['status'], workspaces: { id: string; status: string }[] = []) =>
  provideSession({ status, workspaces, openWorkspace: open, subscribe: () => () => undefined } as never);

const thrown = (visit: Promise<void>) =>
  visit.then(
    () => undefined,
    (reason: unknown) => reason,
  );
const options = async (visit: Promise<void>) => {
  const reason = await thrown(visit);
  return isRedirect(reason) ? reason.options : undefined;
};

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://kontor.example/'));
  open.mockClear();
});

describe('a visitor who is not signed in', () => {
  beforeEach(() => session('unauthenticated'));

  it('goes to the login page, which knows the way back', async () =>
    expect(await options(requireAccount({ location: { href: '/w/projects?a=1' } }))).toMatchObject({
      to: '/login',
      search: { redirect: '/w/projects?a=1' },
    }));

  it('is not sent back to where somebody has just signed out', async () => {
    leaveOnPurpose();
    expect(await options(requireAccount({ location: { href: '/account' } }))).toMatchObject({ search: {} });
    expect(await options(requireAccount({ location: { href: '/account' } }))).toMatchObject({
      search: { redirect: '/account' },
    });
  });

  it('sees login and registration', async () =>
    expect(await thrown(requireGuest({ search: {} }))).toBeUndefined());
});

describe('somebody who is signed in', () => {
  beforeEach(() =>
    session('authenticated', [
      { id: 'a', status: 'ACTIVE' },
      { id: 'b', status: 'LOCKED' },
    ]),
  );

  it('sees the pages behind', async () =>
    expect(await thrown(requireAccount({ location: { href: '/' } }))).toBeUndefined());

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
    expect(await thrown(requireWorkspace({ params: { workspace: 'a' } }))).toBeUndefined();
    expect(open).toHaveBeenCalledWith('a');
    expect(isNotFound(await thrown(requireWorkspace({ params: { workspace: 'c' } })))).toBe(true);
    expect(await options(requireWorkspace({ params: { workspace: 'b' } }))).toMatchObject({ to: '/' });
    expect(open).toHaveBeenCalledTimes(1);
  });
});
