/** A week's cells: what is typed is what is there afterwards, on that day and task alone. */
import { addDays } from '@kontor/contract/time/day';
import { lengthOf } from '@kontor/contract/time/span';
import { startOfDay } from '@kontor/contract/time/zone';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { createProject } from './project.ts';
import { durationOf, entryPlaceOf } from './timeEntry.ts';
import { pauseTimer, resumeTimer, startTimer, stopTimer } from './timer.ts';
import { beginOn, partsOf, partsOn, RunningError, setDayTime } from './timeSheet.ts';
import { createHours } from './workingTime.ts';

const userId = '019a0000-0000-7000-8000-0000000000d1';
const scopeId = '019a0000-0000-8000-8000-0000000000e1';
const zone = 'Europe/Berlin';
const hour = 3_600_000;
let records: Replica;
let tasks: string[];

// A new one each time: what is never sent would slow the next runs down.
beforeEach(async () => {
  records = await openOn(createDevice(userId), new ProtocolServer());
  createHours(records, scopeId, userId);
  const project = createProject(records, { name: 'P' });
  tasks = ['a', 'b'].map((title) => records.create('task', project.id, { title }).id);
});
afterEach(() => records.close());

const entries = () => records.collections.timeEntry.where('scopeId', scopeId);
const timeOn = (taskId: string, day: string) =>
  lengthOf(partsOf(entries()).filter((part) => part.day === day && part.entry.taskId === taskId));
const clear = () => {
  for (const { id } of [...entries()]) records.remove('timeEntry', id);
};

// The days around both changes of the clock, and by somebody who has travelled since.
it.each([
  ['2026-10-24', zone],
  ['2026-03-28', zone],
  ['2026-11-21', 'America/New_York'],
])('are what was typed, around %s in %s', (first, typedIn) => {
  const days = [0, 1, 2].map((n) => addDays(first, n));
  const entry = fc.record({
    task: fc.nat(1),
    from: fc.integer({ min: -10, max: 60 }).map((hours) => startOfDay(first, zone) + hours * hour),
    length: fc.integer({ min: 1, max: 20 }),
  });
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 5 }),
      fc.nat(2),
      fc.integer({ min: 0, max: 22 * 60 }),
      (made, n, minutes) => {
        clear();
        for (const { task, from, length } of made) {
          const times = { status: 'DONE' as const, segments: [{ from, to: from + length * hour }], zone };
          records.create('timeEntry', scopeId, {
            ...entryPlaceOf(records, tasks[task]!),
            ...times,
            isBillable: true,
          });
        }
        const [taskId, day] = [tasks[0]!, days[n]!];
        const others = () =>
          [-1, 0, 1, 2, 3].flatMap((each) => {
            const other = addDays(first, each);
            return [...(other === day ? [] : [timeOn(taskId, other)]), timeOn(tasks[1]!, other)];
          });
        const before = others();
        setDayTime(records, { scopeId, taskId, day, zone: typedIn }, minutes * 60_000);
        expect(timeOn(taskId, day)).toBe(minutes * 60_000);
        expect(others()).toEqual(before);
      },
    ),
    { numRuns: 60 },
  );
});

it('lengthen the last entry, take off its end, and refuse more than a day has', () => {
  clear();
  const place = { scopeId, taskId: tasks[0]!, day: '2026-11-20', zone };
  setDayTime(records, place, 2 * hour);
  setDayTime(records, place, 3 * hour);
  const [entry] = entries();
  expect([entries().length, durationOf(entry!), entry!.segments[0]!.from]).toEqual([
    1,
    3 * hour,
    Date.parse('2026-11-20T08:00Z'),
  ]);
  setDayTime(records, { ...place, taskId: tasks[1]! }, hour);
  setDayTime(records, place, 4 * hour);
  expect(entries().length).toBe(3);
  setDayTime(records, place, 0);
  expect(entries().length).toBe(1);
  expect(() => setDayTime(records, { ...place, day: '2026-03-29' }, 24 * hour)).toThrow(RangeError);
  setDayTime(records, { ...place, day: '2026-10-25' }, 25 * hour);
});

it('leave an invoiced entry as it was sent, and put more beside it', () => {
  clear();
  const place = { scopeId, taskId: tasks[0]!, day: '2026-11-20', zone };
  setDayTime(records, place, 2 * hour);
  const [sent] = entries();
  const invoice = { exportId: sent!.id, exportName: 'RE 1', invoicedAt: 0, entries: [{ id: sent!.id }] };
  const invoiceId = records.create('invoicedHours', scopeId, invoice).id;
  for (const hours of [3, 4]) {
    setDayTime(records, place, hours * hour);
    expect(entries().map((each) => [each.id === sent!.id, durationOf(each) / hour])).toEqual([
      [true, 2],
      [false, hours - 2],
    ]);
  }
  records.remove('invoicedHours', invoiceId);
});

it('place a length of time behind what was done that day, and within the day', () => {
  clear();
  const day = '2026-11-20';
  const from = Date.parse('2026-11-20T21:00Z');
  const begin = (length: number) => beginOn(records.collections, { scopeId, day, zone }, length);
  expect(begin(hour)).toBe(Date.parse('2026-11-20T08:00Z'));
  const times = { status: 'DONE' as const, segments: [{ from, to: from + 2 * hour }], zone };
  records.create('timeEntry', scopeId, { ...entryPlaceOf(records, tasks[0]!), ...times, isBillable: true });
  expect(begin(hour)).toBe(Date.parse('2026-11-20T22:00Z'));
  expect(begin(30 * hour)).toBe(startOfDay(day, zone));
});

it('count what runs as the cell shows it, and leave it alone', () => {
  clear();
  const at = (clock: string) => Date.parse(`2026-11-20T${clock}Z`);
  const taskId = tasks[0]!;
  const place = { scopeId, taskId, day: '2026-11-20', zone };
  const now = at('13:00');
  const set = (hours: number) => setDayTime(records, place, hours * hour, now);
  const shown = () =>
    partsOn(records.collections, scopeId, place.day, now).map(({ from, to }) => [from, to].map(clockOf));
  const clockOf = (moment: number) => new Date(moment).toISOString().slice(11, 16);
  startTimer(records, { taskId }, { userId, at: at('08:00'), zone });
  stopTimer(records, { userId, at: at('10:00'), zone });
  startTimer(records, { taskId }, { userId, at: at('12:00'), zone });
  set(2.5);
  expect(shown()).toEqual([
    ['08:00', '09:30'],
    ['12:00', '13:00'],
  ]);
  set(4);
  expect(shown()).toEqual([
    ['08:00', '11:00'],
    ['12:00', '13:00'],
  ]);
  // There is no room in front of the timer, and what lies behind now it will reach itself.
  set(5.5);
  expect(shown().sort()).toEqual([
    ['06:30', '08:00'],
    ['08:00', '11:00'],
    ['12:00', '13:00'],
  ]);
  set(1);
  expect(shown()).toEqual([['12:00', '13:00']]);
  expect(() => set(0.5)).toThrow(RunningError);
  pauseTimer(records, { userId, at: at('12:30'), zone });
  resumeTimer(records, { userId, at: at('12:45'), zone });
  // As the cell showed it half a minute ago.
  set(0.25 - 1 / 120);
  expect(shown()).toEqual([['12:45', '13:00']]);
  stopTimer(records, { userId, at: now, zone });
});
