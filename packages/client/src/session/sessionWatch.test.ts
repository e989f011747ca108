/** A session that was ended elsewhere: nobody waits for it without end, and it brings nothing back that was removed. */
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { RealtimeState } from '../http/realtime.ts';
import { type Founder, founder } from '../testing/founder.ts';
import { silentRealtime } from '../testing/silentRealtime.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { SessionWatch } from './sessionWatch.ts';
import { type Scene, scene } from './testing/scene.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let anna: Founder;
beforeAll(async () => {
  anna = await founder();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const signIn = ({ session }: Scene) => session.signIn(anna.email, anna.password);

it('lets somebody sign in though the server does not say who is signed in elsewhere', async () => {
  const place = scene(anna, { '/api/auth/session': () => new Promise(() => {}) });
  await signIn(place);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timing = new AbortController();
    setTimeout(() => timing.abort(new DOMException('too long', 'TimeoutError')), ms);
    return timing.signal;
  });
  await expect(place.session.account.sessions()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  expect(place.session.status).toBe('unauthenticated');
  const signedIn = signIn(place);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  const late = new Promise((_, reject) => setTimeout(reject, 20_000, new Error('still waiting')));
  await Promise.race([signedIn, late]);
  expect(place.session.status).toBe('authenticated');
});

it.each(['removed the account from the device', 'deleted the account'])(
  'leaves nothing on the device where another tab has %s',
  async (what) => {
    const place = scene(
      anna,
      { '/api/account/deletion': () => ({}) },
      async ({ device }) =>
        ({
          close: () =>
            device.write([
              { table: 'memory', key: 'mark', value: 1 },
              { table: 'outbox', key: 'w/1', value: 1 },
            ]),
        }) as Partial<Workspace> as Workspace,
    );
    await signIn(place);
    const tab = place.open();
    await tab.refresh();
    if (what === 'deleted the account') await place.session.account.remove(anna.password);
    else await place.session.signOut({ discard: true, remove: true });
    const device = await place.stores(anna.userId);
    const left = async () => [...(await device.keys('memory', '')), ...(await device.keys('outbox', ''))];
    expect(await left()).toEqual([]);
    void tab.workspaces.open(uuidv7());
    await tab.signOut({ discard: false });
    expect(await left()).toEqual([]);
    await signIn(place);
    void place.session.workspaces.open(uuidv7());
    await place.session.signOut({ discard: false });
    expect(await left()).toEqual(expect.arrayContaining(['mark', 'w/1']));
  },
);

it('looks again where the code of what it opens did not come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const refresh = vi.fn(async () => {});
  const watch = new SessionWatch({
    http: { onUnauthorized: () => {} },
    status: () => 'loading',
    refresh,
  } as unknown as ConstructorParameters<typeof SessionWatch>[0]);
  const failure = new TypeError('Failed to fetch dynamically imported module');
  refresh.mockRejectedValueOnce(failure);
  await expect(watch.look()).rejects.toBe(failure);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(refresh).toHaveBeenCalledTimes(2);
});

it.each([true, false])(
  'asks at the first connection for what may have changed since only where the server was not asked yet (%s)',
  async (isOld) => {
    const done: string[] = [];
    const watch = new SessionWatch({
      http: { onUnauthorized: () => {} },
      status: () => 'authenticated',
      refresh: async () => void done.push('who is signed in'),
    } as unknown as ConstructorParameters<typeof SessionWatch>[0]);
    let tell = (_: RealtimeState) => {};
    const realtime = {
      ...silentRealtime,
      state: 'connecting' as const,
      onState: (listener: typeof tell) => {
        tell = listener;
        return () => {};
      },
    };
    watch.follow(realtime, { isOld, onBack: () => done.push('what changed') });
    tell('connected');
    await new Promise((resolve) => setTimeout(resolve));
    expect(done).toEqual(isOld ? ['who is signed in', 'what changed'] : []);
    tell('connected');
    await new Promise((resolve) => setTimeout(resolve));
    expect(done.slice(isOld ? 2 : 0)).toEqual(['what changed']);
  },
);
