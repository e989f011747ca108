/** Closes again what a sign-in opened, where something beside it fails. */
import { expect, it, vi } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import { Http } from '../http/http.ts';
import { openOnce } from '../openOnce.ts';
import type { Replica } from '../replica/replica.ts';
import { silentRealtime } from '../testing/silentRealtime.ts';
import { followPersonal, openSignedIn } from './openSignedIn.ts';

it.each(['before', 'after'])(
  'leaves no socket behind where something fails %s it is there',
  async (moment) => {
    const close = vi.fn();
    const opened = Promise.withResolvers<void>();
    const realtime = { ...silentRealtime, close };
    if (moment === 'before') opened.resolve();
    const entering = openSignedIn(
      {
        http: new Http({ origin: 'https://kontor.example' }),
        vault: {
          takePins: async () => {
            await Promise.resolve();
            throw new Error('the worker ended');
          },
        },
        openRealtime: () => opened.promise.then(() => realtime),
      } as never,
      { account: { id: 'ada', pins: [], realtime: { key: 'key' } } } as never,
      { device: new MemoryStore(), sealed: new Uint8Array() } as never,
    );
    await expect(entering).rejects.toThrow('the worker ended');
    opened.resolve();
    await expect.poll(() => close.mock.calls.length).toBe(1);
  },
);

it('opens the personal records once more where they could not be, and tells of them then', async () => {
  vi.useFakeTimers();
  const heard = vi.fn();
  const replica = {
    invalidations: { subscribe: heard },
    status: { get: () => ({ connection: 'current' }), subscribe: () => () => {} },
    collections: { profile: { get: () => undefined, subscribe: () => () => {} } },
    scopeOf: () => 'personal',
  };
  const open = vi.fn(async () => replica as unknown as Replica);
  open.mockRejectedValueOnce(new Error('the code did not come'));
  const personal = openOnce(open);
  const following = followPersonal(
    { personal },
    { isHeld: () => true, onInvalidation: () => {}, onProfile: () => {} },
  );
  await vi.advanceTimersByTimeAsync(1000);
  await following;
  vi.useRealTimers();
  expect(open).toHaveBeenCalledTimes(2);
  expect(heard).toHaveBeenCalledOnce();
});
