import { afterEach, expect, it } from 'vitest';
import { matches, shortcutFinder, shortcutLabel } from './shortcuts.ts';
import { speak } from './text/locale.ts';

afterEach(() => speak('en'));

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more }) as KeyboardEvent;

it('leaves single keys to whoever is typing, but not those with a modifier', () => {
  expect(matches(press('c'), 'c', false)).toBe(true);
  expect(matches(press('c'), 'c', true)).toBe(false);
  expect(matches(press('k', { metaKey: true }), 'mod+k', true)).toBe(true);
});

it('does not take copying for the key C', () =>
  expect(matches(press('c', { ctrlKey: true }), 'c', false)).toBe(false));

it('waits for the second key of two, which then means nothing by itself', () => {
  const handlers = Object.fromEntries(['c', 'g c', 'mod+k'].map((name) => [name, () => name]));
  const find = shortcutFinder();
  const at = (timeStamp: number, key: string, more: Partial<KeyboardEvent> = {}, isTyping = false) =>
    find(press(key, { timeStamp, ...more }), handlers, isTyping)?.();
  expect(at(0, 'c')).toBe('c');
  expect([at(100, 'g'), at(300, 'Shift'), at(500, 'C')]).toEqual([undefined, undefined, 'g c']);
  expect(at(600, 'c')).toBe('c');
  expect([at(1_000, 'g'), at(1_100, 'x'), at(1_200, 'c')]).toEqual([undefined, undefined, 'c']);
  expect([at(2_000, 'g'), at(4_000, 'c')]).toEqual([undefined, 'c']);
  expect([at(5_000, 'g'), at(5_100, 'k', { ctrlKey: true })]).toEqual([undefined, 'mod+k']);
  expect([at(6_000, 'g', {}, true), at(6_100, 'c')]).toEqual([undefined, 'c']);
});

it('writes keys as they stand on the keyboard', () =>
  expect(['mod+k', 'mod+enter', 'g h', '?'].map(shortcutLabel)).toEqual([
    'Ctrl K',
    'Ctrl Enter',
    'G H',
    '?',
  ]));

it('writes them as they are called on a German keyboard to whoever reads German', () => {
  speak('de');
  expect(['mod+k', 'mod+enter', 'g h'].map(shortcutLabel)).toEqual(['Strg K', 'Strg Eingabe', 'G H']);
});
