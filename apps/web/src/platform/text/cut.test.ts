import { expect, it } from 'vitest';
import { cut } from './cut.ts';

it('cuts between characters as they are read, and marks that', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(cut(family.repeat(3), 3)).toBe(family.repeat(3));
  expect(cut(family.repeat(4), 3)).toBe(`${family.repeat(2)}…`);
  expect(cut('Dach und Keller', 6)).toBe('Dach…');
  expect(cut('e\u0301'.repeat(9), 4)).toBe(`${'e\u0301'.repeat(3)}…`);
  expect(cut('a'.repeat(100_000), 200)).toBe(`${'a'.repeat(199)}…`);
  expect(cut('', 5)).toBe('');
});
