/** Archiving asks by the name that people see: a direct room has none of its own. Who goes to a person hears of no rooms. */

import { CallError } from '@kontor/client/http/callError';
import { createDirectRoom, createRoom } from '@kontor/client/nouns/room';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { archiveRoom, leaveRoom, muteRoom, openDirectRoom } from './actions.ts';

const [info, error] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock('../../platform/toasts.tsx', () => ({ toast: { info, error } }));
const confirm = vi.hoisted(() => vi.fn(async (_question: object) => true));
vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm }));

it.each([
  ['a room', 'Archive “Site”?', 'Archive room'],
  ['a conversation', 'Archive the conversation with Ben?', 'Archive conversation'],
])('asks about %s', async (kind, title, action) => {
  const [ada, ben] = [
    '019a0000-0000-7000-8000-0000000000aa',
    '019a0000-0000-7000-8000-0000000000bb',
  ] as const;
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const by = { userId: ada, at: 1 };
  const id =
    kind === 'a room'
      ? createRoom(replica, { name: 'Site', memberIds: [] }, 'open', by)
      : await createDirectRoom(replica, [ben], by);
  await archiveRoom(replica.collections.room.get(id)!, kind === 'a room' ? 'Site' : 'Ben');
  expect(confirm).toHaveBeenLastCalledWith(expect.objectContaining({ title, action }));
  expect(replica.collections.room.get(id)?.archivedAt).toEqual(expect.any(Number));
  await replica.close();
});

it('says that a direct room exists to whoever asked for a new one', async () => {
  const [ada, ben] = [
    '019a0000-0000-7000-8000-0000000000aa',
    '019a0000-0000-7000-8000-0000000000bb',
  ] as const;
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const room = await openDirectRoom([ben]);
  expect(await openDirectRoom([ben], true)).toBe(room);
  expect(info).not.toHaveBeenCalled();
  expect(await openDirectRoom([ben])).toBe(room);
  expect(info).toHaveBeenCalledExactlyOnceWith('Direct message room already exists');
  await replica.close();
});

it.each(['open', 'private'] as const)(
  'leaves an %s room, and asks only where there is no way back',
  async (access) => {
    const ada = '019a0000-0000-7000-8000-0000000000aa';
    const replica = await openOn(createDevice(ada), new ProtocolServer());
    provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
    confirm.mockClear();
    info.mockClear();
    const id = createRoom(replica, { name: 'Site', memberIds: [] }, access, { userId: ada, at: 1 });
    const room = () => replica.collections.room.get(id)!;
    expect(await leaveRoom(room(), access)).toBe(true);
    expect(room().memberIds).toEqual([]);
    expect(confirm).toHaveBeenCalledTimes(access === 'private' ? 1 : 0);
    expect(info).toHaveBeenCalledTimes(access === 'private' ? 0 : 1);
    if (access === 'open') {
      // In another workspace by now.
      provideWorkspace({ records: {}, userId: 'somebody' } as unknown as OpenWorkspace);
      info.mock.lastCall![1].run();
      expect(replica.collections.roomMark.all()).toHaveLength(1);
      expect(room().memberIds).toEqual([ada]);
    }
    await replica.close();
  },
);

it('tells whoever leaves a private room as the last that nobody can let them in again', async () => {
  const [ada, ben] = [
    '019a0000-0000-7000-8000-0000000000aa',
    '019a0000-0000-7000-8000-0000000000bb',
  ] as const;
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  const log = { get: () => ({ members: new Map([[ada, { role: 'EMPLOYEE', status: 'ACTIVE' }]]) }) };
  const asked = async (knows: object, memberIds: string[]) => {
    provideWorkspace({ records: { ...replica, ...knows }, userId: ada } as unknown as OpenWorkspace);
    const id = createRoom(replica, { name: 'Site', memberIds }, 'private', { userId: ada, at: 1 });
    confirm.mockClear();
    confirm.mockResolvedValueOnce(false);
    await leaveRoom(replica.collections.room.get(id)!, 'private');
    return (confirm.mock.lastCall![0] as { body: string }).body;
  };
  expect(await asked({}, [ben])).toMatch(/A member can let you in again/);
  expect(await asked({}, [])).toMatch(/nobody can let you in again/);
  // Ben is in the room, and works here no more.
  expect(await asked({ log }, [ben])).toMatch(/nobody can let you in again/);
  await replica.close();
});

