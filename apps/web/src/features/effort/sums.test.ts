import type { Effort } from '@kontor/contract/nouns/effort';
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { centsOf, earnedByDay, earnedSumsBy, effortSumsBy } from './sums.ts';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const entry = (from: string, to: string, more: Partial<TimeEntry> = {}) =>
  ({
    scopeId: 'hours of ada',
    projectId: 'roof',
    isBillable: true,
    zone,
    segments: [{ from: at(from), to: at(to) }],
    ...more,
  }) as TimeEntry;
const rate = (id: string, cents: number, from?: string) =>
  ({ id, projectId: 'roof', userId: 'ada', rate: cents, ...(from && { from }) }) as HourlyRate;
/** Returns the cents times ms that an entry is worth. */
const earnedBy = (...work: Parameters<typeof earnedByDay>): number =>
  earnedByDay(...work).reduce((sum, { earned }) => sum + earned, 0);
const rates = [rate('1', 6000), rate('2', 9000, '2026-10-25')];

it('charges each day at the rate of that day, also over midnight and the change of the clocks', () => {
  // 23:00 to 04:00 in Berlin, where the hour after two comes twice: 1 h at 60, 5 h at 90.
  const night = entry('2026-10-24T21:00Z', '2026-10-25T03:00Z');
  expect(centsOf(earnedBy(night, 'ada', rates))).toBe(6000 + 5 * 9000);
  expect(earnedBy({ ...night, isBillable: false }, 'ada', rates)).toBe(0);
  expect(earnedBy(night, 'ben', rates)).toBe(0);
  const running = { ...night, segments: [{ from: at('2026-10-26T08:00Z') }] };
  expect(earnedBy(running, 'ada', rates)).toBe(0);
});

it('charges an entry in a zone that this browser does not know by UTC', () => {
  const night = entry('2026-10-24T21:00Z', '2026-10-25T03:00Z', { zone: 'America/Nowhere' });
  expect(centsOf(earnedBy(night, 'ada', rates))).toBe(3 * 6000 + 3 * 9000);
});

it('is worth the same however it is cut', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 86_400_000 }),
      fc.nat(200_000_000),
      fc.nat(),
      (begin, length, cut) => {
        const from = at('2026-10-24T00:00Z') + begin;
        const middle = from + (length === 0 ? 0 : cut % length);
        const worth = (...segments: { from: number; to: number }[]) =>
          earnedBy({ projectId: 'roof', isBillable: true, zone, segments }, 'ada', rates);
        const whole = worth({ from, to: from + length });
        expect(worth({ from, to: middle }, { from: middle, to: from + length })).toBe(whole);
      },
    ),
  ));

it('counts by project what people and admins wrote, and nobody else', () => {
  const sums = effortSumsBy({}, (id) => id === 'boss');
  const effort = (authorId?: string) =>
    ({
      userId: 'ada',
      taskId: 't',
      scopeId: 'p',
      weeks: { '2026-10-19': { time: 5, billable: 3 } },
      authorId,
    }) as unknown as Effort;
  const time = (authorId?: string) => sums.byTask.figures(effort(authorId)).time;
  expect([time(), time('ada'), time('boss'), time('ben')]).toEqual([5, 5, 5, 0]);
  expect(sums.byProject.group(effort())).toBe('p');
  const people = [{ scopeId: 'hours of ada', userId: 'ada' }] as never;
  expect(earnedSumsBy(rates, people)).toBe(earnedSumsBy(rates, people));
});
