import { expect, it } from 'vitest';
import { matches } from './shortcuts.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more }) as KeyboardEvent;

it('leaves single keys to whoever is typing, but not those with a modifier', () => {
  expect(matches(press('c'), 'c', false)).toBe(true);
  expect(matches(press('c'), 'c', true)).toBe(false);
  expect(matches(press('k', { metaKey: true }), 'mod+k', true)).toBe(true);
});

it('does not take copying for the key C', () =>
  expect(matches(press('c', { ctrlKey: true }), 'c', false)).toBe(false));
