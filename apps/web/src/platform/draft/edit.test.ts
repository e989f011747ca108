import { expect, it } from 'vitest';
import { standOf } from './edit.ts';

const same = (a: unknown, b: unknown) => a === b;
const held = (mine: string, base: string) => ({ mine: { value: mine }, base: { value: base } });

it('saves only what nobody else changed meanwhile', () => {
  expect(standOf({}, 'a', same)).toBe('clean');
  expect(standOf(held('b', 'a'), 'a', same)).toBe('ready');
  expect(standOf(held('a', 'a'), 'a', same)).toBe('clean');
  expect(standOf(held('b', 'a'), 'c', same)).toBe('clash');
});

it('has no conflict where both wrote the same', () =>
  expect(standOf(held('b', 'a'), 'b', same)).toBe('clean'));
