// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { OwnInvitations } from './ownInvitations.tsx';

const ask = vi.hoisted(() => vi.fn(() => new Promise(() => {})));
vi.mock('../../platform/workspace/session.ts', () => ({
  currentSession: () => ({ invitations: { ask } }),
  useSession: () => 'kim@example.org',
}));
vi.mock('./queries.ts', () => ({
  useInvitations: () => ({
    data: ['berg', 'funk'].map((id) => ({ id, workspace: { name: id }, isWaiting: false })),
  }),
}));
vi.mock('./useLetIn.ts', () => ({ useLetIn: () => {} }));
vi.mock('./invitationHead.tsx', () => ({ InvitationHead: () => null }));

it('shows as being asked only the invitation that is', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <OwnInvitations onIn={() => {}} words={null} />
      </MantineProvider>,
    ),
  );
  const buttons = [...place.querySelectorAll('button')];
  buttons[1]!.click();
  const areLoading = () => buttons.map((button) => button.dataset.loading === 'true');
  await vi.waitFor(() => expect(areLoading()).toContain(true));
  expect(areLoading()).toEqual([false, true]);
  for (const button of buttons) button.click();
  expect(ask.mock.calls, 'one call at a time').toEqual([['funk']]);
  flushSync(() => root.unmount());
});
