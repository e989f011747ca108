/** Times that no device could count day by day are none: whoever wrote them would hold up everybody who reads them. */
import { expect, it } from 'vitest';
import { readValues } from '../entity/entity.ts';
import { absence } from './absence.ts';
import { maxEntryMs, type Segment, timeEntry } from './timeEntry.ts';

const day = 86_400_000;
const at = (text: string) => Date.parse(`${text}T00:00:00Z`);
const segmentsOf = (...segments: Segment[]) => readValues(timeEntry, { segments }).segments;

it('an entry counts 400 days at most, within ten years, in years of four digits', () => {
  const from = at('2026-01-01');
  const right: Segment[][] = [
    [{ from, to: from + maxEntryMs }],
    [{ from, to: from + day }, { from: from + 3_000 * day }],
    [{ from: 0 }],
    [{ from: at('9999-12-29') }],
  ];
  for (const segments of right) expect(segmentsOf(...segments)).toEqual(segments);
  const wrong: Segment[][] = [
    [{ from: at('1970-01-01'), to: at('9990-01-01') }],
    [{ from, to: from + maxEntryMs + 1 }],
    [
      { from, to: from + 300 * day },
      { from: from + 300 * day, to: from + 600 * day },
    ],
    [
      { from: at('9990-01-01'), to: at('9990-01-02') },
      { from, to: from + day },
    ],
    [{ from: at('0050-01-01'), to: at('0050-01-02') }],
    [{ from: 8.64e15 }],
  ];
  for (const segments of wrong) expect(segmentsOf(...segments)).toEqual([]);
});

it('an absence lasts two years at most', () => {
  const daysOf = (from: string, to: string) => {
    const read = readValues(absence, { from, to, isHalf: true, kind: 'other' });
    return [read.from, read.to, read.kind];
  };
  expect(daysOf('2026-01-01', '2027-12-31')).toEqual(['2026-01-01', '2027-12-31', 'other']);
  expect(daysOf('2026-01-05', '2026-01-01')).toEqual(['2026-01-05', '2026-01-01', 'other']);
  expect(daysOf('0001-01-01', '9999-12-31')).toEqual(['', '', 'other']);
});
