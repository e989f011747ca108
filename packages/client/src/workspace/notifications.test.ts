/** Notifications are asked for until they are here, and what is opened without a connection is marked once it is back. */
import { expect, it, vi } from 'vitest';
import type { DeviceStore } from '../device/deviceStore.ts';
import { MemoryStore } from '../device/memoryStore.ts';
import { CallError, offline } from '../http/callError.ts';
import type { Http } from '../http/http.ts';
import { openNotifications } from './notifications.ts';
import type { RefusedMute } from './waitingMutes.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

function opened(device: DeviceStore = new MemoryStore()) {
  const muted: [string, boolean][] = [];
  const refused: RefusedMute[] = [];
  let isRefused = false;
  const marked: string[][] = [];
  let calls = 0;
  let isOffline = false;
  let onJoined = () => {};
  let pass = () => {};
  const waits: number[] = [];
  /** Answers to `list` that wait until they are let go. */
  const held: (() => void)[] = [];
  let holds = false;
  const answer = <T>(value: T): T => {
    calls++;
    if (isOffline) throw offline('cut');
    return value;
  };
  const notifications = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, at) => ({
    id,
    readAt: null,
    createdAt: 9 - at,
  }));
  const http = {
    api: async () => ({
      notification: {
        list: async () => {
          // `mutedIds` says which answer it is: 0 for the first.
          const mine = answer({ notifications, mutedIds: [`${calls}`] });
          if (holds) await new Promise<void>((resolve) => held.push(resolve));
          return mine;
        },
        mark: async ({ ids, isRead }: { ids: string[]; isRead?: boolean }) => {
          answer(undefined);
          if (isRead) marked.push(ids);
        },
        mute: async ({ id, isMuted }: { id: string; isMuted: boolean }) => {
          answer(undefined);
          if (holds) await new Promise<void>((resolve) => held.push(resolve));
          if (isRefused) throw new CallError('NOT_FOUND', 404, 'no such room');
          muted.push([id, isMuted]);
        },
      },
    }),
  } as unknown as Http;
  const told = openNotifications({
    workspaceId: 'w',
    userId: 'u',
    http,
    device,
    onRefused: (mute) => refused.push(mute),
    realtime: {
      onNotification: (_userId, _listener, joined) => {
        onJoined = joined;
        return () => {};
      },
    },
    clock: {
      now: Date.now,
      wait: (ms, signal) =>
        new Promise((resolve) => {
          waits.push(ms);
          pass = resolve;
          signal.addEventListener('abort', () => resolve());
        }),
    },
  });
  return {
    told,
    marked,
    muted,
    refused,
    waits,
    calls: () => calls,
    cut: () => {
      isOffline = true;
    },
    mend: () => {
      isOffline = false;
    },
    refuse: () => {
      isRefused = true;
    },
    hold: () => {
      holds = true;
      return held;
    },
    join: () => onJoined(),
    pass: () => pass(),
  };
}

it('asks again once hints come: what was told before them was not heard', async () => {
  const { told, calls, join } = opened();
  await settled();
  expect(calls()).toBe(1);
  join();
  await settled();
  expect(calls()).toBe(2);
  told.close();
});

it('asks again after a while what got no answer, ever later, until it gets one', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { told, waits, cut, mend, pass } = opened();
  cut();
  await settled();
  expect(told.hasFailed.get()).toBe(true);
  pass();
  await settled();
  expect(waits).toHaveLength(2);
  expect(waits[1]!).toBeGreaterThan(waits[0]!);
  mend();
  pass();
  await settled();
  expect(told.inbox.get()!.notifications).toHaveLength(7);
  expect(told.hasFailed.get()).toBe(false);
  expect(waits).toHaveLength(2);
  told.close();
  vi.restoreAllMocks();
});

it('marks what was opened without a connection once it is back', async () => {
  const { told, marked, calls, cut, mend, join, pass } = opened();
  await settled();
  cut();
  const before = calls();
  for (const { id } of told.inbox.get()!.notifications) {
    told.markOpened([id]);
    await settled();
  }
  // One attempt and one question for each, and no more.
  expect(calls() - before).toBe(14);
  expect(told.inbox.get()!.notifications.every(({ readAt }) => readAt)).toBe(true);
  mend();
  await told.markRead(['c'], false);
  pass();
  await settled();
  expect(marked).toEqual([['a', 'b', 'd', 'e', 'f', 'g']]);
  join();
  await settled();
  expect(marked).toHaveLength(1);
  told.close();
});

it('marks nothing as read that was marked as unread while mutes were sent', async () => {
  const { told, marked, cut, mend, hold, join } = opened();
  await settled();
  cut();
  await told.mute('room', true);
  told.markOpened(['a', 'b']);
  await settled();
  mend();
  const held = hold();
  join();
  await settled();
  const marking = told.markRead(['a'], false);
  for (let round = 0; round < 3; round++) {
    for (const pass of held.splice(0)) pass();
    await settled();
  }
  await marking;
  expect(marked).toEqual([['b']]);
  told.close();
});

