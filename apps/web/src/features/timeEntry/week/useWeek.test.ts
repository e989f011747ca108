import { createProject } from '@kontor/client/nouns/project';
import type { DayPart } from '@kontor/client/nouns/timeSheet';
import { createHours } from '@kontor/client/nouns/workingTime';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inWholeMinutes,
  partsInWholeMinutes,
  rowsOf,
  shownTime,
  tasksBefore,
  type WeekRow,
} from './useWeek.ts';

const userId = '019a0000-0000-7000-8000-0000000000d1';

it('finds the tasks of the week before, from its Monday to its Sunday', async () => {
  const records = await openOn(createDevice(userId), new ProtocolServer());
  const hours = '019a0000-0000-8000-8000-0000000000e1';
  createHours(records, hours, userId);
  const { id: projectId } = createProject(records, { name: 'Villa' });
  const ids = ['2026-11-08', '2026-11-09', '2026-11-15', '2026-11-15', '2026-11-16'].map((day) => {
    const { id: taskId } = records.create('task', projectId, { title: day });
    const from = Date.parse(`${day}T08:00Z`);
    const named = { taskId, projectId, taskTitle: day, projectName: 'Villa', zone: 'UTC' };
    records.create('timeEntry', hours, {
      ...named,
      status: 'DONE',
      isBillable: true,
      segments: [{ from, to: from + 3_600_000 }],
    });
    return taskId;
  });
  expect(tasksBefore(records.collections, hours, '2026-11-16').sort()).toEqual(ids.slice(1, 4).sort());
  await records.close();
});

it('tells apart in a cell what is stored and what runs, to the millisecond', () => {
  const [day, minute] = ['2026-03-09', 60_000];
  const from = Date.parse(`${day}T08:00Z`);
  const entry = (segments: object[]) =>
    ({
      taskId: 'roof',
      taskTitle: 'Roof',
      projectName: 'Villa',
      projectId: 'villa',
      zone: 'UTC',
      segments,
    }) as never;
  const entries = [
    entry([{ from, to: from + 20.5 * minute }]),
    entry([{ from: from + 30 * minute, to: from + 40 * minute }, { from: from + 50 * minute }]),
  ];
  for (const [now, shown] of [
    [51, 32],
    [52, 33],
  ] as const) {
    const [row] = inWholeMinutes(rowsOf(entries, [day], from + now * minute), [day]);
    expect([row!.days.get(day), row!.stored.get(day)]).toEqual([shown * minute, 30.5 * minute]);
  }
  const [running] = rowsOf([entry([{ from }])], [day], from + minute);
  expect([running!.days.get(day), running!.stored.size]).toEqual([minute, 0]);
});

describe('a week in whole minutes', () => {
  const minute = 60_000;
  const days = [9, 10, 11, 12, 13, 14, 15].map((day) => `2026-03-${String(day).padStart(2, '0')}`);
  const rowOf = (taskId: string, times: readonly (number | undefined)[]): WeekRow => ({
    taskId,
    title: taskId,
    project: 'Villa',
    projectId: 'villa',
    total: 0,
    days: new Map(times.flatMap((time, i) => (time === undefined ? [] : [[days[i]!, time]]))),
    stored: new Map(),
  });
  const sumOf = (times: Iterable<number>) => [...times].reduce((sum, time) => sum + time, 0);

  it('shows entries that add up to their cells, whatever project each is charged to', () => {
    const part = (task: number, day: number, time: number) =>
      ({ day: days[day]!, entry: { taskId: `t${task}` }, from: 0, to: time }) as unknown as DayPart;
    const parts = fc.array(
      fc
        .tuple(fc.nat({ max: 2 }), fc.nat({ max: 6 }), fc.integer({ min: 1, max: 90 * minute }))
        .map(([task, day, time]) => part(task, day, time)),
    );
    const timeOf = (some: readonly DayPart[]) => sumOf(some.map(({ from, to }) => to - from));
    fc.assert(
      fc.property(parts, (all) => {
        const inCell = <P extends DayPart>(some: readonly P[], task: number, day: string) =>
          some.filter((each) => each.day === day && each.entry.taskId === `t${task}`);
        const rows = [0, 1, 2].map((task) =>
          rowOf(
            `t${task}`,
            days.map((day) => timeOf(inCell(all, task, day)) || undefined),
          ),
        );
        const shown = partsInWholeMinutes(all, rows, days);
        expect(shown).toHaveLength(all.length);
        for (const [task, row] of inWholeMinutes(rows, days).entries())
          for (const day of days) expect(shownTime(inCell(shown, task, day))).toBe(row.days.get(day) ?? 0);
      }),
    );
  });

  it('shows cells that add up to the total of their task', () => {
    const [row] = inWholeMinutes([rowOf('roof', [20.5 * minute, 20.5 * minute, 20.5 * minute])], days);
    expect([...row!.days.values()].map((time) => time / minute)).toEqual([21, 20, 21]);
    expect(row!.total).toBe(62 * minute);
  });

  it('adds up by days as by tasks, keeps whole minutes and shows no time where there is none', () => {
    const time = fc.option(fc.integer({ min: 0, max: 10 * 60 * minute }), { nil: undefined });
    const week = fc.array(fc.array(time, { minLength: 7, maxLength: 7 }), { maxLength: 5 });
    fc.assert(
      fc.property(week, (cells) => {
        const rows = cells.map((times, i) => rowOf(`t${i}`, times));
        const shown = inWholeMinutes(rows, days);
        const total = Math.round(sumOf(cells.flat().map((each) => each ?? 0)) / minute) * minute;
        expect(sumOf(shown.map((row) => row.total))).toBe(total);
        for (const [i, row] of shown.entries()) {
          expect([...row.days.keys()]).toEqual([...rows[i]!.days.keys()]);
          expect(sumOf(row.days.values())).toBe(row.total);
          for (const [day, each] of row.days) {
            const exact = rows[i]!.days.get(day)!;
            expect(each % minute).toBe(0);
            expect(Math.abs(each - exact)).toBeLessThan(minute);
            if (exact % minute === 0) expect(each).toBe(exact);
          }
        }
      }),
    );
  });
});
