// @vitest-environment happy-dom
/** The time for which a message stands, and the stack's bounds. */
import { notifications } from '@mantine/notifications';
import { expect, it, vi } from 'vitest';
import { present, ToastHost } from './host.tsx';

it('closes no message by itself that is to stay', () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('');
  present('error', 'Wiped', { stays: true });
  expect(show.mock.lastCall![0].autoClose).toBe(false);
  present('info', 'Deleted', { action: { label: 'Undo', run: () => {} } });
  expect(show.mock.lastCall![0].autoClose).toBe(10_000);
  present('error', 'Failed');
  // The stack says how long.
  expect(show.mock.lastCall![0]).not.toHaveProperty('autoClose');
});

it('stacks at most five at the top right, for 5,000 ms each, which then go within 200 ms', () => {
  const { props } = ToastHost();
  expect(props).toMatchObject({ position: 'top-right', limit: 5, autoClose: 5000, transitionDuration: 200 });
});
