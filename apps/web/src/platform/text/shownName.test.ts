import { expect, it } from 'vitest';
import { shownName, splitName } from './shownName.ts';

it('shows names without tricks of direction', () => {
  expect(shownName('a\u202Egpj.exe')).toBe('a\ufffdgpj.exe');
  expect(shownName('tab\there')).toBe('tab\ufffdhere');
  expect(shownName('Angebot März 😀.pdf')).toBe('Angebot März 😀.pdf');
});

it.each([
  ['Angebot Dachausbau 2026.pdf', 'Angebot Dachausbau 2', '026.pdf'],
  ['a.pdf', 'a.pdf', ''],
  ['Makefile without an ending', 'Makefile without an ending', ''],
  ['Besprechung mit Dr. Lind', 'Besprechung mit Dr. Lind', ''],
  ['👩‍👩‍👧 👩‍👩‍👧 👩‍👩‍👧.png', undefined, undefined],
])('splits %j before what stays in view', (name, head, tail) => {
  const parts = splitName(name);
  expect(parts.join('')).toBe(name);
  if (head !== undefined) expect(parts).toEqual([head, tail]);
});
