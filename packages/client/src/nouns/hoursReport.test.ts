import {
  type ReportGroup,
  reportGroups,
  roundingBases,
  roundingDirections,
} from '@kontor/contract/nouns/exportTemplate';
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chargeRows,
  chooseRows,
  type ReportChoice,
  type ReportEntry,
  type ReportSums,
  splitEntries,
  sumRows,
} from './hoursReport.ts';
import { type ReportWords, reportLines } from './reportLines.ts';
import { type Rounding, roundTime } from './rounding.ts';

const noRounding: Rounding = { minutes: 0, direction: 'nearest', basis: 'entry' };
const berlin = 'Europe/Berlin';
const hour = 3_600_000;
const utc = (text: string) => Date.parse(`${text}Z`);

const entryOf = (over: Partial<TimeEntry>): TimeEntry => ({
  id: 'e1',
  scopeId: 'hours',
  version: 1,
  updatedAt: 0,
  taskId: 't1',
  projectId: 'p1',
  taskTitle: 'Plans',
  projectName: 'Villa',
  status: 'DONE',
  segments: [],
  zone: berlin,
  isBillable: true,
  ...over,
});
const reported = (over: Partial<TimeEntry>, more: Partial<ReportEntry> = {}): ReportEntry => ({
  entry: entryOf(over),
  userId: 'u1',
  customerId: 'c1',
  invoices: [],
  ...more,
});
const rateOf = (rate: number, over: Partial<HourlyRate> = {}): HourlyRate => ({
  id: 'r',
  scopeId: 'admins',
  version: 1,
  updatedAt: 0,
  projectId: 'p1',
  rate,
  ...over,
});
const reportRows = (list: readonly ReportEntry[], choice: ReportChoice, rounding: Rounding) =>
  chooseRows(splitEntries(list), choice, rounding);
const words: ReportWords = {
  label: (group, row) => `${group} ${row.userId}`,
  compare: (a, b) => a.localeCompare(b),
};

