/** Where the window goes when a row of a list is opened. */
import { expect, it } from 'vitest';
import { leadTo } from './virtualRows.ts';

const row = (top: number) => ({ top, height: 40 });

it('stays where all of the row is in view', () => {
  expect(leadTo(row(1060), 1000, 800)).toBeUndefined();
  expect(leadTo(row(1760), 1000, 800)).toBeUndefined();
});

it('moves by the least to a row that an edge cuts, or the next one', () => {
  expect(leadTo(row(1780), 1000, 800)).toBe(1020);
  expect(leadTo(row(1800), 1000, 800)).toBe(1040);
  expect(leadTo(row(1040), 1000, 800)).toBe(988);
});

it('goes to the middle of what is far away', () => {
  expect(leadTo(row(5000), 1000, 800)).toBe(4600);
  expect(leadTo(row(200), 1000, 800)).toBe(-200);
});
