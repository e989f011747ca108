import { expect, it } from 'vitest';
import { shownName } from './shownName.ts';

it('shows names without tricks of direction', () => {
  expect(shownName('a\u202Egpj.exe')).toBe('a\ufffdgpj.exe');
  expect(shownName('tab\there')).toBe('tab\ufffdhere');
  expect(shownName('Angebot März 😀.pdf')).toBe('Angebot März 😀.pdf');
});
