/** Notifications that are opened without a line are marked once it is back: each once, and none that was marked otherwise since. */
import { expect, it } from 'vitest';
import type { Http } from '../http/http.ts';
import type { Realtime, RealtimeState } from '../http/realtime.ts';
import { openNotifications } from './notifications.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

function opened() {
  const marked: string[][] = [];
  let calls = 0;
  let isOffline = false;
  let onState: (state: RealtimeState) => void = () => {};
  const answer = <T>(value: T): T => {
    calls++;
    if (isOffline) throw new Error('offline');
    return value;
  };
  const notifications = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => ({ id, readAt: null }));
  const http = {
    api: async () => ({
      notification: {
        list: async () => answer({ notifications, muted: [] }),
        mark: async ({ ids, isRead }: { ids: string[]; isRead?: boolean }) => {
          answer(undefined);
          if (isRead) marked.push(ids);
        },
      },
    }),
  } as unknown as Http;
  const realtime = {
    onNotification: () => () => {},
    onState: (listener: typeof onState) => {
      onState = listener;
      return () => {};
    },
  } as unknown as Realtime;
  const told = openNotifications({ workspaceId: 'w', userId: 'u', http, realtime });
  return {
    told,
    marked,
    calls: () => calls,
    cut: () => {
      isOffline = true;
    },
    join: () => {
      isOffline = false;
      onState('connected');
    },
  };
}

it('marks what was opened without a line once it is back', async () => {
  const { told, marked, calls, cut, join } = opened();
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
  await told.markRead(['c'], false).catch(() => {});
  join();
  await settled();
  expect(marked).toEqual([['a', 'b', 'd', 'e', 'f', 'g']]);
  join();
  await settled();
  expect(marked).toHaveLength(1);
  told.close();
});
