/** The timer on one device and on several. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { totalOf } from './effort.ts';
import { createProject } from './project.ts';
import { duplicateEntry, durationOf, moveEntry, overlapping, spansOf, splitEntry } from './timeEntry.ts';
import {
  continueEntry,
  doubleStarts,
  openEntryOf,
  pauseTimer,
  resumeTimer,
  settleDoubleStarts,
  startOnNewTask,
  startTimer,
  stopTimer,
  takesWork,
} from './timer.ts';
import { createHours } from './workingTime.ts';

const userId = '019a0000-0000-7000-8000-0000000000d1';
const scopeId = '019a0000-0000-8000-8000-0000000000e1';
const minute = 60_000;
const zone = 'Europe/Berlin';
const punch = (at: number) => ({ userId, at: at * minute, zone });

let server: ProtocolServer;
let desk: Replica;
let phone: Replica;
const [atDesk, atPhone] = [createDevice(userId), createDevice(userId)];
let taskId: string;
let otherId: string;

beforeEach(async () => {
  server = new ProtocolServer();
  for (const device of [atDesk, atPhone]) Object.assign(device, createDevice(userId));
  desk = await openOn(atDesk, server);
  phone = await openOn(atPhone, server);
  createHours(desk, scopeId, userId);
  const project = createProject(desk, { name: 'Villa' });
  taskId = desk.create('task', project.id, { title: 'Plans' }).id;
  otherId = desk.create('task', project.id, { title: 'Permit' }).id;
  await meet();
});
afterEach(() => Promise.all([desk.close(), phone.close()]));

async function meet(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await Promise.all([desk.outbox.sent(), phone.outbox.sent()]);
    await Promise.all([desk.pull(), phone.pull()]);
    for (const replica of [desk, phone]) settleDoubleStarts(replica);
  }
}

const shown = (replica: Replica) =>
  replica.collections.timeEntry
    .all()
    .map(({ taskTitle, status, segments, cutAt }) => [
      taskTitle,
      status,
      segments.map(({ from, to }) => [from / minute, to && to / minute]),
      cutAt && cutAt / minute,
    ])
    .sort();

describe('one timer', () => {
  it('starts, pauses, goes on and stops, and shows on the other device', async () => {
    const id = startTimer(desk, { taskId }, punch(0));
    await meet();
    expect(openEntryOf(phone, userId)).toMatchObject({
      id,
      taskTitle: 'Plans',
      projectName: 'Villa',
      isBillable: true,
      zone,
    });
    pauseTimer(phone, punch(30));
    await meet();
    expect(openEntryOf(desk, userId)?.status).toBe('PAUSE');
    resumeTimer(desk, punch(40));
    expect(stopTimer(desk, punch(50))).toBe(id);
    await meet();
    for (const replica of [desk, phone]) {
      expect(shown(replica)).toEqual([
        [
          'Plans',
          'DONE',
          [
            [0, 30],
            [40, 50],
          ],
          undefined,
        ],
      ]);
      expect(durationOf(replica.collections.timeEntry.get(id)!)).toBe(40 * minute);
    }
  });

  it('counts what was forgotten for years as long as one entry counts', () => {
    const day = 24 * 60;
    const id = startTimer(desk, { taskId }, punch(0));
    pauseTimer(desk, punch(100 * day));
    resumeTimer(desk, punch(200 * day));
    const later = desk.collections.timeEntry.get(id)!;
    expect(durationOf(later, 9_000 * day * minute)).toBeLessThanOrEqual(500 * day * minute);
    stopTimer(desk, punch(900 * day));
    expect(durationOf(desk.collections.timeEntry.get(id)!)).toBe(400 * day * minute);
  });

  it('refuses what cannot be', () => {
    for (const act of [stopTimer, pauseTimer, resumeTimer]) expect(() => act(desk, punch(1))).toThrow('none');
    startTimer(desk, { taskId }, punch(0));
    expect(() => startTimer(desk, { taskId: otherId }, punch(1))).toThrow('running');
    const project = desk.collections.task.get(taskId)!.scopeId;
    const earlier = desk.collections.timeEntry.get(stopTimer(desk, punch(2)))!;
    desk.update('project', project, { archivedAt: 1 });
    expect(() => startTimer(desk, { taskId }, punch(3))).toThrow('archived');
    expect(() => continueEntry(desk, earlier, punch(3))).toThrow('archived');
    expect(takesWork(desk, earlier)).toBe(false);
    desk.update('project', project, { archivedAt: undefined });
    startTimer(desk, { taskId }, punch(3));
    pauseTimer(desk, punch(4));
    desk.update('project', project, { archivedAt: 1 });
    expect(() => resumeTimer(desk, punch(5))).toThrow('archived');
    expect(openEntryOf(desk, userId)?.status).toBe('PAUSE');
    stopTimer(desk, punch(6));
    const stranger = { ...punch(3), userId: '019a0000-0000-7000-8000-0000000000d2' };
    desk.update('project', project, { archivedAt: undefined });
    expect(() => startTimer(desk, { taskId }, stranger)).toThrow('no-hours');
  });

  it('starts on a task that it makes, or makes none', async () => {
    const projectId = desk.collections.task.get(taskId)!.scopeId;
    const id = startOnNewTask(desk, projectId, { title: 'Windows' }, punch(0));
    const made = desk.collections.timeEntry.get(id)!;
    expect(made).toMatchObject({
      projectId,
      taskTitle: 'Windows',
      projectName: 'Villa',
      status: 'IN_PROGRESS',
    });
    expect(desk.collections.task.get(made.taskId)?.title).toBe('Windows');
    const stranger = { ...punch(1), userId: '019a0000-0000-7000-8000-0000000000d2' };
    expect(() => startOnNewTask(desk, projectId, { title: 'Doors' }, stranger)).toThrow('no-hours');
    expect(desk.collections.task.all().map(({ title }) => title)).not.toContain('Doors');
    await meet();
    expect(desk.outbox.failed.get()).toEqual([]);
  });

  it('switches at one moment, in one transaction, and goes on with what was', async () => {
    const first = startTimer(desk, { taskId, description: 'Ground floor' }, punch(0));
    startTimer(desk, { taskId: otherId }, { ...punch(20), switches: true });
    await meet();
    expect(shown(phone)).toEqual([
      ['Permit', 'IN_PROGRESS', [[20, undefined]], undefined],
      ['Plans', 'DONE', [[0, 20]], undefined],
    ]);
    // All or nothing: what cannot be started stops nothing.
    expect(() => startTimer(desk, { taskId: 'gone' }, { ...punch(30), switches: true })).toThrow();
    expect(openEntryOf(desk, userId)?.taskId).toBe(otherId);
    desk.remove('task', taskId);
    const earlier = desk.collections.timeEntry.get(first)!;
    continueEntry(desk, earlier, { ...punch(40), switches: true });
    expect(openEntryOf(desk, userId)).toMatchObject({ taskTitle: 'Plans', description: 'Ground floor' });
    stopTimer(desk, punch(50));
    // It is kept as what it was about, though the project is gone as well.
    desk.remove('project', earlier.projectId);
    continueEntry(desk, earlier, punch(60));
    expect(openEntryOf(desk, userId)).toMatchObject({ taskTitle: 'Plans', projectName: 'Villa' });
    await meet();
    expect(desk.outbox.failed.get()).toEqual([]);
  });

  it.each([
    ['the earlier one waited', 10, 0],
    ['the later one waited', 0, 10],
  ])(
    'that began on two devices: the earlier entry ends where the later begins (%s)',
    async (_which, onDesk, onPhone) => {
      atPhone.connection.isOffline = true;
      startTimer(desk, { taskId }, punch(onDesk));
      await desk.outbox.sent();
      startTimer(phone, { taskId: otherId }, punch(onPhone));
      atPhone.connection.isOffline = false;
      await phone.pull();
      await meet();
      const [first, last] = onDesk < onPhone ? ['Plans', 'Permit'] : ['Permit', 'Plans'];
      const expected = [
        [first, 'DONE', [[0, 10]], 10],
        [last, 'IN_PROGRESS', [[10, undefined]], undefined],
      ].sort();
      for (const replica of [desk, phone]) expect(shown(replica)).toEqual(expected);
      expect(phone.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    },
  );

  it.each([
    ['is running', 0, false],
    ['is running, and began later', 20, false],
    ['was stopped since', 0, true],
  ])(
    'keeps the task that was made with a start where one that this device did not know %s',
    async (_, at, stops) => {
      const projectId = desk.collections.task.get(taskId)!.scopeId;
      atPhone.connection.isOffline = true;
      startTimer(desk, { taskId }, punch(at));
      await desk.outbox.sent();
      startOnNewTask(phone, projectId, { title: 'Windows' }, punch(10));
      const made = phone.collections.task.all().find(({ title }) => title === 'Windows')!;
      phone.update('task', made.id, { title: 'Windows, north' });
      atPhone.connection.isOffline = false;
      await phone.pull();
      await expect.poll(() => doubleStarts(phone).length).toBe(1);
      if (stops) stopTimer(desk, punch(30));
      await desk.outbox.sent();
      await phone.pull();
      // The new title waits behind the refused start until that is settled.
      settleDoubleStarts(phone);
      await meet();
      for (const replica of [desk, phone]) {
        expect(replica.collections.task.get(made.id)?.title).toBe('Windows, north');
        expect(replica.collections.timeEntry.where('taskId', made.id)).toHaveLength(1);
        expect(replica.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
      }
      expect(shown(desk)).toEqual(shown(phone));
    },
  );

  it.each([
    ['later', 30, [0, 10], [10, 30], [30, undefined]],
    ['earlier', 5, [0, 5], [10, undefined], [5, 10]],
  ] as const)(
    'ends what ran on both where the first of two switches ended it, the other one being %s',
    async (_, at, plans, windows, permit) => {
      startTimer(desk, { taskId }, punch(0));
      await meet();
      const projectId = desk.collections.task.get(taskId)!.scopeId;
      atPhone.connection.isOffline = true;
      startTimer(desk, { taskId: otherId }, { ...punch(at), switches: true });
      await desk.outbox.sent();
      startOnNewTask(phone, projectId, { title: 'Windows' }, { ...punch(10), switches: true });
      atPhone.connection.isOffline = false;
      await phone.pull();
      await expect.poll(() => doubleStarts(phone).length).toBe(1);
      await meet();
      const status = (to: number | undefined) => (to === undefined ? 'IN_PROGRESS' : 'DONE');
      const [cutWindows, cutPermit] = [windows[1], permit[1]];
      for (const replica of [desk, phone]) {
        expect(shown(replica)).toEqual([
          ['Permit', status(cutPermit), [permit], cutPermit],
          ['Plans', 'DONE', [plans], undefined],
          ['Windows', status(cutWindows), [windows], cutWindows],
        ]);
        expect(replica.collections.task.all().map(({ title }) => title)).toContain('Windows');
        const [effort] = replica.collections.effort.where('taskId', taskId);
        expect(totalOf(effort!).time).toBe(plans[1] * minute);
        expect(replica.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
      }
    },
  );

  it('goes on where another one began and ended in its pause, on a device that had no connection', async () => {
    startTimer(phone, { taskId }, punch(0));
    pauseTimer(phone, punch(30));
    await phone.outbox.sent();
    atDesk.connection.isOffline = true;
    startTimer(desk, { taskId: otherId }, punch(60));
    stopTimer(desk, punch(90));
    resumeTimer(phone, punch(120));
    await phone.outbox.sent();
    atDesk.connection.isOffline = false;
    await desk.pull();
    // The stop waits behind the refused start until that is settled.
    await expect.poll(() => doubleStarts(desk).length).toBe(1);
    settleDoubleStarts(desk);
    await meet();
    const goesOn = [
      [0, 30],
      [120, undefined],
    ];
    for (const replica of [desk, phone])
      expect(shown(replica)).toEqual([
        ['Permit', 'DONE', [[60, 90]], undefined],
        ['Plans', 'IN_PROGRESS', goesOn, undefined],
      ]);
    expect(desk.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
  });

  it(
    'never is two in the end, whatever eight devices do at once, with a connection or without',
    async () => {
      const step = fc.record({
        who: fc.nat(7),
        what: fc.constantFrom('start', 'switch', 'pause', 'resume', 'stop', 'connection', 'meet'),
      });
      const race = fc.array(step, { minLength: 8, maxLength: 40 });
      await fc.assert(fc.asyncProperty(race, runRace), {
        numRuns: process.env.LONG ? 1_000 : 15,
        // All at once, and all at once without a connection.
        examples: [false, true].map((isOffline): [Step[]] => [
          [...(isOffline ? all('connection') : []), ...all('start')],
        ]),
      });
    },
    process.env.LONG ? 3_600_000 : 120_000,
  );
});

interface Step {
  who: number;
  what: 'start' | 'switch' | 'pause' | 'resume' | 'stop' | 'connection' | 'meet';
}
const all = (what: Step['what']): Step[] => Array.from({ length: 8 }, (_, who) => ({ who, what }));

/** Plays what eight devices of a person do, one step a minute, and holds what is left of it against the punches. */
async function runRace(steps: readonly Step[]): Promise<void> {
  const own = new ProtocolServer();
  const devices = Array.from({ length: 8 }, () => createDevice(userId));
  const replicas = await Promise.all(devices.map((device) => openOn(device, own)));
  const [first] = replicas as [Replica];
  createHours(first, scopeId, userId);
  const project = createProject(first, { name: 'Villa' });
  const plans = first.create('task', project.id, { title: 'Plans' }).id;
  // As `keepHours` does: what was refused is settled at once, and once, since what follows it waits.
  const seen = new Set<string>();
  for (const replica of replicas)
    replica.outbox.failed.subscribe(() => {
      const found = doubleStarts(replica).filter(({ id }) => !seen.has(id));
      for (const { id } of found) seen.add(id);
      if (found.length > 0) void replica.pull().then(() => settleDoubleStarts(replica));
    });
  const settle = async (some: readonly Replica[]) => {
    for (const replica of some) {
      await replica.outbox.sent();
      await replica.pull();
    }
  };
  await settle(replicas);
  await settle(replicas);
  let began = 0;
  for (const [i, { who, what }] of steps.entries()) {
    const replica = replicas[who]!;
    const { connection } = devices[who]!;
    const open = openEntryOf(replica, userId);
    if (what === 'connection') connection.isOffline = !connection.isOffline;
    else if (what === 'meet') await settle(replicas.filter((_, n) => !devices[n]!.connection.isOffline));
    else if (what === 'switch' || (what === 'start' && !open)) {
      startTimer(replica, { taskId: plans }, { ...punch(i), switches: what === 'switch' });
      began++;
    } else if (!open) continue;
    else if (what === 'pause') pauseTimer(replica, punch(i));
    else if (what === 'resume') resumeTimer(replica, punch(i));
    else if (what === 'stop') stopTimer(replica, punch(i));
  }
  for (const { connection } of devices) connection.isOffline = false;
  for (let round = 0; round < 12; round++) await settle(replicas);
  await Promise.all(replicas.map((replica) => replica.pull()));
  for (const replica of replicas) {
    const entries = replica.collections.timeEntry.all();
    expect(replica.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    expect(shown(replica)).toEqual(shown(first));
    // No punch is lost, and nothing ends before it begins.
    expect(entries).toHaveLength(began);
    expect(entries.filter(({ isOpen }) => isOpen).length).toBeLessThanOrEqual(1);
    for (const { isOpen, segments } of entries) {
      expect(segments.every(({ from, to }) => to === undefined || from <= to)).toBe(true);
      expect(segments.slice(0, -1).every(({ to }) => to !== undefined)).toBe(true);
      if (!isOpen) expect(segments.at(-1)?.to).not.toBe(undefined);
    }
  }
  await Promise.all(replicas.map((replica) => replica.close()));
}

describe('an entry that is there', () => {
  it('is split, copied and moved, and keeps its time', () => {
    const id = startTimer(desk, { taskId, description: 'x' }, punch(0));
    pauseTimer(desk, punch(30));
    resumeTimer(desk, punch(60));
    stopTimer(desk, punch(90));
    const entryOf = (each: string) => desk.collections.timeEntry.get(each)!;
    const laterId = splitEntry(desk, id, 70 * minute);
    expect(
      [id, laterId].map((each) => spansOf(entryOf(each)).map(({ from, to }) => [from / minute, to / minute])),
    ).toEqual([
      [
        [0, 30],
        [60, 70],
      ],
      [[70, 90]],
    ]);
    expect(() => splitEntry(desk, laterId, 95 * minute)).toThrow(RangeError);
    expect(() => splitEntry(desk, laterId, 70 * minute)).toThrow(RangeError);
    const copyId = duplicateEntry(desk, laterId, 0);
    expect(overlapping(desk.collections.timeEntry.all(), 0)).toEqual(new Set([laterId, copyId]));
    moveEntry(desk, copyId, otherId);
    expect(entryOf(copyId)).toMatchObject({ taskTitle: 'Permit', description: 'x' });
  });

  it('is not split once it was invoiced: no invoice would know of the later part', () => {
    startTimer(desk, { taskId }, punch(0));
    const id = stopTimer(desk, punch(60));
    const invoice = { exportId: id, exportName: 'RE 1', invoicedAt: 0, entries: [{ id }] };
    const invoiceId = desk.create('invoicedHours', scopeId, invoice).id;
    expect(() => splitEntry(desk, id, 10 * minute)).toThrow('was invoiced');
    desk.update('invoicedHours', invoiceId, { entries: [] });
    splitEntry(desk, id, 10 * minute);
  });

  it('goes on running behind a split', () => {
    const id = startTimer(desk, { taskId }, punch(0));
    const laterId = splitEntry(desk, id, 10 * minute);
    expect(openEntryOf(desk, userId)?.id).toBe(laterId);
    expect(desk.collections.timeEntry.get(id)?.status).toBe('DONE');
  });

  it('stays when its task and its project go', async () => {
    startTimer(desk, { taskId }, punch(0));
    stopTimer(desk, punch(60));
    await meet();
    expect(phone.collections.effort.size).toBe(1);
    phone.remove('project', phone.collections.task.get(taskId)!.scopeId);
    await meet();
    expect(shown(desk)).toEqual([['Plans', 'DONE', [[0, 60]], undefined]]);
    expect(desk.collections.effort.size).toBe(0);
    expect(phone.outbox.failed.get()).toEqual([]);
  });
});
