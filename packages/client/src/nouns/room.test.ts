/** Rooms and the projects whose they are, where somebody made up one of the two. */
import { monthId } from '@kontor/contract/nouns/month';
import { projectRoomId } from '@kontor/contract/nouns/room';
import { directRoomId } from '@kontor/contract/wire/directRoom';
import { logCrypto } from '@kontor/crypto/signing';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn, workspaceId } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { setProjectAccess } from './project.ts';
import {
  createDirectRoom,
  createProjectRoom,
  createRoom,
  followProject,
  followProjectRooms,
  isDirect,
  setRoomMembers,
  unseenIn,
} from './room.ts';

const [ada, ben, eve, boss] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
const by = () => ({ userId: ada, at: 0 });
const members = new Map(
  [ada, ben, eve, boss].map((userId) => [
    userId,
    { userId, role: userId === boss ? 'ADMIN' : 'EMPLOYEE', status: 'ACTIVE' },
  ]),
);

let server: ProtocolServer;
let replica: Replica;
/** The projects whose keys lie under the staff's. */
let released: Set<string>;
/** Those whom projects name in heads of before they were let go. */
let leftOut: string[];
beforeEach(async () => {
  server = new ProtocolServer();
  released = new Set();
  leftOut = [];
  replica = await openOn(createDevice(ada), server);
});

const workspace = () =>
  ({
    ...replica,
    log: { ...replica.log, get: () => ({ members }) },
    isReleased: async (id: string) => released.has(id),
    leftOut: async () => leftOut,
  }) as unknown as Parameters<typeof followProjectRooms>[0];

function makeProject(id: string, memberIds: string[], access: 'open' | 'private' = 'private'): string {
  replica.transaction((transaction) => {
    transaction.createScope({ id, kind: 'project', access });
    replica.create('project', id, { id, name: 'Umbau', memberIds });
  });
  return id;
}
const room = (id: string) => replica.collections.room.get(id)!;
const follow = async () => {
  await followProjectRooms(workspace(), by());
};

