import { expect, it } from 'vitest';
import { uuid } from '../wire/shapes.ts';
import { customerUserId } from './customerUser.ts';

const [anna, ben] = ['01a1fdf7-8796-7285-ae38-6f253399bdc2', '01a1fdf7-8796-7285-ae38-0f253399bdc2'];
const [alder, birke] = ['01a1fdf7-1111-7285-ae38-5f253399bdc2', '01a1fdf7-2222-7285-ae38-5f253399bdc2'];

it("gives a customer's user an id of its own for each customer, always the same", () => {
  const ids = [anna, ben].flatMap((userId) => [alder, birke].map((id) => customerUserId(userId, id)));
  expect(ids.every((id) => uuid.safeParse(id).success)).toBe(true);
  expect(new Set([...ids, anna, ben, alder, birke]).size).toBe(8);
  expect(customerUserId(anna, alder)).toBe(ids[0]);
});
