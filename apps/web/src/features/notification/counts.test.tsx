// @vitest-environment happy-dom
/** The number in the title counts once what came: in its room, or here where that counts nothing. */
import { createRoom, keepRoomMark } from '@kontor/client/nouns/room';
import { observable } from '@kontor/client/observable';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Notification } from '@kontor/contract/wire/notification';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { useCounts, useGroups } from './queries.ts';

vi.mock('./judge.ts', () => ({
  judgedNouns: [],
  verifyNotification: ({ event, subjectId: id }: Notification) => ({
    holds: id !== 'untold',
    event,
    subject: { noun: 'room', id },
  }),
}));

it('counts what is said to somebody in a room that they have muted, or are not in', async () => {
  const ada = '019a0000-0000-7000-8000-0000000000aa';
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  const by = { userId: ada, at: 1 };
  const [loud, muted] = ['Loud', 'Muted'].map((name) =>
    createRoom(replica, { name, memberIds: [] }, 'open', by),
  ) as [string, string];
  keepRoomMark(replica, muted, ada, { isMuted: true });
  const told = [loud, muted, 'elsewhere'].map((subjectId) => ({
    id: subjectId,
    event: 'MENTIONED',
    subjectId,
    recordId: subjectId,
    readAt: null,
    createdAt: 1,
  }));
  const notifications = { inbox: observable({ notifications: told, mutedIds: [] }) };
  const loaded = observable({ scopes: new Set(), isComplete: true });
  const records = { ...replica, loaded, notifications };
  provideWorkspace({ records, userId: ada } as unknown as OpenWorkspace);
  let counts: ReturnType<typeof useCounts> | undefined;
  const Title = () => {
    counts = useCounts();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Title />));
  expect(counts).toEqual({ forYou: 3, outsideRooms: 2, activity: 0 });
  flushSync(() => keepRoomMark(replica, muted, ada, { isMuted: false }));
  expect(counts?.outsideRooms).toBe(1);
  root.unmount();
  await replica.close();
});

it('takes nothing for untrue before a pull that began after it was told', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const told = { id: 'untold', event: 'NEW_COMMENT', subjectId: 'untold', readAt: null, createdAt: 1 };
  const status = observable({ connection: 'current', reason: '' });
  let isPulled = () => {};
  const pull = () =>
    new Promise<void>((resolve) => {
      isPulled = resolve;
    });
  const records = {
    ...{ ...replica, status, pull },
    loaded: observable({ scopes: new Set(), isComplete: true }),
    notifications: { inbox: observable({ notifications: [told], mutedIds: [] }) },
  };
  provideWorkspace({ records, userId: 'ada' } as unknown as OpenWorkspace);
  let groups: ReturnType<typeof useGroups>;
  const Inbox = () => {
    groups = useGroups();
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Inbox />));
  expect(groups).toEqual([]);
  isPulled();
  await vi.waitFor(() => expect(groups?.map(({ key }) => key)).toEqual(['unfounded']));
  root.unmount();
  await replica.close();
});
