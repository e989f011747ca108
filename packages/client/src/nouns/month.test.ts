/** Closing a month, confirming it, and what becomes of what changes afterwards. */
import { confirmationId, monthAddendum, monthId, month as monthNoun } from '@kontor/contract/nouns/month';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Replica } from '../replica/replica.ts';
import { anyAuthor } from '../replica/testing/clearVault.ts';
import { createDevice, type Device, openOn } from '../replica/testing/client.ts';
import { ProtocolServer, ServerError } from '../replica/testing/protocolServer.ts';
import { hashOf, monthState, monthsOf, statementOf, targetsIn } from './month.ts';
import {
  amend,
  closeMonth,
  confirmMonth,
  explainMonth,
  type MonthError,
  type MonthFault,
  reopenMonth,
} from './monthActs.ts';
import { createProject } from './project.ts';
import { duplicateEntry, moveEntry, splitEntry } from './timeEntry.ts';
import { doubleStarts, settleDoubleStarts, startTimer, stopTimer } from './timer.ts';
import { setDayTime } from './timeSheet.ts';
import { createHours } from './workingTime.ts';

/** The author of everything, by the vault that seals nothing. */
const userId = anyAuthor;
const scopeId = '019a0000-0000-8000-8000-0000000000e1';
const zone = 'Europe/Berlin';
const hour = 3_600_000;
const month = '2026-10-01';
const place = { scopeId, month };
const after = (text: string) => ({ userId, at: Date.parse(text) });
const november = after('2026-11-02T08:00Z');

let server: ProtocolServer;
let desk: Replica;
let phone: Replica;
let atPhone: Device;
let tasks: string[];

beforeEach(async () => {
  server = new ProtocolServer();
  desk = await openOn(createDevice(userId), server);
  atPhone = createDevice(userId);
  phone = await openOn(atPhone, server);
  createHours(desk, scopeId, userId);
  const project = createProject(desk, { name: 'Villa' });
  tasks = ['Plans', 'Permit'].map((title) => desk.create('task', project.id, { title }).id);
  desk.update('workingTime', scopeId, {
    weeks: [{ from: '2026-01-01', minutes: [480, 480, 480, 480, 480, 0, 0], region: 'de-by' }],
  });
  await meet();
});
afterEach(() => Promise.all([desk.close(), phone.close()]));

async function meet(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await Promise.all([desk.outbox.sent(), phone.outbox.sent()]);
    await Promise.all([desk.pull(), phone.pull()]);
  }
}

const work = (from: string, hours: number, replica = desk): string => {
  const at = Date.parse(from);
  startTimer(replica, { taskId: tasks[0]! }, { userId, at, zone });
  return stopTimer(replica, { userId, at: at + hours * hour, zone });
};
const state = (replica = desk) => monthState(replica.collections, place);
const faultOf = (act: () => unknown): MonthFault | undefined => {
  try {
    act();
  } catch (error) {
    return (error as MonthError).fault;
  }
  return undefined;
};