describe('the room of a project', () => {
  const make = (projectId: string, memberIds: string[], access = replica.accessOf(projectId)) =>
    createRoom(replica, { name: 'Umbau', memberIds, projectId }, access, by());

  it('is no other room, whoever makes a project for its id', async () => {
    const secret = createRoom(replica, { name: 'Secret', memberIds: [ben] }, 'private', by());
    const direct = await createDirectRoom(replica, [ben], by());
    const open = createRoom(replica, { name: 'General', memberIds: [ben] }, 'open', by());
    for (const id of [secret, direct, open]) makeProject(projectRoomId(id), [ada, eve]);
    await follow();
    for (const id of [secret, direct, open]) expect(room(id).memberIds).toEqual([ada, ben]);
    for (const id of [secret, direct, open]) followProject(workspace(), projectRoomId(id), by());
    for (const id of [secret, direct, open]) expect(room(id).memberIds).toEqual([ada, ben]);
    expect(replica.accessOf(open)).toBe('open');
  });

  it('is made once, however often it is asked for', async () => {
    const project = replica.collections.project.get(makeProject(uuidv7(), [ada, ben]))!;
    await Promise.all([1, 2].map(() => createProjectRoom(workspace(), project, by())));
    const id = projectRoomId(project.id);
    expect(room(id).memberIds).toEqual([ada, ben]);
    expect(replica.collections.message.where('scopeId', id)).toHaveLength(1);
  });

  it('has a name of whole characters', async () => {
    const project = replica.collections.project.get(makeProject(uuidv7(), [ada]))!;
    await createProjectRoom(workspace(), { ...project, name: `${'a'.repeat(79)}😀` }, by());
    expect(room(projectRoomId(project.id)).name).toBe('a'.repeat(79));
  });

  it('is one where it was made twice, and takes what is written in it', async () => {
    const project = makeProject(uuidv7(), [ada, ben]);
    const [id] = [make(project, [ben]), make(project, [ben])];
    const { id: message } = replica.create('message', id, { userId: ada, notifyIds: [], createdAt: 0 });
    await replica.outbox.sent();
    expect(replica.outbox.failed.get()).toEqual([]);
    expect(server.rows.has(`${id} ${message}`)).toBe(true);
  });

  it('lets in whom the project names, and keeps admins who are in it', async () => {
    const project = makeProject(uuidv7(), [ada, ben]);
    const id = make(project, [boss, eve]);
    await follow();
    expect(room(id).memberIds).toEqual([ada, boss, ben]);
    replica.update('project', project, { memberIds: [ada, eve] });
    followProject(workspace(), project, by());
    expect(room(id).memberIds).toEqual([ada, boss, eve]);
  });

  it('lets nobody in whom an earlier head of the project names, and keeps who is in it', async () => {
    const project = makeProject(uuidv7(), [ada, ben, eve]);
    const id = make(project, [ben]);
    leftOut = [ben, eve];
    await follow();
    expect(room(id).memberIds).toEqual([ada, ben]);
    await replica.outbox.sent();
    await replica.pull();
    // Nor when a person changes the project upon it: whom they choose themselves comes alone.
    replica.update('project', project, { memberIds: [ada, ben, eve, boss] });
    followProject(workspace(), project, by());
    expect(room(id).memberIds).toEqual([ada, ben, boss]);
    leftOut = [];
    await follow();
    expect(new Set(room(id).memberIds)).toEqual(new Set([ada, ben, boss, eve]));
  });

  it('is closed with it', async () => {
    const id = make(makeProject(uuidv7(), [ada, ben]), [eve], 'open');
    await follow();
    expect([replica.accessOf(id), room(id).memberIds]).toEqual(['private', [ada, ben]]);
  });

  it('lets all members in who read it while it was open, though they never joined it', async () => {
    const project = makeProject(uuidv7(), [ada, ben], 'open');
    const id = make(project, [], 'open');
    await replica.outbox.sent();
    await replica.pull();
    replica.transaction(() => {
      setProjectAccess(replica, project, 'private');
      followProject(workspace(), project, by());
    });
    expect([replica.accessOf(id), room(id).memberIds]).toEqual(['private', [ada, ben]]);
  });

  it('keeps whom somebody else let in while the keys were asked', async () => {
    const project = makeProject(uuidv7(), [ada, ben]);
    const id = make(project, [ben]);
    const asked = {
      ...workspace(),
      leftOut: async () => {
        replica.update('project', project, { memberIds: [ada, ben, eve] });
        setRoomMembers(replica, id, [ada, ben, eve], by());
        return [];
      },
    };
    await followProjectRooms(asked, by());
    expect(room(id).memberIds).toEqual([ada, ben, eve]);
  });

  it('is opened with it where the keys of that say so, not on the word of the server', async () => {
    const project = makeProject(uuidv7(), [ada, ben]);
    const id = make(project, [ben]);
    setProjectAccess(replica, project, 'open');
    await follow();
    expect(replica.accessOf(id)).toBe('private');
    released.add(project);
    await follow();
    expect([replica.accessOf(id), room(id).memberIds]).toEqual(['open', [ada, ben]]);
  });

  it('is made as open as it is when that is sent, of its people then', async () => {
    const device = createDevice(ben);
    const other = await openOn(device, server);
    const project = makeProject(uuidv7(), [ada, ben, eve], 'open');
    await replica.outbox.sent();
    await other.pull();
    device.connection.isOffline = true;
    const id = createRoom(other, { name: 'Umbau', memberIds: [ada, ben, eve], projectId: project }, 'open', {
      userId: ben,
      at: 0,
    });
    setProjectAccess(replica, project, 'private');
    replica.update('project', project, { memberIds: [ada, ben] });
    await replica.outbox.sent();
    device.connection.isOffline = false;
    await other.pull();
    await other.outbox.sent();
    expect(other.outbox.failed.get()).toEqual([]);
    await replica.pull();
    expect([replica.accessOf(id), room(id).memberIds.toSorted()]).toEqual(['private', [ada, ben].sort()]);
  });
});

describe('a direct room', () => {
  it('is one by its people, its id and its keys', async () => {
    const id = await createDirectRoom(replica, [ben], by());
    const real = room(id);
    expect(isDirect(replica, real)).toBe(true);
    const open = { ...replica, accessOf: () => 'open' as const };
    expect(isDirect(open, { ...real })).toBe(false);
    for (const other of [{ memberIds: [ada, eve] }, { id: uuidv7() }, { isDirect: false }])
      expect(isDirect({ ...replica, accessOf: () => 'private' }, { ...real, ...other })).toBe(false);
    expect(await directRoomId(logCrypto, workspaceId, [ben, ada])).toBe(id);
  });
});

