// @vitest-environment happy-dom
/** Reading without a connection: it counts everywhere once there is one. */
import { MemoryStore } from '@kontor/client/device/memoryStore';
import { offline } from '@kontor/client/http/callError';
import type { Http } from '@kontor/client/http/http';
import { openNotifications } from '@kontor/client/workspace/notifications';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useReading } from './useReading.ts';

const opened = vi.hoisted(() => ({ records: {} as { notifications?: unknown } }));
vi.mock('../../platform/workspace/workspace.ts', async (original) => ({
  ...(await original<object>()),
  useWorkspace: () => opened,
}));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it('marks what was open without a connection, though it is open no more', async () => {
  let isOffline = false;
  const marked: string[][] = [];
  const answer = <T,>(value: T): T => {
    if (isOffline) throw offline('cut');
    return value;
  };
  const notification = {
    list: async () => answer({ notifications: [{ id: 'a', subjectId: 'task', readAt: null }], mutedIds: [] }),
    mark: async ({ ids }: { ids: string[] }) => void marked.push(answer(ids)),
  };
  let onJoined = () => {};
  const notifications = openNotifications({
    workspaceId: 'w',
    userId: 'u',
    device: new MemoryStore(),
    http: { api: async () => ({ notification }) } as unknown as Http,
    realtime: {
      onNotification: (_userId, _listener, joined) => {
        onJoined = joined;
        return () => {};
      },
    },
    clock: { now: Date.now, wait: () => new Promise(() => {}) },
    onRefused: () => {},
  });
  opened.records.notifications = notifications;
  await vi.waitFor(() => expect(notifications.inbox.get()).toBeDefined());
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  isOffline = true;
  const Screen = ({ subject }: { subject: string }) => {
    useReading([subject]);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Screen subject="task" />));
  await act(async () => root.render(<Screen subject="other" />));
  expect(notifications.inbox.get()!.notifications[0]!.readAt).not.toBeNull();
  expect(marked).toEqual([]);
  isOffline = false;
  await act(async () => onJoined());
  await vi.waitFor(() => expect(marked).toEqual([['a']]));
  act(() => root.unmount());
  notifications.close();
});
