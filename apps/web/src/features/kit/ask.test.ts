import { expect, it } from 'vitest';
import { pickPlaces, sameWord, systemRandom } from './ask.ts';

it('asks for different places, in order', () => {
  const draws = [7, 7, 2];
  expect(pickPlaces(24, 2, () => draws.shift()!)).toEqual([2, 7]);
  const places = pickPlaces(24, 2, systemRandom);
  expect(places).toHaveLength(2);
  expect(places.every((place) => place >= 0 && place < 24)).toBe(true);
});

it('forgives capitals and spaces, not another word', () => {
  expect(sameWord(' Legal ', 'legal')).toBe(true);
  expect(sameWord('lega', 'legal')).toBe(false);
});
