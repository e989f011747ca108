import { expect, it } from 'vitest';
import { parseEstimate } from './estimate.ts';

it.each([
  ['1:30', 90],
  ['1,5', 90],
  ['1.5 h', 90],
  ['2 Std.', 120],
  ['90 min', 90],
  ['0', 0],
  ['0,25', 15],
  ['', null],
  ['  ', null],
  ['1:75', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['1e9', undefined],
  ['999999', undefined],
])('reads %j as %s minutes', (typed, minutes) => expect(parseEstimate(typed)).toBe(minutes));
