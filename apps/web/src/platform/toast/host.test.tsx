// @vitest-environment happy-dom
/** The time for which a message stands. */
import { notifications } from '@mantine/notifications';
import { expect, it, vi } from 'vitest';
import { present } from './host.tsx';

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
