import { expect, it } from 'vitest';
import { nothingSelected, type Selection, select, stillThere } from './selection.ts';

const order = [...'abcde'];
const ids = (selection: Selection) => [...selection.ids].join('');

it('chooses one, one more, and a range in either direction from the same anchor', () => {
  const one = select(nothingSelected, order, 'c', 'only');
  expect(ids(one)).toBe('c');
  expect(ids(select(one, order, 'e', 'range'))).toBe('cde');
  expect(ids(select(select(one, order, 'e', 'range'), order, 'a', 'range'))).toBe('abc');
  const two = select(one, order, 'a', 'toggle');
  expect(ids(two)).toBe('ca');
  expect(ids(select(two, order, 'c', 'toggle'))).toBe('a');
});

it('takes a range without an anchor as a plain choice', () => {
  expect(ids(select(nothingSelected, order, 'b', 'range'))).toBe('b');
  expect(ids(select({ ids: new Set('x'), anchor: 'x' }, order, 'b', 'range'))).toBe('b');
});

it('drops what is gone, and keeps the same object when nothing is', () => {
  const both: Selection = { ids: new Set('ab'), anchor: 'a' };
  expect(ids(stillThere(both, (id) => id === 'b'))).toBe('b');
  expect(stillThere(both, (id) => order.includes(id))).toBe(both);
});
