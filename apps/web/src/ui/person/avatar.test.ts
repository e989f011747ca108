import { expect, it } from 'vitest';
import { initials } from './avatar.tsx';

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada@kontor.example', 'A'],
  ['Jean-Luc Marie Picard', 'JP'],
  ['', ''],
])('shortens %s to %s', (name, letters) => expect(initials(name)).toBe(letters));