describe('a closed month', () => {
  it('is its person’s, has begun, and has no timer', async () => {
    work('2026-10-05T07:00Z', 8);
    startTimer(desk, { taskId: tasks[0]! }, { userId, at: Date.parse('2026-10-31T22:30Z'), zone });
    expect(faultOf(() => closeMonth(desk, place, november))).toBe('running');
    stopTimer(desk, { userId, at: Date.parse('2026-10-31T23:30Z'), zone });
    expect(faultOf(() => closeMonth(desk, place, { ...november, userId: 'else' }))).toBe('not-own');
    expect(faultOf(() => closeMonth(desk, place, after('2026-09-30T08:00Z')))).toBe('future');
    expect(faultOf(() => confirmMonth(desk, place, november))).toBe('open');
    closeMonth(desk, place, november);
    expect(faultOf(() => closeMonth(desk, place, november))).toBe('closed');
    await meet();
    expect(state(phone)).toMatchObject({
      closing: { closedAt: november.at },
      deviations: [],
      isForged: false,
    });
    confirmMonth(phone, place, november);
    await meet();
    expect(state().confirms).toBe('all');
    expect(faultOf(() => reopenMonth(desk, place, november))).toBe('confirmed');
  });

  it('refuses every change of its records, those that only reach into it too, and names itself', () => {
    const entry = work('2026-10-05T07:00Z', 8);
    const over = work('2026-10-31T22:00Z', 3);
    const free = work('2026-11-01T07:00Z', 1);
    const away = desk.create('absence', scopeId, {
      kind: 'vacation',
      from: '2026-10-30',
      to: '2026-11-02',
      isHalf: false,
    });
    closeMonth(desk, place, november);
    const span = { from: Date.parse('2026-10-07T07:00Z'), to: Date.parse('2026-10-07T08:00Z') };
    const acts: (() => unknown)[] = [
      () => work('2026-10-06T07:00Z', 1),
      () => desk.update('timeEntry', entry, { description: 'more' }),
      () => desk.remove('timeEntry', entry),
      () => moveEntry(desk, entry, tasks[1]!),
      () => splitEntry(desk, entry, Date.parse('2026-10-05T09:00Z')),
      () => duplicateEntry(desk, entry, november.at),
      () => desk.update('timeEntry', over, { isBillable: false }),
      () => desk.update('timeEntry', free, { segments: [span] }),
      () => setDayTime(desk, { scopeId, taskId: tasks[1]!, day: '2026-10-08', zone }, hour),
      () => desk.update('absence', away.id, { to: '2026-11-03' }),
      () =>
        desk.create('absence', scopeId, {
          kind: 'sickness',
          from: '2026-10-31',
          to: '2026-10-31',
          isHalf: true,
        }),
    ];
    const before = JSON.stringify([desk.collections.timeEntry.all(), desk.collections.absence.all()]);
    expect(acts.map(faultOf)).toEqual(acts.map(() => 'closed'));
    expect(JSON.stringify([desk.collections.timeEntry.all(), desk.collections.absence.all()])).toBe(before);
    // What does not touch it goes on.
    desk.update('timeEntry', free, { description: 'fine' });
    desk.update('timeEntry', entry, { description: undefined });
    expect(state().deviations).toEqual([]);
  });

  it('keeps the targets that were signed', () => {
    closeMonth(desk, place, november);
    const signed = targetsIn(desk.collections, place);
    desk.update('workingTime', scopeId, { weeks: [{ from: '2026-01-01', minutes: [0, 0, 0, 0, 0, 0, 0] }] });
    expect(targetsIn(desk.collections, place)).toEqual(signed);
    reopenMonth(desk, place, november);
    expect(targetsIn(desk.collections, place)).not.toEqual(signed);
    closeMonth(desk, place, november);
    expect(state().closing).toBeDefined();
  });

  it('takes changes with a reason, which want another confirmation', async () => {
    const entry = work('2026-10-05T07:00Z', 8);
    closeMonth(desk, place, november);
    confirmMonth(desk, place, november);
    expect(faultOf(() => amend(desk, ' ', november, () => desk.remove('timeEntry', entry)))).toBe(
      'no-reason',
    );
    amend(desk, 'Forgotten', november, () => {
      desk.update('timeEntry', entry, { description: 'Ground floor' });
      setDayTime(desk, { scopeId, taskId: tasks[1]!, day: '2026-10-06', zone }, 2 * hour);
    });
    amend(desk, 'Not mine', { at: november.at + 1 }, () => desk.remove('timeEntry', entry));
    // Outside of it no reason is asked for, and none is kept.
    amend(desk, '', november, () => desk.update('task', tasks[0]!, { title: 'Plan' }));
    expect(state()).toMatchObject({
      deviations: [],
      confirms: 'earlier',
      addenda: [
        { reason: 'Forgotten', changes: [{ id: entry, after: { description: 'Ground floor' } }, {}] },
        { reason: 'Not mine', changes: [{ id: entry, before: { description: 'Ground floor' } }] },
      ],
    });
    expect(state().addenda[1]!.changes[0]).not.toHaveProperty('after');
    confirmMonth(desk, place, november);
    await meet();
    expect(state(phone).confirms).toBe('all');
    // An addendum that is changed or gone is another one than was confirmed.
    const [first] = state().addenda;
    desk.update('monthAddendum', first!.id, { reason: 'Because' });
    expect(state().confirms).toBe('other');
  });

  it('is not judged by addenda from before it was opened and closed again, whatever the clocks say', async () => {
    const [entry, gone] = [work('2026-10-05T07:00Z', 8), work('2026-10-06T07:00Z', 8)];
    closeMonth(desk, place, november);
    // By a clock that is ahead.
    amend(desk, 'Forgotten', { at: november.at + hour }, () => {
      desk.update('timeEntry', entry, { description: 'Ground floor' });
      desk.remove('timeEntry', gone);
    });
    reopenMonth(desk, place, november);
    await meet();
    desk.update('timeEntry', entry, { description: 'First floor' });
    closeMonth(desk, place, { userId, at: november.at + 1 });
    expect(state()).toMatchObject({ addenda: [], deviations: [] });
    confirmMonth(desk, place, november);
    expect(state().confirms).toBe('all');
    // A device that does not ask whether it is closed.
    phone.update('timeEntry', entry, { isBillable: false });
    await meet();
    expect(state().deviations).toMatchObject([{ id: entry, kind: 'changed' }]);
    explainMonth(desk, place, 'Ordered', november);
    expect(state()).toMatchObject({ confirms: 'earlier', addenda: [{ reason: 'Ordered' }], deviations: [] });
  });

  it('stays as it was confirmed when a reason from before comes in from a device that had no connection', async () => {
    const [entry, other] = [work('2026-10-05T07:00Z', 8), work('2026-10-06T07:00Z', 8)];
    closeMonth(desk, place, november);
    await meet();
    amend(phone, 'On the train', { at: november.at - hour }, () =>
      phone.update('timeEntry', entry, { description: 'Roof' }),
    );
    amend(desk, 'Forgotten', november, () => desk.update('timeEntry', other, { description: 'Wall' }));
    confirmMonth(desk, place, november);
    expect(state().confirms).toBe('all');
    await meet();
    expect(state()).toMatchObject({ confirms: 'earlier', deviations: [] });
    expect(state().addenda.map(({ reason }) => reason)).toEqual(['On the train', 'Forgotten']);
    desk.remove('monthAddendum', state().addenda[1]!.id);
    expect(state().confirms).toBe('other');
  });

  it('keeps the signature of the admin who confirmed it first, as they signed it', async () => {
    const entry = work('2026-10-05T07:00Z', 8);
    const say = (description: string) =>
      amend(desk, description, november, () => desk.update('timeEntry', entry, { description }));
    closeMonth(desk, place, november);
    confirmMonth(desk, place, november);
    say('Roof');
    await meet();
    say('Wall');
    confirmMonth(desk, place, { userId, at: november.at + 1 });
    await desk.outbox.sent();
    // By an admin who saw the first reason alone, on a device that had no connection and learns of the other before it sends.
    server.onApply = () => {
      throw new ServerError('OFFLINE');
    };
    confirmMonth(phone, place, { userId, at: november.at + 2 });
    await phone.pull();
    server.onApply = () => {};
    await meet();
    for (const replica of [desk, phone]) {
      const { confirmation, confirms } = state(replica);
      expect(confirmation).toMatchObject({ version: 2, confirmedAt: november.at + 1 });
      expect([confirms, replica.conflictsOf(confirmation!), replica.outbox.failed.get()]).toEqual([
        'all',
        [],
        [],
      ]);
    }
  });

  it('shows what another device changed that did not know of it, until somebody stands for it', async () => {
    const [one, two] = [work('2026-10-05T07:00Z', 8), work('2026-10-06T07:00Z', 8)];
    const gone = work('2026-10-07T07:00Z', 8);
    await meet();
    closeMonth(desk, place, november);
    phone.update('timeEntry', one, { segments: [{ from: 0, to: hour }] });
    phone.update('timeEntry', two, { description: 'late' });
    phone.remove('timeEntry', gone);
    const added = work('2026-10-08T07:00Z', 1, phone);
    await meet();
    for (const replica of [desk, phone])
      expect(
        state(replica)
          .deviations.map(({ id, kind }) => [id, kind])
          .sort(),
      ).toEqual(
        [
          [one, 'changed'],
          [two, 'changed'],
          [gone, 'removed'],
          [added, 'added'],
        ].sort(),
      );
    expect(faultOf(() => confirmMonth(desk, place, november))).toBe('changed');
    explainMonth(desk, place, 'Sent late', november);
    await meet();
    expect(state(phone).deviations).toEqual([]);
    confirmMonth(phone, place, november);
    expect(state(phone).confirms).toBe('all');
  });

  it('is confirmed by no hash of what has none, and signed by no addendum of that kind', async () => {
    const entry = work('2026-10-05T07:00Z', 8);
    const target = (minutes: number) => ({ targets: [{ day: month, minutes, x: 0.5 }] as never });
    await meet();
    closeMonth(desk, place, november);
    const { closing } = state();
    expect(hashOf({ ...closing!, ...target(480) }, [])).toBeUndefined();
    const addendum = { month, reason: 'Less', changedAt: november.at };
    const after = { ...statementOf('timeEntry', desk.collections.timeEntry.get(entry)!), rate: 0.5 };
    desk.create('monthAddendum', scopeId, {
      ...addendum,
      changes: [{ noun: 'timeEntry', id: entry, after }],
    });
    // A device that does not ask whether it is closed.
    phone.update('timeEntry', entry, { rate: 0.7, description: 'Roof' } as never);
    await meet();
    for (const replica of [desk, phone]) {
      expect(state(replica).deviations).toMatchObject([{ id: entry, kind: 'changed' }]);
      expect(faultOf(() => confirmMonth(replica, place, november))).toBe('changed');
    }
    desk.update('month', monthId(scopeId, month), target(480));
    desk.create('monthConfirmation', scopeId, {
      id: confirmationId(scopeId, month),
      month,
      hash: '',
      covered: [],
      confirmedAt: november.at,
    });
    await meet();
    desk.update('month', monthId(scopeId, month), target(60));
    await meet();
    for (const replica of [desk, phone]) expect(state(replica).confirms).toBe('other');
  });

  it('leaves a record that cannot be signed out of the closing', async () => {
    const odd = work('2026-10-05T07:00Z', 8);
    work('2026-10-06T07:00Z', 8);
    desk.update('timeEntry', odd, { rate: 0.5 } as never);
    closeMonth(desk, place, november);
    await meet();
    expect(state(phone).deviations).toMatchObject([{ id: odd, kind: 'added' }]);
  });

  it('keeps the reason that was given for what a timer is made to be, and asks none of a timer that ends', () => {
    closeMonth(desk, place, november);
    const [begin, at] = [Date.parse('2026-10-31T19:00Z'), november.at];
    const id = startTimer(desk, { taskId: tasks[0]! }, { userId, at, zone });
    const done = { segments: [{ from: begin, to: begin + hour }], status: 'DONE' as const };
    amend(desk, 'Forgotten', november, () => desk.update('timeEntry', id, done));
    expect(state()).toMatchObject({
      deviations: [],
      addenda: [{ reason: 'Forgotten', changes: [{ id, after: { segments: done.segments } }] }],
    });
    const other = startTimer(desk, { taskId: tasks[0]! }, { userId, at, zone });
    amend(desk, '', november, () => desk.update('timeEntry', other, done));
    expect(state()).toMatchObject({ deviations: [{ id: other, kind: 'added' }], addenda: [{}] });
  });

  it('asks for a reason where an entry is split that was cut short', async () => {
    const id = work('2026-10-05T07:00Z', 8);
    desk.update('timeEntry', id, { cutAt: Date.parse('2026-10-05T15:00Z') });
    closeMonth(desk, place, november);
    const split = () => splitEntry(desk, id, Date.parse('2026-10-05T09:00Z'));
    amend(desk, 'Two tasks', november, split);
    expect(state()).toMatchObject({ deviations: [], addenda: [{ changes: [{}, {}] }] });
  });

  it('lets a timer end that began on a device that did not know of it', async () => {
    const now = after('2026-10-20T08:00Z');
    closeMonth(desk, place, now);
    expect(faultOf(() => startTimer(desk, { taskId: tasks[0]! }, { ...now, zone }))).toBe('closed');
    startTimer(phone, { taskId: tasks[0]! }, { ...now, zone });
    await meet();
    stopTimer(desk, { ...now, at: now.at + hour, zone });
    await meet();
    settleDoubleStarts(desk);
    expect(state().deviations).toMatchObject([{ kind: 'added' }]);
  });

  it('gets what was worked in it on a device without a connection, though a timer began elsewhere since', async () => {
    const begin = Date.parse('2026-10-31T15:00Z');
    const ended = startTimer(desk, { taskId: tasks[0]! }, { userId, at: begin, zone });
    await meet();
    atPhone.connection.isOffline = true;
    startTimer(phone, { taskId: tasks[1]! }, { userId, at: begin + hour, zone, switches: true });
    stopTimer(phone, { userId, at: begin + 2 * hour, zone });
    stopTimer(desk, { userId, at: begin + 3 * hour, zone });
    closeMonth(desk, place, november);
    const running = startTimer(desk, { taskId: tasks[0]! }, { ...november, zone });
    await desk.outbox.sent();
    atPhone.connection.isOffline = false;
    await phone.pull();
    await expect.poll(() => doubleStarts(phone).length).toBe(1);
    await phone.pull();
    settleDoubleStarts(phone);
    await meet();
    for (const replica of [desk, phone]) {
      const { timeEntry } = replica.collections;
      expect(timeEntry.get(running)?.isOpen).toBe(true);
      expect(timeEntry.where('taskId', tasks[1]!)).toMatchObject([
        { status: 'DONE', segments: [{ from: begin + hour, to: begin + 2 * hour }] },
      ]);
      expect(timeEntry.get(ended)?.segments).toEqual([{ from: begin, to: begin + hour }]);
      expect(
        state(replica)
          .deviations.map(({ kind }) => kind)
          .sort(),
      ).toEqual(['added', 'changed']);
      expect(replica.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    }
  });
});

describe('a month that somebody else closed', () => {
  it('is open, and shown as forged', async () => {
    const stranger = '019a0000-0000-8000-8000-0000000000e2';
    createHours(desk, stranger, 'another');
    const theirs = { scopeId: stranger, month };
    desk.create('month', stranger, {
      id: monthId(stranger, month),
      month,
      closedAt: 1,
      records: '',
      targets: [],
    });
    await meet();
    expect(monthState(phone.collections, theirs)).toEqual({ isForged: true, addenda: [], deviations: [] });
    // Nor does one count that has taken another month's place.
    desk.create('month', scopeId, {
      id: monthId(scopeId, month),
      month: '2026-09-01',
      closedAt: 1,
      records: '',
      targets: [],
    });
    expect(state().closing).toBeUndefined();
  });
});

it('has guards that take no number that is not whole, at any depth', () => {
  const { targets } = monthNoun.sealed;
  expect(targets.accepts([{ day: month, minutes: 480, later: { x: [1] } }])).toBe(true);
  expect(targets.accepts([{ day: month, minutes: 480, later: { x: [0.5] } }])).toBe(false);
  const { changes } = monthAddendum.sealed;
  const change = (x: number) => [{ noun: 'timeEntry', id: 'a', after: { later: [{ x }] } }];
  expect(changes.accepts(change(1))).toBe(true);
  expect(changes.accepts(change(0.5))).toBe(false);
  expect(changes.accepts([{ noun: 'timeEntry', id: 'a', x: 2 ** 53 }])).toBe(false);
});

it('months of records follow the clock of where it was worked', () => {
  const entry = (from: string, to: string, at = zone) => ({
    segments: [{ from: Date.parse(from), to: Date.parse(to) }],
    zone: at,
  });
  expect(monthsOf('timeEntry', entry('2026-10-31T22:59Z', '2026-10-31T23:00Z'))).toEqual([month]);
  expect(monthsOf('timeEntry', entry('2026-10-31T22:59Z', '2026-10-31T23:01Z'))).toEqual([
    month,
    '2026-11-01',
  ]);
  expect(monthsOf('timeEntry', entry('2026-10-31T22:59Z', '2026-10-31T23:01Z', 'UTC'))).toEqual([month]);
  expect(monthsOf('timeEntry', entry('2026-10-31T22:59Z', '2026-10-31T23:01Z', 'Nowhere'))).toEqual([month]);
  expect(monthsOf('absence', { from: 'soon', to: 'sooner' })).toEqual([]);
  expect(monthsOf('absence', { from: '9999-12-24', to: '9999-12-31' })).toEqual(['9999-12-01']);
  expect(monthsOf('absence', { from: '2026-12-30', to: '2027-02-01' })).toEqual([
    '2026-12-01',
    '2027-01-01',
    '2027-02-01',
  ]);
});

it('a statement leaves out what is empty, so that a field that comes later changes none', () => {
  const base = { id: 'a', scopeId, version: 3, updatedAt: 1, authorId: 'b', isHalf: false, kind: 'vacation' };
  expect(
    statementOf('absence', { ...base, from: '2026-10-01', to: '2026-10-02', note: '', fromLater: 'x' }),
  ).toEqual({
    from: '2026-10-01',
    to: '2026-10-02',
    fromLater: 'x',
  });
});
