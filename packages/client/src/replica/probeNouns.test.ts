/**
 * The engine's handling of a noun follows from its description: nouns that nobody ships are deleted, moved, revoked,
 * changed by two people at once, and brought back after a backup.
 */
import type { Role } from '@kontor/contract/entity/role';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { type EntityName, entityNames } from '@kontor/contract/nouns/entities';
import { type ProbeName, probes } from '@kontor/contract/testing/probeNouns';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import { createProject } from '../nouns/project.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device } from './testing/client.ts';
import { logEntry, openWithLog } from './testing/openWithLog.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

let server: ProtocolServer;
let log: LogEntry[];
let ada: Replica;
let ben: Replica;
let [here, there] = ['', ''];
/** Ada is an admin, Ben an employee and a member of the private project `here`. */
const [first, second] = [createDevice(), createDevice()];

/** Returns a probe in the engine's eyes: a noun like any other. */
const noun = (name: ProbeName) => name as string as EntityName;
const make = (name: ProbeName, scopeId: string, fields: object, by = ada) =>
  by.create(noun(name), scopeId, fields).id;
const ids = (name: ProbeName, by: Replica) => by.collections[noun(name)].all().map(({ id }) => id);
const shown = (by: Replica) => (Object.keys(probes) as ProbeName[]).flatMap((name) => ids(name, by));
const task = (title: string, scopeId = here) => ada.create('task', scopeId, { title }).id;
const live = () => [...server.rows.values()].filter(({ deleted }) => !deleted);

async function meet(): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const each of [ada, ben]) {
      await each.outbox.sent();
      await each.pull();
    }
}

beforeEach(async () => {
  server = new ProtocolServer();
  log = [logEntry(0, 'genesis')];
  for (const device of [first, second]) device.store = new MemoryStore();
  const member = ({ userId }: Device, role: Role) => [userId, { userId, role, status: 'ACTIVE' }] as const;
  const others = new Map([member(first, 'ADMIN'), member(second, 'EMPLOYEE')]);
  const places = { server, log, others };
  ada = await openWithLog(places, first, { role: 'ADMIN' });
  ben = await openWithLog(places, second, { role: 'EMPLOYEE' });
  here = createProject(ada, { name: 'Here', memberIds: [second.userId] }, 'private').id;
  there = createProject(ada, { name: 'There' }).id;
  await meet();
});

/** Returns a task with all that may lie in it. */
function fullTask(): { taskId: string; inside: string[] } {
  const taskId = task('Paint');
  const comment = make('probeComment', here, { taskId, words: 'Which colour?' });
  const reply = make('probeComment', here, { replyToId: comment, taskId, words: 'Blue' });
  const entry = make('probeEntry', here, { taskId, userId: first.userId, note: 'Primed' });
  const vote = make('probeVote', here, { taskId, userId: first.userId, words: 'Yes' });
  return { taskId, inside: [comment, reply, entry, vote].sort() };
}

it('counts the probes among the nouns', () => {
  expect(entityNames).toContain('probeEntry');
  expect(ada.collections[noun('probeEntry')].size).toBe(0);
});

