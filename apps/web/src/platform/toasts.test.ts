// @vitest-environment happy-dom
/** Messages before what shows them has come. */
import { expect, it, vi } from 'vitest';
import { clearToasts, toast } from './toasts.tsx';

const host = vi.hoisted(() => ({ isThere: false, present: vi.fn(), clear: vi.fn() }));
vi.mock('./toast/host.tsx', () => ({
  get ToastHost() {
    if (!host.isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return () => null;
  },
  present: host.present,
  clear: host.clear,
}));

it.each([
  ['the next one', () => toast.success('Saved'), ['Failed', 'Saved']],
  ['the connection', () => window.dispatchEvent(new Event('online')), ['Failed']],
])('come with %s where it did not', async (_, act, shown) => {
  host.isThere = false;
  host.present.mockClear();
  toast.error('Failed');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(host.present).not.toHaveBeenCalled();
  host.isThere = true;
  act();
  await vi.waitFor(() => expect(host.present).toHaveBeenCalledTimes(shown.length));
  expect(host.present.mock.calls.map(([, message]) => message)).toEqual(shown);
  toast.info('Deleted');
  await vi.waitFor(() => expect(host.present).toHaveBeenCalledTimes(shown.length + 1));
});

it('go when the session ends, those that wait, too', async () => {
  host.present.mockClear();
  toast.error('Failed');
  clearToasts();
  expect(host.clear).toHaveBeenCalledOnce();
  toast.info('Deleted');
  await vi.waitFor(() => expect(host.present).toHaveBeenCalledExactlyOnceWith('info', 'Deleted', undefined));
});
