/**
 * The sums in the project against the entries behind them: whoever edits, on whatever device, offline or at the same time, in
 * the end every sum is that of the entries. A failing seed is printed.
 */
import { effortId } from '@kontor/contract/nouns/effort';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { type Counted, recount, sumOf, totalOf } from './effort.ts';
import { createProject } from './project.ts';
import { moveTasks } from './task.ts';
import { beginOf, durationOf, entryPlaceOf, moveEntry, splitEntry } from './timeEntry.ts';
import { createHours } from './workingTime.ts';

const [userId, adminId] = ['019a0000-0000-7000-8000-0000000000d1', '019a0000-0000-7000-8000-0000000000d2'];
const scopeId = '019a0000-0000-8000-8000-0000000000e1';
const hour = 3_600_000;
const start = Date.parse('2026-10-24T06:00Z');

const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom(
    'add',
    'add',
    'change',
    'bill',
    'move',
    'split',
    'remove',
    'moveTask',
    'removeTask',
    'connection',
    'meet',
  ),
  which: fc.nat(20),
  task: fc.nat(2),
  length: fc.integer({ min: 1, max: 60 }),
});

it(
  'are the entries’ after any edits by a person on two devices and an admin',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const server = new ProtocolServer();
        const devices = [createDevice(userId), createDevice(userId), createDevice(adminId)];
        const replicas = await Promise.all(devices.map((device) => openOn(device, server)));
        const [own] = replicas as [Replica, Replica, Replica];
        createHours(own, scopeId, userId);
        const projects = [createProject(own, { name: 'P' }).id, createProject(own, { name: 'Q' }).id];
        const tasks = ['a', 'b', 'c'].map((title) => own.create('task', projects[0]!, { title }).id);
        await meet(replicas);
        for (const { who, what, which, task, length } of steps) {
          const replica = replicas[who]!;
          const entries = replica.collections.timeEntry.all();
          const entry = entries[which % Math.max(1, entries.length)];
          const taskId = tasks[task]!;
          const from = start + which * 5 * hour;
          const segments = [{ from, to: from + length * hour }];
          const { collections } = replica;
          const there = collections.task.get(taskId);
          if (what === 'meet') await meet(replicas.filter((_, i) => !devices[i]!.connection.isOffline));
          else if (what === 'connection')
            devices[who]!.connection.isOffline = !devices[who]!.connection.isOffline;
          else if (what === 'moveTask' && there) moveTasks(replica, [taskId], projects[which % 2]!);
          else if (what === 'removeTask' && there && which === 0) replica.remove('task', taskId);
          else if (what === 'add' && there)
            replica.create('timeEntry', scopeId, {
              ...entryPlaceOf(replica, taskId),
              status: 'DONE',
              segments,
              zone: 'Europe/Berlin',
              isBillable: which % 2 === 0,
            });
          else if (!entry) continue;
          else if (what === 'change') replica.update('timeEntry', entry.id, { segments });
          else if (what === 'bill') replica.update('timeEntry', entry.id, { isBillable: !entry.isBillable });
          else if (what === 'move' && there) moveEntry(replica, entry.id, taskId);
          else if (what === 'split')
            splitEntry(replica, entry.id, beginOf(entry) + Math.floor(durationOf(entry) / 2));
          else if (what === 'remove') replica.remove('timeEntry', entry.id);
        }
        for (const { connection } of devices) connection.isOffline = false;
        await meet(replicas);
        for (const [i, { collections }] of replicas.entries()) {
          const expected = Object.fromEntries(
            tasks.flatMap((taskId) => {
              const weeks = sumOf(collections.timeEntry.where('taskId', taskId));
              return collections.task.get(taskId) ? [[taskId, weeks]] : [];
            }),
          );
          const shown = Object.fromEntries(
            tasks.flatMap((taskId) => {
              const [effort, ...more] = collections.effort.where('taskId', taskId);
              expect(more).toEqual([]);
              return collections.task.get(taskId) ? [[taskId, effort?.weeks ?? {}]] : [];
            }),
          );
          expect(shown, `on device ${i}`).toEqual(expected);
        }
        await Promise.all(replicas.map((replica) => replica.close()));
      }),
      { numRuns: process.env.LONG ? 1_000 : 25 },
    );
  },
  process.env.LONG ? 3_600_000 : 120_000,
);

