import { expect, it } from 'vitest';
import { uuid } from '../wire/shapes.ts';
import { personnelId } from './personnel.ts';

it.each([
  '01a1fdf7-8796-7285-ae38-6f253399bdc2',
  '01a1fdf7-8796-7285-ae38-000000000000',
  '01a1fdf7-8796-7285-ae38-ffffffffffff',
])('gives the file of %s an id of its own, always the same', (userId) => {
  const id = personnelId(userId);
  expect(uuid.safeParse(id).success).toBe(true);
  expect(id).not.toBe(userId);
  expect(personnelId(id)).toBe(userId);
});