describe('what lies in another record', () => {
  it('is deleted with it', async () => {
    const { taskId, inside } = fullTask();
    await meet();
    expect(shown(ben).sort()).toEqual(inside);
    ada.remove('task', taskId);
    await meet();
    expect([shown(ada), shown(ben)]).toEqual([[], []]);
    expect(live().filter(({ id }) => inside.includes(id))).toEqual([]);
  });

  it('is held back where somebody wrote it while that was being deleted', async () => {
    const { taskId } = fullTask();
    await meet();
    ada.remove('task', taskId);
    const late = make('probeEntry', here, { taskId, userId: second.userId, note: 'Late' }, ben);
    await meet();
    expect(live().map(({ id }) => id)).not.toContain(late);
    expect(ben.outbox.failed.get().map(({ code }) => code)).toEqual(['GONE']);
    expect([shown(ada), shown(ben)]).toEqual([[], []]);
  });

  it('is left out without a word where nobody misses it', async () => {
    const { taskId } = fullTask();
    await meet();
    ada.remove('task', taskId);
    const late = make('probeVote', here, { taskId, userId: second.userId, words: 'Late' }, ben);
    await meet();
    expect(live().map(({ id }) => id)).not.toContain(late);
    expect(ben.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    expect([shown(ada), shown(ben)]).toEqual([[], []]);
  });

  it('moves with it, and names nothing that stays behind', async () => {
    const { taskId, inside } = fullTask();
    const other = task('Stays');
    const [comment] = ids('probeComment', ada);
    ada.update(noun('probeComment'), comment!, { seeIds: [taskId, other] } as object);
    await meet();
    ada.move('task', taskId, { scopeId: there, fields: { parentId: null } });
    await meet();
    expect(ada.outbox.failed.get()).toEqual([]);
    expect(live().flatMap(({ id, scopeId }) => (inside.includes(id) ? [scopeId] : []))).toEqual(
      inside.map(() => there),
    );
    expect(shown(ben).sort()).toEqual(inside);
    expect(ben.collections[noun('probeComment')].get(comment!)).toMatchObject({ seeIds: [taskId], taskId });
  });

  it('is found by what it lies in, by its scope and by its own indexes', async () => {
    const { taskId } = fullTask();
    await meet();
    const entries = ben.collections[noun('probeEntry')];
    const [entry] = entries.all() as unknown as { id: string; userId: string }[];
    for (const [index, key] of [
      ['container', taskId],
      ['scopeId', here],
      ['userId', entry!.userId],
    ] as const)
      expect(entries.where(index as 'scopeId', key).map(({ id }) => id)).toEqual([entry!.id]);
  });
});

describe('the head of a scope', () => {
  it('takes everything in it along', async () => {
    const { inside } = fullTask();
    await meet();
    ada.remove('project', here);
    await meet();
    expect([shown(ada), shown(ben)]).toEqual([[], []]);
    expect(live().filter(({ id }) => inside.includes(id))).toEqual([]);
  });

  it('covers a windowed scope by its own tombstone', async () => {
    const roomId = uuidv7();
    ada.transaction((transaction) => {
      transaction.createScope({ id: roomId, kind: 'room', access: 'open' });
      make('probeRoom', roomId, { id: roomId, name: 'Canteen' });
    });
    const message = make('probeMessage', roomId, { userId: first.userId, words: 'Lunch?' });
    await meet();
    expect(shown(ben).sort()).toEqual([roomId, message].sort());
    ada.remove(noun('probeRoom'), roomId);
    await meet();
    expect([shown(ada), shown(ben)]).toEqual([[], []]);
    expect(live().map(({ id }) => id)).toContain(message);
  });
});

it('is out of sight with its scope, and back with it', async () => {
  const { inside } = fullTask();
  await meet();
  server.hidden.add(here);
  await meet();
  expect(shown(ben)).toEqual([]);
  expect(ben.isClosed(inside[0]!)).toBe(true);
  server.hidden.delete(here);
  await meet();
  expect(shown(ben).sort()).toEqual(inside);
});

describe('what somebody writes where they are shut out meanwhile', () => {
  const failed = () => ben.outbox.failed.get().map(({ code, records: [about] }) => [code, about?.fields]);

  it.each(['sends', 'pulls'])(
    'is told as that, with its words, whether their device %s first, and goes once they are back',
    async (what) => {
      const taskId = task('Paint');
      await meet();
      second.connection.isOffline = true;
      ben.update('task', taskId, { title: 'Paint the roof' });
      const late = ben.create('task', here, { title: 'Buy paint' }).id;
      server.hidden.add(here);
      second.connection.isOffline = false;
      if (what === 'pulls') await ben.pull();
      await meet();
      const told = [
        ['CLOSED', { title: 'Paint the roof' }],
        ['CLOSED', expect.objectContaining({ title: 'Buy paint' })],
      ];
      expect(failed()).toEqual(told);
      for (const { id } of ben.outbox.failed.get()) await ben.outbox.retry(id);
      await meet();
      expect(failed()).toEqual(told);
      server.hidden.delete(here);
      await meet();
      for (const { id } of ben.outbox.failed.get()) await ben.outbox.retry(id);
      await meet();
      expect(failed()).toEqual([]);
      expect(ada.collections.task.get(taskId)?.title).toBe('Paint the roof');
      expect(ada.collections.task.get(late)?.title).toBe('Buy paint');
      expect(ada.collections.task.size).toBe(2);
    },
  );
});

/** A record of a probe, and the field of its text. */
interface Plant {
  id: string;
  scopeId: string;
  text: string;
  /** The task that it lies in. */
  taskId?: string;
}

function inTask(name: ProbeName, text: string): Plant {
  const taskId = task('Paint');
  const id = make(name, here, { taskId, userId: first.userId, [text]: 'Primed' });
  return { id, scopeId: here, text, taskId };
}
function room(): Plant {
  const id = uuidv7();
  ada.transaction((transaction) => {
    transaction.createScope({ id, kind: 'room', access: 'open' });
    make('probeRoom', id, { id, name: 'Primed' });
  });
  return { id, scopeId: id, text: 'name' };
}
function inRoom(): Plant {
  const { scopeId } = room();
  const id = make('probeMessage', scopeId, { userId: first.userId, words: 'Primed' });
  return { id, scopeId, text: 'words' };
}
const plants: { readonly [N in ProbeName]: () => Plant } = {
  probeEntry: () => inTask('probeEntry', 'note'),
  probeComment: () => inTask('probeComment', 'words'),
  probeVote: () => inTask('probeVote', 'words'),
  probeRoom: room,
  probeMessage: inRoom,
};

describe.each(Object.entries(plants) as [ProbeName, () => Plant][])('%s', (name, plant) => {
  const rowOf = (by: Replica, id: string) => by.collections[noun(name)].get(id);
  const liveScopes = (id: string) => live().flatMap((row) => (row.id === id ? [row.scopeId] : []));

  it('is deleted by itself', async () => {
    const { id } = plant();
    await meet();
    expect(rowOf(ben, id)).toBeDefined();
    ada.remove(noun(name), id);
    await meet();
    expect([rowOf(ada, id), rowOf(ben, id), liveScopes(id)]).toEqual([undefined, undefined, []]);
  });

  it('moves with the task that it lies in, or stays', async () => {
    const { id, scopeId, taskId } = plant();
    await meet();
    if (taskId) ada.move('task', taskId, { scopeId: there, fields: { parentId: null } });
    await meet();
    expect(rowOf(ben, id)?.scopeId).toBe(taskId ? there : scopeId);
    expect(liveScopes(id)).toEqual([taskId ? there : scopeId]);
  });

  it('keeps both texts of two people', async () => {
    const { id, text } = plant();
    await meet();
    ada.update(noun(name), id, { [text]: 'Primed twice' } as object);
    await ada.outbox.sent();
    ben.update(noun(name), id, { [text]: 'Sanded' } as object);
    await meet();
    for (const each of [ada, ben]) {
      const row = rowOf(each, id)!;
      expect(row).toMatchObject({ [text]: 'Primed twice' });
      expect(each.conflictsOf(row).map(({ kept }) => kept)).toEqual([{ [text]: 'Sanded' }]);
    }
  });

  it('is out of sight with its scope, and back with it', async () => {
    const { id, scopeId } = plant();
    await meet();
    server.hidden.add(scopeId);
    await meet();
    expect(rowOf(ben, id)).toBeUndefined();
    server.hidden.delete(scopeId);
    await meet();
    expect(rowOf(ben, id)).toBeDefined();
  });

  it('comes back where a backup lacks it', async () => {
    const [putBack, changedAt] = [server.backup(), server.time];
    const { id, scopeId } = plant();
    await meet();
    putBack();
    log.push(logEntry(1, 'restore', changedAt));
    await meet();
    expect(liveScopes(id)).toEqual([scopeId]);
    expect(rowOf(ben, id)).toBeDefined();
    expect(ada.outbox.failed.get()).toEqual([]);
  });
});

it('lets the figure stand that came last', async () => {
  const { id } = plants.probeEntry();
  await meet();
  ada.update(noun('probeEntry'), id, { minutes: 20 } as object);
  await ada.outbox.sent();
  ben.update(noun('probeEntry'), id, { minutes: 30 } as object);
  await meet();
  for (const each of [ada, ben])
    expect(each.collections[noun('probeEntry')].get(id)).toMatchObject({ minutes: 30 });
});

it('merges what two devices write of one unique record, and refuses the one that takes its value', async () => {
  const { id, taskId } = plants.probeVote();
  const other = make('probeVote', here, { taskId, userId: second.userId, words: 'No' }, ben);
  await meet();
  ada.update(noun('probeVote'), id, { userId: second.userId } as object);
  await ada.outbox.sent();
  expect(ada.outbox.failed.get().map(({ code }) => code)).toEqual(['NAME_TAKEN']);
  await ada.outbox.discard(ada.outbox.failed.get()[0]!.id);
  ada.update(noun('probeVote'), id, { words: 'Yes' } as object);
  await ada.outbox.sent();
  ben.update(noun('probeVote'), id, { taskId: task('Sand') } as object);
  await meet();
  for (const each of [ada, ben]) {
    const row = each.collections[noun('probeVote')].get(id)!;
    expect(row).toMatchObject({ words: 'Yes', userId: first.userId });
    expect(row).not.toMatchObject({ taskId });
    expect(each.conflictsOf(row)).toEqual([]);
    expect(each.collections[noun('probeVote')].get(other)).toMatchObject({ taskId });
  }
});

it('says with the error of its description that another has what is unique', async () => {
  const [taskId, userId] = [task('Paint'), first.userId];
  make('probeVote', here, { taskId, userId, words: 'Yes' });
  await meet();
  make('probeVote', here, { taskId, userId, words: 'No' }, ben);
  await ben.outbox.sent();
  expect(ben.outbox.failed.get().map(({ code }) => code)).toEqual(['NAME_TAKEN']);
});

it('comes back where a backup lacks it, with what it lies in before it', async () => {
  const [putBack, changedAt] = [server.backup(), server.time];
  const { inside } = fullTask();
  await meet();
  putBack();
  log.push(logEntry(1, 'restore', changedAt));
  await meet();
  expect(
    live()
      .flatMap(({ id }) => (inside.includes(id) ? [id] : []))
      .sort(),
  ).toEqual(inside);
  expect(shown(ben).sort()).toEqual(inside);
  expect(ada.outbox.failed.get()).toEqual([]);
});