it('lets a room speak again, in which the bell was told to be silent, and takes back what the server did not take', async () => {
  const [ada, ben] = [
    '019a0000-0000-7000-8000-0000000000aa',
    '019a0000-0000-7000-8000-0000000000bb',
  ] as const;
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  const rows = new Set<string>();
  const mute = vi.fn(async (id: string, isMuted: boolean) => void (isMuted ? rows.add(id) : rows.delete(id)));
  const inbox = { get: () => ({ mutedIds: [...rows] }) };
  const records = { ...replica, notifications: { mute, inbox } };
  provideWorkspace({ records, userId: ada } as unknown as OpenWorkspace);
  const room = (id: string) => replica.collections.room.get(id)!;
  const isMuted = (id: string) => replica.collections.roomMark.where('roomId', id)[0]?.isMuted;
  const site = createRoom(replica, { name: 'Site', memberIds: [] }, 'open', { userId: ada, at: 1 });
  // What names them there they hear all the same.
  await muteRoom(room(site), true);
  expect([isMuted(site), rows.has(site)]).toEqual([true, false]);
  rows.add(site);
  await muteRoom(room(site), false);
  expect([isMuted(site), rows.has(site)]).toEqual([false, false]);
  const direct = await createDirectRoom(replica, [ben], { userId: ada, at: 1 });
  error.mockClear();
  mute.mockRejectedValueOnce(new CallError('OFFLINE', 0, 'no'));
  await muteRoom(room(direct), true);
  expect([isMuted(direct), rows.has(direct)]).toEqual([false, false]);
  expect(error).toHaveBeenCalledOnce();
  await muteRoom(room(direct), true);
  expect([isMuted(direct), rows.has(direct)]).toEqual([true, true]);
  await replica.close();
});

it('lets a room speak again though nobody knows yet what the server is silent about, and cannot be asked', async () => {
  const ada = '019a0000-0000-7000-8000-0000000000aa';
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  const mute = vi.fn(async () => Promise.reject(new CallError('OFFLINE', 0, 'no')));
  const records = { ...replica, notifications: { mute, inbox: { get: () => undefined } } };
  provideWorkspace({ records, userId: ada } as unknown as OpenWorkspace);
  const id = createRoom(replica, { name: 'Site', memberIds: [] }, 'open', { userId: ada, at: 1 });
  const isMuted = () => replica.collections.roomMark.where('roomId', id)[0]?.isMuted;
  await muteRoom(replica.collections.room.get(id)!, true);
  expect(isMuted()).toBe(true);
  await muteRoom(replica.collections.room.get(id)!, false);
  expect(isMuted()).toBe(false);
  expect(mute).toHaveBeenCalledExactlyOnceWith(id, false);
  await replica.close();
});

it('leaves a direct room as it was, when two changes of mind both fail', async () => {
  const [ada, ben] = [
    '019a0000-0000-7000-8000-0000000000aa',
    '019a0000-0000-7000-8000-0000000000bb',
  ] as const;
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  const mute = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    throw new CallError('OFFLINE', 0, 'no');
  });
  const records = { ...replica, notifications: { mute, inbox: { get: () => ({ mutedIds: [] }) } } };
  provideWorkspace({ records, userId: ada } as unknown as OpenWorkspace);
  const id = await createDirectRoom(replica, [ben], { userId: ada, at: 1 });
  const room = replica.collections.room.get(id)!;
  await Promise.all([muteRoom(room, true), muteRoom(room, false)]);
  expect(mute.mock.calls).toEqual([
    [id, true],
    [id, false],
  ]);
  expect(replica.collections.roomMark.where('roomId', id)[0]?.isMuted).toBe(false);
  await replica.close();
});
