import { expect, it } from 'vitest';
import { emojis, emojisFor } from './emoji.ts';

it('finds emoji by English and German words, from two letters on', () => {
  expect(emojisFor('da').map(({ sign }) => sign)).toContain('👍');
  expect(emojisFor('thumb').map(({ sign }) => sign)).toEqual(['👍', '👎']);
  expect(emojisFor('d')).toEqual([]);
  expect(new Set(emojis.map(({ sign }) => sign)).size).toBe(emojis.length);
});
