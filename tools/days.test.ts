/** Holds the app to the reader's clock: the day of a moment is none of UTC, which is still at yesterday or already at tomorrow. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const daysOfUtc = (text: string): string[] =>
  text.match(/new Date\([^()]*\)\.toISOString\(\)\.slice\(0, 10\)/g) ?? [];

it('finds planted faults', () => {
  expect(daysOfUtc('formatDate(new Date(at).toISOString().slice(0, 10))')).toHaveLength(1);
  expect(daysOfUtc('dayAt(at, ownZone())')).toEqual([]);
});

it('takes no day off a moment in UTC', () => {
  const paths = globSync('apps/web/src/**/*.{ts,tsx}', { exclude: (path) => /\.test\.tsx?$/.test(path) });
  expect(paths.length).toBeGreaterThan(500);
  expect(paths.filter((path) => daysOfUtc(readFileSync(path, 'utf8')).length > 0)).toEqual([]);
});
