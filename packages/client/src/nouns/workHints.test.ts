/** Hints on days, held against days that people write down. */
import type { OpenOf } from '@kontor/contract/nouns/entities';
import { momentAt } from '@kontor/contract/time/zone';
import { expect, it } from 'vitest';
import { partsOf } from './timeSheet.ts';
import { workHints } from './workHints.ts';

const zone = 'Europe/Berlin';
type Times = readonly (readonly [number, number])[];

/** Returns an entry whose times are hours from the midnight of a day on, by the clock of Berlin. */
const entry = (day: string, times: Times, zoneOfEntry = zone): OpenOf<'timeEntry'> => ({
  id: `${day} ${times}`,
  scopeId: '',
  version: 1,
  updatedAt: 0,
  taskId: '',
  projectId: '',
  zone: zoneOfEntry,
  taskTitle: '',
  projectName: '',
  status: 'DONE',
  isBillable: true,
  segments: times.map(([from, to]) => ({
    from: momentAt(day, 0, zone) + from * 3_600_000,
    to: momentAt(day, 0, zone) + to * 3_600_000,
  })),
});
const hintsOf = (...days: [string, Times][]) =>
  Object.fromEntries(workHints(partsOf(days.map(([day, times]) => entry(day, times)))));

it.each<[string, Times, string[]]>([
  ['six hours at a stretch', [[8, 14]], []],
  ['more than six at a stretch', [[8, 14.25]], ['unbroken']],
  [
    'a pause too short to be one',
    [
      [8, 12],
      [12.2, 16],
    ],
    ['unbroken'],
  ],
  [
    'a quarter of an hour for eight',
    [
      [8, 12],
      [12.25, 16.25],
    ],
    ['pause30'],
  ],
  [
    'half an hour for eight',
    [
      [8, 12],
      [12.5, 16.5],
    ],
    [],
  ],
  [
    'half an hour for more than nine',
    [
      [8, 12],
      [12.5, 17.75],
    ],
    ['pause45'],
  ],
  [
    'two quarters and a half for ten',
    [
      [8, 12],
      [12.25, 15],
      [15.25, 18],
      [18.5, 19],
    ],
    [],
  ],
  [
    'more than ten',
    [
      [7, 12],
      [13, 18.5],
    ],
    ['long'],
  ],
  [
    'what two entries cover counts once',
    [
      [8, 12],
      [8, 12],
      [13, 17],
    ],
    [],
  ],
  [
    'morning and evening',
    [
      [8, 12],
      [18, 22],
    ],
    [],
  ],
])('says of a day: %s', (_, times, expected) =>
  expect(hintsOf(['2026-11-17', times])).toEqual(expected.length > 0 ? { '2026-11-17': expected } : {}),
);

it('counts work past midnight with the shift in which it began, and asks for eleven hours behind it', () => {
  // Twelve hours of a night, of which no day has more than eight.
  expect(
    hintsOf([
      '2026-11-17',
      [
        [20, 24],
        [24, 32],
      ],
    ]),
  ).toEqual({
    '2026-11-17': ['unbroken', 'pause45', 'long'],
  });
  expect(hintsOf(['2026-11-17', [[18, 22]]], ['2026-11-18', [[8, 12]]])).toEqual({ '2026-11-18': ['rest'] });
  expect(hintsOf(['2026-11-17', [[18, 22]]], ['2026-11-18', [[9, 12]]])).toEqual({});
});

it('goes by hours that pass, in the nights in which the clock changes too', () => {
  // From 22:00 to 8:00 are eleven hours when the clock goes back, from 22:00 to 9:00 ten when it goes forward.
  expect(hintsOf(['2026-10-24', [[18, 22]]], ['2026-10-25', [[9, 12]]])).toEqual({});
  expect(hintsOf(['2026-03-28', [[18, 22]]], ['2026-03-29', [[8, 12]]])).toEqual({ '2026-03-29': ['rest'] });
});

it('counts work on the days of the zones in which it was done, also where two begin at the same moment', () => {
  // In Tokyo it is Wednesday already: the seven hours are Tuesday's.
  const parts = partsOf([entry('2026-11-17', [[16, 23]]), entry('2026-11-17', [[16, 17]], 'Asia/Tokyo')]);
  expect(Object.fromEntries(workHints(parts))).toEqual({ '2026-11-17': ['unbroken'] });
});
