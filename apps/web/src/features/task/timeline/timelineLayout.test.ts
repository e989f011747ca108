import { describe, expect, it } from 'vitest';
import { weekday } from '../../../platform/text/day.ts';
import { layOutTimeline } from './timelineLayout.ts';

const today = '2026-11-21';
const lay = (...tasks: { startDate?: string; dueDate?: string }[]) => layOutTimeline(tasks, today);

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
    const { days, bars } = lay({ startDate: '1026-11-21', dueDate: today }, { dueDate: '9026-01-01' });
    expect(days).toBeLessThan(900);
    expect(bars).toHaveLength(1);
    expect(bars[0]!.start).toBe(0);
  });
});