/** Random entries of three people at four tasks, over both changes of the clock. */
const entries = fc
  .array(
    fc
      .record({
        from: fc.integer({ min: utc('2026-03-27T00:00'), max: utc('2026-11-02T00:00') }),
        lengths: fc.array(
          fc.tuple(fc.integer({ min: 0, max: 3 * hour }), fc.integer({ min: 1, max: 30 * hour })),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        zone: fc.constantFrom(berlin, 'UTC', 'America/Havana'),
        isBillable: fc.boolean(),
        user: fc.nat(2),
        task: fc.nat(3),
      })
      .map(({ from, lengths, zone, isBillable, user, task }) => {
        let at = from;
        const segments = lengths.map(([pause, length]) => {
          const segment = { from: at + pause, to: at + pause + length };
          at = segment.to;
          return segment;
        });
        const place = { taskId: `t${task}`, projectId: `p${task % 2}` };
        return reported(
          { ...place, segments, zone, isBillable },
          { userId: `u${user}`, customerId: `c${task % 2}` },
        );
      }),
    { maxLength: 12 },
  )
  .map((list) => list.map((each, i) => ({ ...each, entry: { ...each.entry, id: `e${i}` } })));

const roundings = fc.record({
  minutes: fc.integer({ min: 1, max: 60 }),
  direction: fc.constantFrom(...roundingDirections),
  basis: fc.constantFrom(...roundingBases),
});

describe('a report', () => {
  it('splits at local midnight, in the night in which the clock goes back too', () => {
    const rows = reportRows(
      [reported({ segments: [{ from: utc('2026-10-24T20:00'), to: utc('2026-10-25T23:30') }] })],
      {},
      noRounding,
    );
    expect(rows.map(({ day, actual }) => [day, actual / hour])).toEqual([
      ['2026-10-24', 2],
      ['2026-10-25', 25],
      ['2026-10-26', 0.5],
    ]);
    const spring = [reported({ segments: [{ from: utc('2026-03-28T22:00'), to: utc('2026-03-29T22:30') }] })];
    const only = reportRows(spring, { from: '2026-03-29', to: '2026-03-29' }, noRounding);
    expect(only.map(({ day, actual }) => [day, actual / hour])).toEqual([['2026-03-29', 23]]);
  });

  it('keeps all of the time, whatever is split and grouped', () => {
    fc.assert(
      fc.property(
        entries,
        fc.uniqueArray(fc.constantFrom(...reportGroups)),
        (list, groups: ReportGroup[]) => {
          const worked = list.reduce(
            (sum, { entry }) => sum + entry.segments.reduce((all, { from, to }) => all + (to! - from), 0),
            0,
          );
          const rows = reportRows(list, {}, noRounding);
          expect(sumRows(rows).actual).toBe(worked);
          // What is shown is of whole minutes, and adds up to what the whole is rounded to: what is billable, and what is not.
          const shown = [true, false]
            .map((isBillable) => sumRows(rows.filter((row) => row.isBillable === isBillable)).actual)
            .reduce((sum, each) => sum + Math.round(each / 60_000) * 60_000, 0);
          const lines = reportLines(rows, groups, [], words);
          expect(rows.every((row) => row.billed === (row.isBillable ? row.actual : 0))).toBe(true);
          expect(rows.every(({ actual }) => actual % 60_000 === 0)).toBe(true);
          expect(sumRows(rows).actual).toBe(shown);
          // The same in decimal hours, none further than one hundredth from its minutes.
          expect(rows.every((row) => row.billedHours === (row.isBillable ? row.hours : 0))).toBe(true);
          expect(
            rows.every(({ actual, hours }) => hours % 36_000 === 0 && Math.abs(hours - actual) < 36_000),
          ).toBe(true);
          expect(Math.abs(sumRows(rows).hours - shown)).toBeLessThanOrEqual(36_000);
          const subtotals = (level: number) =>
            lines.flatMap((line) =>
              line.kind === 'subtotal' && line.level === level ? [line.sums.actual] : [],
            );
          for (const level of groups.keys())
            expect(subtotals(level).reduce((sum, each) => sum + each, 0)).toBe(shown);
          expect(lines.filter(({ kind }) => kind === 'row')).toHaveLength(rows.length);
        },
      ),
    );
  });

  it('bills what its rule says: each group rounded once, divided among its rows without a rest', () => {
    const keys = {
      entry: ({ entryId }: { entryId: string }) => entryId,
      day: ({ userId, taskId, day }: Record<'userId' | 'taskId' | 'day', string>) =>
        `${userId} ${taskId} ${day}`,
      total: () => '',
    };
    fc.assert(
      fc.property(entries, roundings, (list, rounding: Rounding) => {
        const rows = reportRows(list, {}, rounding);
        expect(rows.filter((row) => !row.isBillable && row.billed !== 0)).toEqual([]);
        const billable = rows.filter((row) => row.isBillable);
        const step = rounding.minutes * 60_000;
        for (const group of Map.groupBy(billable, keys[rounding.basis]).values()) {
          const { actual, billed } = sumRows(group);
          expect(billed).toBe(roundTime(actual, rounding));
          expect(billed % step).toBe(0);
          expect(Math.abs(billed - actual)).toBeLessThan(step);
          if (rounding.direction === 'up') expect(billed).toBeGreaterThanOrEqual(actual);
          if (rounding.direction === 'down') expect(billed).toBeLessThanOrEqual(actual);
          if (rounding.direction === 'nearest')
            expect(Math.abs(billed - actual)).toBeLessThanOrEqual(step / 2);
        }
        expect(billable.every(({ billed }) => billed >= 0 && Number.isInteger(billed))).toBe(true);
      }),
    );
  });

  it('charges rows that add up to the cent, and shows whole cents where they are whole', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 30_000 }), (list, rate) => {
        const rows = reportRows(list, {}, noRounding);
        chargeRows(rows, [rateOf(rate), rateOf(rate + 1, { projectId: 'p0', id: 'r0' })]);
        const exact = rows.reduce((sum, row) => sum + (row.rate ?? 0) * row.billed, 0) / hour;
        expect(Math.abs(sumRows(rows).amount - exact)).toBeLessThanOrEqual(0.5);
        for (const row of rows)
          expect(Math.abs(row.amount - ((row.rate ?? 0) * row.billed) / hour)).toBeLessThanOrEqual(1);
      }),
    );
    const thirds = [20, 60, 20].map((minutes, i) =>
      reported({ id: `e${i}`, segments: [{ from: i * hour, to: i * hour + minutes * 60_000 }], zone: 'UTC' }),
    );
    const rows = reportRows(thirds, {}, noRounding);
    chargeRows(rows, [rateOf(10_000)]);
    expect(rows.map(({ amount }) => amount)).toEqual([3333, 10_000, 3334]);
  });

  it('is worth the same however it is grouped, within half a minute at its highest rate', () => {
    const rates = [
      rateOf(12_000, { id: 'u1', userId: 'u1' }),
      rateOf(6_000, { id: 'u2', userId: 'u2' }),
      rateOf(7_777, { id: 'p0', projectId: 'p0' }),
      rateOf(10_000),
    ];
    const sumsOf = (list: readonly ReportEntry[], groups: readonly ReportGroup[], rounding: Rounding) => {
      const rows = reportRows(list, {}, rounding);
      const exact = rows.map(({ billed }) => billed);
      const line = reportLines(rows, groups, rates, words).at(-1)!;
      const worth = rows.reduce((sum, { rate = 0 }, i) => sum + rate * exact[i]!, 0) / hour;
      return { sums: line.kind === 'total' && line.sums, worth };
    };
    // 50:50 hours of each of two people, in turns.
    const turns = Array.from({ length: 200 }, (_, i) => {
      const from = utc('2026-11-02T00:00') + i * hour;
      const segments = [{ from, to: from + 30.5 * 60_000 }];
      return reported({ id: `e${i}`, segments }, { userId: i % 2 === 0 ? 'u1' : 'u2' });
    });
    for (const groups of [[], ['person']] as const)
      expect(sumsOf(turns, groups, noRounding).sums).toMatchObject({ amount: 915_000 });
    const groupings = fc.uniqueArray(fc.constantFrom(...reportGroups));
    fc.assert(
      fc.property(
        entries,
        groupings,
        fc.oneof(roundings, fc.constant(noRounding)),
        (list, groups, rounding) => {
          const { sums, worth } = sumsOf(list, groups, rounding);
          expect(sums).toEqual(sumsOf(list, [], rounding).sums);
          const { amount, billed } = sums as ReportSums;
          expect(Math.abs(amount - worth)).toBeLessThanOrEqual(12_000 / 120 + 0.5);
          // The minutes are those of the rule, whatever rates they are charged at.
          if (rounding.basis === 'total' && rounding.minutes > 0)
            expect(billed % (rounding.minutes * 60_000)).toBe(0);
        },
      ),
    );
  });

  it('shows what was chosen', () => {
    const segments = [{ from: utc('2026-11-02T08:00'), to: utc('2026-11-02T09:00') }];
    const list = [
      reported({ id: 'a', segments }),
      reported({ id: 'b', segments, projectId: 'p2', isBillable: false }, { userId: 'u2' }),
      reported({ id: 'c', segments }, { customerId: '', invoices: [{ exportName: 'RE 1' }] }),
    ];
    const ids = (choice: ReportChoice) => reportRows(list, choice, noRounding).map(({ entryId }) => entryId);
    expect(ids({})).toEqual(['a', 'b', 'c']);
    expect(ids({ userIds: ['u2'] })).toEqual(['b']);
    expect(ids({ customerIds: ['c1'] })).toEqual(['a', 'b']);
    expect(ids({ projectIds: ['p1'] })).toEqual(['a', 'c']);
    expect(ids({ isBillable: true, isInvoiced: false })).toEqual(['a']);
    expect(ids({ from: '2026-11-03' })).toEqual([]);
  });
});