it('are written and shown where a colleague put something else under their id', async () => {
  const server = new ProtocolServer();
  const [own, colleague] = (await Promise.all(
    [userId, adminId].map((id) => openOn(createDevice(id), server)),
  )) as [Replica, Replica];
  createHours(own, scopeId, userId);
  const [here, elsewhere] = ['Here', 'Elsewhere'].map((name) => createProject(own, { name }).id);
  const taskId = own.create('task', here!, { title: 'Paint' }).id;
  const about = own.create('task', elsewhere!, { title: 'Else' }).id;
  await meet([own, colleague]);
  const id = effortId(taskId, userId);
  colleague.create('comment', elsewhere!, { id, taskId: about, userId: adminId } as never);
  await send(colleague);
  await own.pull();
  expect(own.collections.comment.get(id)).toBeDefined();
  const segments = [{ from: start, to: start + hour }];
  const entry = { status: 'DONE', segments, zone: 'Europe/Berlin', isBillable: true } as const;
  own.create('timeEntry', scopeId, { ...entryPlaceOf(own, taskId), ...entry });
  expect(await send(own)).toEqual({ gaveUp: false });
  await Promise.all([own.pull(), colleague.pull()]);
  for (const { collections } of [own, colleague]) {
    expect(collections.effort.where('taskId', taskId).map(totalOf)).toEqual([{ time: hour, billable: hour }]);
    expect(collections.comment.get(id)).toBeUndefined();
  }
  await Promise.all([own, colleague].map((replica) => replica.close()));
});

/** Sends everything; what is refused is given up at once, as a person may: what follows it waits for that. */
async function send({ outbox }: Replica): Promise<{ gaveUp: boolean }> {
  let gaveUp = false;
  const giveUp = () => {
    const failed = outbox.failed.get();
    gaveUp ||= failed.length > 0;
    void Promise.all(failed.map(({ id }) => outbox.discard(id)));
  };
  const stop = outbox.failed.subscribe(giveUp);
  giveUp();
  await outbox.sent();
  stop();
  return { gaveUp };
}

const counts = new WeakMap<Replica, Counted>();

/** Returns what a device remembers of its last count. */
function countedBy(replica: Replica): Counted {
  const counted = counts.get(replica) ?? new Map();
  counts.set(replica, counted);
  return counted;
}

/** Sends and sees everything, and counts again as a visit of the person's own devices does, until nothing is refused. */
async function meet(replicas: readonly Replica[]): Promise<void> {
  for (let round = 0, isQuiet = false; round < 3 || (!isQuiet && round < 10); round++) {
    const sent = await Promise.all(replicas.map(send));
    await Promise.all(replicas.map((replica) => replica.pull()));
    isQuiet = sent.every(({ gaveUp }) => !gaveUp);
    for (const replica of replicas.slice(0, 2))
      if (replica.collections.workingTime.get(scopeId))
        recount(replica, scopeId, () => true, countedBy(replica));
  }
  await Promise.all(replicas.map(send));
  await Promise.all(replicas.map((replica) => replica.pull()));
}

it('adds weeks up', () => {
  const weeks = { '2026-11-16': { time: 3, billable: 1 }, '2026-11-23': { time: 4, billable: 4 } };
  expect(totalOf({ weeks })).toEqual({ time: 7, billable: 5 });
});

it('passes over entries that name no task', async () => {
  const replica = await openOn(createDevice(userId), new ProtocolServer());
  createHours(replica, scopeId, userId);
  for (const taskId of ['', 'nonsense', scopeId])
    replica.create('timeEntry', scopeId, {
      taskId,
      status: 'DONE',
      segments: [{ from: 0, to: 1 }],
      zone: '',
    });
  recount(replica, scopeId, () => true);
  expect(replica.collections.effort.size).toBe(0);
  await replica.close();
});

it('writes a sum again that an admin wrote who is none any more', async () => {
  const replica = await openOn(createDevice(userId), new ProtocolServer());
  createHours(replica, scopeId, userId);
  const { id: projectId } = createProject(replica, { name: 'P' });
  const taskId = replica.create('task', projectId, { title: 'a' }).id;
  await send(replica);
  await replica.pull();
  replica.create('timeEntry', scopeId, {
    taskId,
    projectId,
    status: 'DONE',
    zone: '',
    segments: [{ from: start, to: start + hour }],
  });
  await send(replica);
  await replica.pull();
  const sum = () => replica.collections.effort.all()[0]!;
  // The vault of these tests names somebody else as the author of everything.
  expect(sum().authorId).not.toBe(userId);
  const { version } = sum();
  recount(replica, scopeId, (author) => author === sum().authorId);
  await replica.outbox.sent();
  expect(sum().version).toBe(version);
  recount(replica, scopeId, () => false);
  await replica.outbox.sent();
  await replica.pull();
  expect(sum()).toMatchObject({ version: version + 1, weeks: { '2026-10-19': { time: hour } } });
  await replica.close();
});
