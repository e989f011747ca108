import { expect, it } from 'vitest';
import { maxAbout, maxMessageFiles, message } from './message.ts';
import { maxSigns, reaction } from './reaction.ts';
import { maxPinned, room } from './room.ts';

const strings = (count: number) => Array.from({ length: count }, (_, i) => `${i}`);

it.each([
  ['signs of a reaction', reaction.sealed.emojis, 2 * maxSigns, 16],
  ['pinned messages of a room', room.sealed.pinnedIds, 2 * maxPinned, 64],
  ['people whom a message is about', message.sealed.aboutIds, maxAbout, 64],
] as const)('takes no more %s than everybody can read, each once', (_, { accepts }, most, longest) => {
  expect([[], strings(most), ['x'.repeat(longest)]].every(accepts)).toBe(true);
  for (const value of [strings(most + 1), ['x'.repeat(longest + 1)], ['a', 'a'], [5], 'a', null])
    expect(accepts(value)).toBe(false);
});

it('takes no more files than a message may have', () => {
  const files = (count: number) => strings(count).map((id) => ({ id, name: 'a.pdf', size: 0, parts: [] }));
  const { accepts } = message.sealed.files;
  expect(accepts(files(maxMessageFiles))).toBe(true);
  expect(accepts(files(maxMessageFiles + 1))).toBe(false);
});