describe('a record under the id of another', () => {
  const makeUnder = (by: Replica, id: string) =>
    by.transaction((transaction) => {
      transaction.createScope({ id, kind: 'project', access: 'open' });
      by.create('project', id, { id, name: 'Squat', memberIds: [] });
    });

  it.each(['before', 'after'])('gives way to that, and is no lie of the server: written %s', async (when) => {
    const place = makeProject(uuidv7(), [], 'open');
    await replica.outbox.sent();
    const staff = uuidv7();
    server.addScope({ id: staff, kind: 'staff', access: 'private' });
    // A scope of hours, whose months have ids of their own.
    const hours = await directRoomId(logCrypto, workspaceId, [ada]);
    const month = monthId(hours, '2030-01-01');
    // Of somebody who knows nothing of it.
    const writer = await openOn(createDevice(eve), server);
    await writer.pull();
    const squat = async () => {
      makeUnder(writer, ben);
      writer.create('task', place, { id: month, title: 'Squat' });
      await writer.outbox.sent();
      expect(writer.outbox.failed.get()).toEqual([]);
    };
    if (when === 'before') await squat();
    const mate = await openOn(createDevice(ben), server);
    mate.create('member', staff, { id: ben, userId: ben, firstName: 'Ben', lastName: 'Berg' });
    mate.transaction((transaction) => {
      transaction.createScope({ id: hours, kind: 'hours', access: 'private' });
      mate.create('workingTime', hours, { id: hours, userId: ben, readerIds: [ben] });
      mate.create('month', hours, {
        id: month,
        month: '2030-01-01',
        records: '',
        targets: [],
        contained: [],
      });
    });
    await mate.outbox.sent();
    const device = createDevice();
    for (const round of [1, 2, 3]) {
      const reader = await openOn(device, server);
      await reader.pull();
      const { project, member, task, month: months } = reader.collections;
      expect([member.get(ben)?.firstName, months.get(month)?.month], `${round}`).toEqual([
        'Ben',
        '2030-01-01',
      ]);
      expect([project.get(ben), task.get(month)]).toEqual([undefined, undefined]);
      expect(reader.faults.get()).toEqual([]);
      await reader.close();
      if (when === 'after' && round === 1) await squat();
    }
  });

  it.each(['held', 'deleted'] as const)(
    'is refused where a scope comes under it, and said: %s',
    async (state) => {
      const place = makeProject(uuidv7(), [], 'open');
      const { id } = replica.create('task', place, { title: 'Genuine' });
      await replica.outbox.sent();
      if (state === 'deleted') replica.remove('task', id);
      await replica.outbox.sent();
      const device = createDevice();
      const reader = await openOn(device, server);
      await reader.pull();
      // With a server that does not keep them apart.
      makeUnder(await openOn(createDevice(eve), server), id);
      await expect.poll(() => server.scopes.has(id)).toBe(true);
      await reader.pull();
      expect(reader.collections.project.get(id)).toBeUndefined();
      expect(reader.collections.task.get(id)?.title).toBe(state === 'held' ? 'Genuine' : undefined);
      expect(reader.faults.get()).toMatchObject([{ kind: 'equivocated', id }]);
      await reader.close();
      // A device that begins anew cannot tell which is the lie, and says that there is one.
      if (state === 'deleted') return;
      const fresh = await openOn(createDevice(), server);
      await fresh.pull();
      expect(fresh.faults.get()).toMatchObject([{ kind: 'equivocated', id }]);
      await fresh.close();
    },
  );
});

const said = (createdRevision: number) => ({ userId: ben, aboutIds: [], createdRevision });
const event = (kind: 'JOIN' | 'LEAVE', createdRevision: number) => ({
  userId: ben,
  event: kind,
  aboutIds: [ada],
  createdRevision,
});
const roomOf = (seen: number, messages: object[]) =>
  ({
    roomMark: { where: () => [{ seen, isMuted: false }] },
    message: { where: () => messages },
  }) as unknown as Replica['collections'];

it('counts nothing of before somebody was let in, though they had looked into the room once', () => {
  const messages: object[] = [event('JOIN', 5), said(11), event('LEAVE', 12), said(899), event('JOIN', 900)];
  expect(unseenIn(roomOf(10, messages), 'room', ada)).toEqual([]);
  messages.push(said(901));
  expect(unseenIn(roomOf(10, messages), 'room', ada)).toEqual([said(901)]);
});

it('counts on when somebody is let in who is there already', () => {
  const messages = [event('JOIN', 800), said(895), event('JOIN', 900)];
  expect(unseenIn(roomOf(890, messages), 'room', ada)).toEqual([said(895)]);
});
