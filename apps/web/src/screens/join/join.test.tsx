// @vitest-environment happy-dom
/** Whoever is signed in with another account than the invited one reads which firm invites, and why signing out failed. */
import { CallError } from '@kontor/client/http/callError';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { toast } from '../../platform/toasts.tsx';
import { leavesOnPurpose, provideSession } from '../../platform/workspace/session.ts';
import { Join } from './join.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => {},
}));
vi.mock('../../ui/nav/link.tsx', () => ({ ButtonLink: () => null, TextLink: () => null }));
vi.mock('../../features/account/namesQuestion.tsx', () => ({ NamesQuestion: () => null }));
vi.mock('../../features/document/native/mayWipe.ts', () => ({ mayWipe: async () => true }));
vi.mock('../../platform/workspace/joinLink.ts', () => ({
  useJoinLink: () => ({ email: 'ada@kontor.example', workspace: 'Alder' }),
}));

it('names the firm, and says why the server’s session did not end', async () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue();
  const signOut = vi.fn().mockRejectedValue(new CallError('CSRF', 400, 'no'));
  const user = { id: 'ben', email: 'ben@kontor.example' };
  provideSession({ subscribe: () => () => {}, user, signOut } as unknown as Session);
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(
    <MantineProvider>
      <Join />
    </MantineProvider>,
  );
  await vi.waitFor(() => expect(place.querySelector('button')).not.toBeNull());
  expect(place.textContent).toContain('You are invited to work with Alder.');
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(said).toHaveBeenCalledWith('Could not fetch CSRF Token for signing out'));
  expect(signOut).toHaveBeenCalledWith({ discard: false });
  expect(leavesOnPurpose()).toBe(false);
  root.unmount();
});
