// @vitest-environment happy-dom
/** The switch says that its state did not load, and loads it at a second try. */
import { CallError } from '@kontor/client/http/callError';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { PushSwitch } from './pushSwitch.tsx';

it('says that it could not be loaded, and offers to try again', async () => {
  vi.stubGlobal('isSecureContext', false);
  const push = vi.fn().mockRejectedValueOnce(new CallError('INTERNAL', 500, 'no'));
  push.mockResolvedValue({ isOn: true, publicKey: 'key' });
  provideSession({ subscribe: () => () => {}, account: { push } } as unknown as Session);
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(
    <MantineProvider>
      <PushSwitch />
    </MantineProvider>,
  );
  await vi.waitFor(() =>
    expect(place.querySelector('[role=alert]')?.textContent).toMatch(/could not be loaded/),
  );
  const button = place.querySelector('button')!;
  expect(button.textContent).toBe('Try again');
  button.click();
  await vi.waitFor(() => expect(place.textContent).toContain('Switch off'));
  expect(place.querySelector('[role=alert]')).toBeNull();
  root.unmount();
});
