import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { expect, it } from 'vitest';
import { dayHints } from './dayHints.ts';
import { hintsText } from './words.ts';

const at = (clock: string, day = '2026-03-02') => new Date(`${day}T${clock}:00Z`).getTime();

/** Returns an entry of the second of March, unless told otherwise. */
const entry = (id: string, from: number, to: number, more: Partial<TimeEntry> = {}): TimeEntry =>
  ({
    id,
    scopeId: 'hours',
    zone: 'UTC',
    status: 'DONE',
    segments: [{ from, to }],
    ...more,
  }) as unknown as TimeEntry;

it('marks the days of entries that overlap and of those that another device cut, before breaks and rests', () => {
  const entries = [
    entry('a', at('09:00'), at('12:00')),
    entry('b', at('11:00'), at('13:00')),
    entry('c', at('08:00', '2026-03-03'), at('15:00', '2026-03-03'), { cutAt: at('15:00', '2026-03-03') }),
    entry('d', at('10:00', '2026-03-04'), at('11:00', '2026-03-04')),
    entry('e', at('11:00', '2026-03-04'), at('12:00', '2026-03-04')),
  ];
  const hints = dayHints(entries, at('20:00', '2026-03-04'));
  expect(Object.fromEntries(hints)).toEqual({
    '2026-03-02': ['overlap'],
    '2026-03-03': ['cut', 'unbroken'],
  });
  expect(hintsText(hints.get('2026-03-03')!)).toBe(
    'an entry was cut off by another device, more than 6 h without a break',
  );
  expect(hintsText(hints.get('2026-03-02')!)).toBe('entries overlap');
});

it('marks of an entry with several days the one that overlaps, and the one on which another device cut it', () => {
  const monday = '2026-03-02';
  const tuesday = '2026-03-03';
  const overMidnight = entry('a', at('22:00', monday), at('02:00', tuesday));
  const paused = {
    segments: [
      { from: at('09:00', monday), to: at('10:00', monday) },
      { from: at('09:00', tuesday), to: at('10:00', tuesday) },
    ],
    cutAt: at('10:00', tuesday),
  };
  const entries = [
    overMidnight,
    entry('b', at('01:00', tuesday), at('02:00', tuesday)),
    entry('c', 0, 0, paused),
  ];
  const { [monday]: before, [tuesday]: after } = Object.fromEntries(dayHints(entries, at('20:00', tuesday)));
  expect([before, after?.slice(0, 2)]).toEqual([undefined, ['overlap', 'cut']]);
});
