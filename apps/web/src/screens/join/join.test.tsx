// @vitest-environment happy-dom
/** An invitation's page: which of several invitations it is about, and what somebody else than the invited one reads. */
import { CallError } from '@kontor/client/http/callError';
import type { Session } from '@kontor/client/session/session';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InvitationHints } from '../../features/invitation/invitationHints.tsx';
import { WorkspaceRows } from '../../features/workspace/workspaceRows.tsx';
import { toast } from '../../platform/toasts.tsx';
import { calls } from '../../platform/workspace/calls.ts';
import { forgetJoinLink, joinLink, startJoinLink } from '../../platform/workspace/joinLink.ts';
import { leavesOnPurpose, provideSession } from '../../platform/workspace/session.ts';
import { Join } from './join.tsx';

const router = vi.hoisted(() => ({ search: {} as { invitation?: string }, navigate: vi.fn() }));
const MockLink = vi.hoisted(
  () =>
    ({ to, search, children }: { to: string; search?: object; children: ReactNode }) => (
      <a href={`${to}?${new URLSearchParams(search as Record<string, string>)}`}>{children}</a>
    ),
);
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => router.navigate,
  useSearch: () => router.search,
  Link: MockLink,
}));
vi.mock('../../ui/nav/link.tsx', () => ({ ButtonLink: () => null, TextLink: MockLink }));
vi.mock('../../features/account/namesQuestion.tsx', () => ({ NamesQuestion: () => null }));
vi.mock('../../features/document/native/mayWipe.ts', () => ({ mayWipe: async () => true }));

const [alder, beech] = ['0000000a', '0000000b'].map((start) => `${start}-0000-4000-8000-000000000000`);
const invitationTo = (id: string, name: string, isWaiting = false, expiresAt = Date.now() + 60_000) => ({
  id,
  role: 'EMPLOYEE',
  expiresAt,
  isWaiting,
  workspace: { id: `w-${id}`, name, color: '#123456', logo: null },
});

const place = document.body.appendChild(document.createElement('main'));
let root: ReturnType<typeof createRoot>;
const signOut = vi.fn();
const get = vi.fn();
const list = vi.fn();
const ask = vi.fn();

/** Opens the link of Alder's invitation in this tab. */
function openLink(to: string, withSecret = true) {
  const secret = 'A'.repeat(43);
  const fragment = new URLSearchParams({
    to,
    at: 'Alder',
    ...(withSecret && { i: alder!, s: secret, h: secret }),
  });
  history.replaceState(null, '', `/join#${fragment}`);
  startJoinLink();
}

let leave = () => {};

function show(page: ReactNode) {
  const listeners = new Set<() => void>();
  const session = {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    user: { id: 'ben', email: 'ben@kontor.example' } as object | undefined,
    signOut,
    invalidations: 0,
    connection: { state: 'connected' },
    workspaces: { list: [] },
    invitations: { get, list, ask },
    recovery: { sixWords: async () => ['oak'] },
  };
  leave = () => {
    session.user = undefined;
    for (const listener of listeners) listener();
  };
  provideSession(session as unknown as Session);
  root = createRoot(place);
  flushSync(() => root.render(<MantineProvider env="test">{page}</MantineProvider>));
}
const press = (label: string) => {
  const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;
  button.focus();
  flushSync(() => button.click());
};
const shows = (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text));

beforeEach(() => {
  vi.resetAllMocks();
  router.search = {};
  calls.clear();
  list.mockResolvedValue([]);
});
afterEach(() => {
  flushSync(() => root.unmount());
  forgetJoinLink();
});

it('names the firm, and says why the server’s session did not end', async () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue();
  signOut.mockRejectedValue(new CallError('CSRF', 400, 'no'));
  openLink('ada@kontor.example', false);
  show(<Join />);
  expect(place.textContent).toContain('You are invited to work with Alder.');
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(said).toHaveBeenCalledWith('Could not fetch CSRF Token for signing out'));
  expect(signOut).toHaveBeenCalledWith({ discard: false });
  expect(leavesOnPurpose()).toBe(false);
});

it.each([
  ['gone', () => get.mockRejectedValue(new CallError('NOT_FOUND', 404, 'no')), 'is not there any more'],
  ['expired', () => get.mockResolvedValue(invitationTo(alder!, 'Alder', false, 1)), 'Alder expired on'],
])('lets go of a link that is %s, and shows what waits beside it', async (_, answer, text) => {
  answer();
  list.mockResolvedValue([invitationTo(beech!, 'Beech')]);
  openLink('ben@kontor.example');
  show(<Join />);
  await shows('Join without the link');
  expect(place.textContent).toContain(text);
  expect(place.textContent).toContain('Beech');
  expect(joinLink()).toBeUndefined();
});

it('is about the invitation that was chosen, and keeps the link of the other one', async () => {
  get.mockResolvedValue(invitationTo(alder!, 'Alder'));
  list.mockResolvedValue([invitationTo(beech!, 'Beech', true)]);
  openLink('ben@kontor.example');
  router.search = { invitation: beech! };
  show(<Join />);
  await shows('Call an admin of Beech');
  expect(get).not.toHaveBeenCalled();
  flushSync(() => root.unmount());
  router.search = { invitation: alder! };
  show(<Join />);
  await shows('Alder');
  expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Join']);
});

it('shows somebody whom the link is not for their own invitations, too', async () => {
  list.mockResolvedValue([invitationTo(beech!, 'Beech')]);
  openLink('ada@kontor.example');
  show(<Join />);
  await shows('Beech');
  expect(place.textContent).toContain('This invitation is for ada@kontor.example.');
  flushSync(() => root.unmount());
  router.search = { invitation: beech! };
  show(<Join />);
  await shows('Beech');
  expect(place.textContent).not.toContain('ada@kontor.example');
});

it('says nothing of invitations where none waits beside one for somebody else', async () => {
  openLink('ada@kontor.example');
  show(<Join />);
  await vi.waitFor(() => expect(list).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  expect(place.textContent).not.toContain('ben@kontor.example. If you were');
});

it('is led to from each invitation, and from a workspace that waits for an admin', async () => {
  list.mockResolvedValue([invitationTo(beech!, 'Beech')]);
  const workspace = { id: 'w', name: 'Alder', status: 'LOCKED', invitationId: alder, memberCount: 0 };
  const facts = { role: 'EMPLOYEE', access: 'full', subscription: null, color: '#123456', logo: null };
  show(
    <>
      <WorkspaceRows workspaces={[{ ...workspace, ...facts } as unknown as WorkspaceSummary]} />
      <InvitationHints />
    </>,
  );
  await shows('Beech');
  const addresses = [...place.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(addresses).toEqual([alder, beech].map((id) => `/join?invitation=${id}`));
});

it('has the focus on its heading once somebody asked to be let in, or signed out', async () => {
  const heading = () => document.activeElement?.localName;
  list.mockResolvedValue([invitationTo(beech!, 'Beech')]);
  show(<Join />);
  await shows('Join without the link');
  list.mockResolvedValue([invitationTo(beech!, 'Beech', true)]);
  press('Join without the link');
  await shows('Call an admin of Beech');
  await expect.poll(heading).toBe('h1');
  flushSync(() => root.unmount());

  openLink('ada@kontor.example');
  signOut.mockImplementation(async () => leave());
  show(<Join />);
  press('Sign out and use the other address');
  await shows('Sign in with that address');
  await expect.poll(heading).toBe('h1');
});
