import { addDays, weekday } from '@kontor/contract/time/day';
import { describe, expect, it } from 'vitest';
import { type BarPart, barOf, layOutTimeline, shifted } from './timelineLayout.ts';

const today = '2026-11-21';
const lay = (...tasks: { startDate?: string; dueDate?: string; status?: 'DONE' | 'TODO' }[]) =>
  layOutTimeline(tasks, today);

describe('the timeline', () => {
  it('starts on a Monday, holds whole weeks and today', () => {
    const { from, days, today: at, months, weeks } = lay();
    expect([weekday(from), days % 7]).toEqual([0, 0]);
    expect(at).toBeGreaterThanOrEqual(7);
    expect(days - at).toBeGreaterThanOrEqual(21);
    expect(months.reduce((sum, month) => sum + month.length, 0)).toBe(days);
    expect(weeks).toHaveLength(days / 7);
  });

  it('draws a bar from the start to the end of the due day', () => {
    const { bars, today: at } = lay({ startDate: today, dueDate: '2026-11-23' });
    expect(bars.map(({ start, length }) => [start - at, length])).toEqual([[0, 3]]);
  });

  it('draws one date as a day, and a range that was typed the wrong way round', () => {
    const { bars, today: at } = lay(
      { dueDate: '2026-11-24' },
      { startDate: '2026-11-26', dueDate: '2026-11-22' },
    );
    expect(bars.map(({ start, length }) => [start - at, length])).toEqual([
      [1, 5],
      [3, 1],
    ]);
  });

  it('lists what has no date', () => {
    const task = {};
    expect(lay(task).undated).toEqual([task]);
    expect(lay(task).bars).toEqual([]);
  });

  it('does not stretch over centuries for a mistyped date', () => {
    const far = { dueDate: '9026-01-01' };
    const { days, bars, beyond } = lay({ startDate: '1026-11-21', dueDate: today }, far);
    expect(days).toBeLessThan(900);
    expect(bars).toHaveLength(1);
    expect(bars[0]!.start).toBe(0);
    expect(beyond).toEqual([far]);
  });

  it('begins with what runs: what is done and over stands last, what is late does not', () => {
    const done = { dueDate: '2026-08-01', status: 'DONE' } as const;
    const late = { dueDate: '2026-09-01', status: 'TODO' } as const;
    const running = { dueDate: '2026-12-01' };
    expect(lay(done, running, late).bars.map(({ task }) => task)).toEqual([late, running, done]);
  });
});

describe('moving a bar', () => {
  const task = { startDate: '2026-11-20', dueDate: '2026-11-23' };

  it('moves both dates, or the one that there is', () => {
    expect(shifted(task, 'bar', 7)).toEqual({ startDate: '2026-11-27', dueDate: '2026-11-30' });
    expect(shifted({ dueDate: '2026-11-23' }, 'bar', -1)).toEqual({ dueDate: '2026-11-22' });
    expect(shifted(task, 'bar', 0)).toEqual({});
    expect(shifted({}, 'bar', 3)).toEqual({});
    const last = { startDate: '2026-11-20', dueDate: '9999-12-31' };
    for (const part of ['bar', 'end'] as const) expect(shifted(last, part, 1)).toEqual({});
    expect(shifted(last, 'bar', -1)).toEqual({ startDate: '2026-11-19', dueDate: '9999-12-30' });
  });

  it('moves one end, no further than to the other', () => {
    expect(shifted(task, 'start', -2)).toEqual({ startDate: '2026-11-18' });
    expect(shifted(task, 'start', 9)).toEqual({ startDate: '2026-11-23' });
    expect(shifted(task, 'end', -9)).toEqual({ dueDate: '2026-11-20' });
  });

  it('keeps the other end of dates that were typed the wrong way round', () => {
    const reversed = { startDate: '2026-11-23', dueDate: '2026-11-20' };
    // There is no other end to push into.
    expect(shifted({ startDate: '2026-11-20' }, 'end', -1)).toEqual({});
    expect(shifted({ dueDate: '2026-11-20' }, 'start', 1)).toEqual({});
    expect(shifted(reversed, 'start', -2)).toEqual({ startDate: '2026-11-18', dueDate: '2026-11-23' });
    expect(shifted(reversed, 'end', 2)).toEqual({ startDate: '2026-11-20', dueDate: '2026-11-25' });
    expect(shifted(reversed, 'bar', 1)).toEqual({ startDate: '2026-11-21', dueDate: '2026-11-24' });
  });

  it('shows a bar while it is dragged as it will be, also where it is cut at an edge', () => {
    const { from, days } = lay();
    const dragged = (dates: { startDate: string; dueDate: string }, ...[part, by]: [BarPart, number]) =>
      barOf({ ...dates, ...shifted(dates, part, by) }, { from, days });
    const whole = { isStartCut: false, isEndCut: false };
    const within = { startDate: addDays(from, 10), dueDate: addDays(from, 13) };
    expect(dragged(within, 'bar', -2)).toEqual({ start: 8, length: 4, ...whole });
    expect(dragged(within, 'start', 9)).toEqual({ start: 13, length: 1, ...whole });
    expect(dragged(within, 'end', -9)).toEqual({ start: 10, length: 1, ...whole });
    expect(dragged(within, 'bar', -99)).toEqual({ start: 0, length: 1, ...whole, isStartCut: true });
    const cut = { startDate: addDays(from, -20), dueDate: addDays(from, 3) };
    expect(dragged(cut, 'bar', 5)).toEqual({ start: 0, length: 9, ...whole, isStartCut: true });
    const behind = { startDate: addDays(from, days - 2), dueDate: addDays(from, days + 20) };
    expect(dragged(behind, 'bar', -1)).toEqual({ start: days - 3, length: 3, ...whole, isEndCut: true });
  });

  it('pulls the other end out of a single date', () => {
    expect(shifted({ dueDate: '2026-11-23' }, 'start', -2)).toEqual({ startDate: '2026-11-21' });
    expect(shifted({ startDate: '2026-11-20' }, 'start', -2)).toEqual({
      startDate: '2026-11-18',
      dueDate: '2026-11-20',
    });
    expect(shifted({ startDate: '2026-11-20' }, 'end', 2)).toEqual({ dueDate: '2026-11-22' });
  });
});
