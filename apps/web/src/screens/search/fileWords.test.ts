import { runNow } from '@kontor/search/slices';
import { expect, it } from 'vitest';
import { excerptOf } from './fileWords.ts';

const text = `Komm heraus. ${'Gerüst und Plane. '.repeat(400)}Das Haus hat ein Dach.`;
const excerpt = (query: string, withTypos: boolean) => runNow(excerptOf(text, query, withTypos));

it('shows where a file has the words, and what is almost one of them only where no other is', () => {
  expect(excerpt('haus', false)).toMatch(/Das Haus hat ein Dach/);
  expect(excerpt('haus planne', true)).toMatch(/Das Haus hat ein Dach/);
  expect(excerpt('hraus', true)).toMatch(/^Komm heraus/);
  expect(excerpt('hraus', false)).toBeUndefined();
});
