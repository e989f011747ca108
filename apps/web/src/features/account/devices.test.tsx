// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { calls } from '../../platform/workspace/calls.ts';
import { Devices, sessionsKey } from './devices.tsx';

const sessions = vi.hoisted(() =>
  vi.fn(async (): Promise<object[]> => Promise.reject(new Error('no connection'))),
);
const revokeOtherSessions = vi.hoisted(() => vi.fn(() => Promise.reject(new Error('no connection'))));
const stop = vi.hoisted(() => vi.fn());
vi.mock('../../platform/workspace/session.ts', () => ({
  currentSession: () => ({ account: { sessions, revokeOtherSessions } }),
}));
vi.mock('../../ui/list/keepFocus.ts', () => ({ keepFocus: () => stop }));
vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm: async () => true }));
const errors = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: errors } }));
vi.mock('../../ui/list/dataTable.tsx', () => ({ DataTable: () => 'the list' }));

function show() {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <Devices />
      </MantineProvider>,
    ),
  );
  return { place, close: () => flushSync(() => root.unmount()) };
}

it('says that the devices could not be loaded, and tries again', async () => {
  const { place, close } = show();
  await vi.waitFor(() =>
    expect(place.querySelector('[role=alert]')?.textContent).toContain('The devices could not be loaded'),
  );
  sessions.mockResolvedValue([{}]);
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(place.textContent).toContain('the list'));
  expect(sessions).toHaveBeenCalledTimes(2);
  close();
});

it('says that the other devices could not be signed out, and looks for no other place for the focus then', async () => {
  sessions.mockResolvedValue([{}, {}]);
  await calls.invalidateQueries({ queryKey: sessionsKey });
  const { place, close } = show();
  await vi.waitFor(() => expect(place.querySelector('button')).not.toBeNull());
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(revokeOtherSessions).toHaveBeenCalled());
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce());
  expect(errors.mock.calls[0]?.[0]).toContain('The other devices could not be signed out');
  close();
});
