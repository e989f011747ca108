// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../http/callError.ts';
import { keepFresh } from './keepFresh.ts';
import type { Session } from './session.ts';

const hour = 3_600_000;
let visibility: DocumentVisibilityState;
let stop: () => void;
const refresh = vi.fn<() => Promise<void>>();
const session = { refresh, status: 'authenticated' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  visibility = 'visible';
  session.status = 'authenticated';
  refresh.mockReset().mockResolvedValue();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const start = async () => {
  stop = keepFresh(session as unknown as Session);
  await vi.advanceTimersByTimeAsync(0);
};
const become = async (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
};

it('looks at the start and every 3,600,000 ms', async () => {
  await start();
  expect(refresh).toHaveBeenCalledTimes(1);
  for (const looks of [2, 3]) {
    await vi.advanceTimersByTimeAsync(hour - 1);
    expect(refresh).toHaveBeenCalledTimes(looks - 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(refresh).toHaveBeenCalledTimes(looks);
  }
});

it('looks when the window is seen again or the network is back, and an hour after that', async () => {
  await start();
  await become('hidden');
  expect(refresh).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(hour / 2);
  await become('visible');
  expect(refresh).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(hour / 2);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(refresh).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(hour - 1);
  expect(refresh).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(refresh).toHaveBeenCalledTimes(4);
});

it('asks every 2,000 ms until a server has answered, and goes on after a failed look', async () => {
  session.status = 'loading';
  refresh.mockRejectedValue(new CallError('OFFLINE', 0, 'no'));
  await start();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(refresh).toHaveBeenCalledTimes(3);
  session.status = 'authenticated';
  await vi.advanceTimersByTimeAsync(2_000 + hour);
  expect(refresh).toHaveBeenCalledTimes(5);
});

it("goes on where the device's store could not be asked", async () => {
  refresh.mockRejectedValueOnce(new DOMException('closing', 'InvalidStateError'));
  await start();
  await vi.advanceTimersByTimeAsync(hour);
  expect(refresh).toHaveBeenCalledTimes(2);
});

it('looks no more once it is stopped', async () => {
  await start();
  stop();
  await become('visible');
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(refresh).toHaveBeenCalledTimes(1);
});
