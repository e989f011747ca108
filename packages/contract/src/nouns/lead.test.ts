import { expect, it } from 'vitest';
import { leadFirst, leadOf } from './lead.ts';

it('is the one who was named, or the first, and nobody who does not work on it', () => {
  expect(leadOf(['a', 'b'], 'b')).toBe('b');
  expect(leadOf(['a', 'b'], undefined)).toBe('a');
  expect(leadOf(['a', 'b'], 'c')).toBe('a');
  expect(leadOf([], 'a')).toBeUndefined();
});

it('is named before the others', () => {
  expect(leadFirst(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b']);
  expect(leadFirst([], 'c')).toEqual([]);
});
