import { expect, it } from 'vitest';
import { faviconOf } from './favicon.ts';

const drawn = (state: Parameters<typeof faviconOf>[0]) =>
  decodeURIComponent(faviconOf(state)?.replace('data:image/svg+xml,', '') ?? '');

it('is the plain one while nothing is unread and no timer runs', () => {
  expect(faviconOf({ isRunning: false, unread: 0 })).toBeUndefined();
});

it.each([
  [1, '>1</text>'],
  [42, '>42</text>'],
  [100, '>99+</text>'],
])('shows how much was not read: %i', (unread, text) => {
  expect(drawn({ isRunning: false, unread })).toContain(text);
  expect(drawn({ isRunning: false, unread })).not.toContain('<circle');
});

it('shows that the timer runs beside what was not read', () => {
  expect(drawn({ isRunning: true, unread: 3 })).toMatch(/>3<\/text><circle .*<\/svg>$/s);
  expect(drawn({ isRunning: true, unread: 0 })).not.toContain('<text');
});