it.each([true, false])(
  'still marks what was opened where marking it by hand (%s) had no connection',
  async (isRead) => {
    const { told, marked, cut, mend, pass } = opened();
    await settled();
    cut();
    told.markOpened(['a']);
    await settled();
    await expect(told.markRead(['a', 'b'], isRead)).rejects.toThrow();
    const shown = () => told.inbox.get()!.notifications.flatMap(({ id, readAt }) => (readAt ? [id] : []));
    expect(shown()).toEqual(['a']);
    mend();
    pass();
    await settled();
    expect(marked).toEqual([['a']]);
    told.close();
  },
);

it('takes back what was marked or removed without a connection, and leaves the rest as it is', async () => {
  const { told, cut } = opened();
  await settled();
  const shown = () => told.inbox.get()!.notifications.map(({ id, readAt }) => (readAt ? `${id} read` : id));
  cut();
  const removing = told.remove(['a', 'd']);
  const marking = told.markRead(['c'], true);
  told.markOpened(['b']);
  expect(shown()).toEqual(['b read', 'c read', 'e', 'f', 'g']);
  await expect(removing).rejects.toThrow();
  await expect(marking).rejects.toThrow();
  expect(shown()).toEqual(['a', 'b read', 'c', 'd', 'e', 'f', 'g']);
  told.close();
});

it('shows as read what was opened, though the server does not have it yet', async () => {
  const { told, cut, mend, join } = opened();
  await settled();
  cut();
  told.markOpened(['a']);
  await settled();
  mend();
  await told.look();
  const readOf = () => told.inbox.get()!.notifications.flatMap(({ id, readAt }) => (readAt ? [id] : []));
  expect(readOf()).toEqual(['a']);
  join();
  told.close();
});

it('is answered once the newest answer shows: an older one is thrown away', async () => {
  const { told, hold } = opened();
  await settled();
  const held = hold();
  const shownAt: (string | undefined)[] = [];
  const looks = [1, 2].map(() =>
    told.look().then((isAnswered) => {
      shownAt.push(told.inbox.get()!.mutedIds[0]);
      return isAnswered;
    }),
  );
  await settled();
  held[0]!();
  await settled();
  expect(shownAt).toEqual([]);
  held[1]!();
  expect(await Promise.all(looks)).toEqual([true, true]);
  expect(shownAt).toEqual(['2', '2']);
  told.close();
});

it('mutes without a connection at once, and tells the server once it is back: the last word of each place, in turn', async () => {
  const { told, muted, cut, mend, join } = opened();
  await settled();
  cut();
  await told.mute('room', true);
  await told.mute('task', true);
  await told.mute('task', false);
  expect(told.inbox.get()!.mutedIds).toEqual([expect.any(String), 'room']);
  mend();
  join();
  await settled();
  expect(muted).toEqual([
    ['room', true],
    ['task', false],
  ]);
  join();
  await settled();
  expect(muted).toHaveLength(2);
  told.close();
});

it('tells what was muted without a connection after a new start, too', async () => {
  const device = new MemoryStore();
  const before = opened(device);
  before.cut();
  await before.told.mute('room', true);
  before.told.close();
  const after = opened(device);
  await settled();
  // The channel was joined before: nothing tells that.
  expect(after.muted).toEqual([['room', true]]);
  expect(await device.keys('state', '')).toEqual([]);
  after.told.close();
});

it('says so where the server refuses to mute, and keeps nothing of it', async () => {
  const { told, muted, refuse, join } = opened();
  await settled();
  refuse();
  await expect(told.mute('room', true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await settled();
  expect(told.inbox.get()!.mutedIds).not.toContain('room');
  join();
  await settled();
  expect(muted).toEqual([]);
  told.close();
});

it('says so where the server refuses what waited, once, and shows it as it is', async () => {
  const { told, muted, refused, cut, mend, refuse, join } = opened();
  await settled();
  cut();
  await told.mute('room', true);
  mend();
  refuse();
  join();
  await settled();
  const mute = { id: 'room', isMuted: true, error: expect.objectContaining({ code: 'NOT_FOUND' }) };
  expect([refused, told.refusedMutes.get()]).toEqual([[mute], [mute]]);
  expect(told.inbox.get()!.mutedIds).not.toContain('room');
  told.dismissRefusedMutes();
  join();
  await settled();
  expect([refused.length, told.refusedMutes.get(), muted]).toEqual([1, [], []]);
  told.close();
});

it('tells the last word of a place where two tabs have one, though the other is on its way', async () => {
  const device = new MemoryStore();
  const [one, other] = [opened(device), opened(device)];
  await settled();
  const held = one.hold();
  const first = one.told.mute('room', true);
  await settled();
  other.cut();
  await other.told.mute('room', false);
  for (const pass of held.splice(0)) pass();
  await first;
  expect(one.muted).toEqual([['room', true]]);
  other.mend();
  other.join();
  await settled();
  expect(other.muted).toEqual([['room', false]]);
  expect(await device.keys('state', '')).toEqual([]);
  for (const { told } of [one, other]) told.close();
});
