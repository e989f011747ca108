import { languages } from '@kontor/contract/text/language';
import { describe, expect, it } from 'vitest';
import { speak } from '../../platform/text/locale.ts';
import { layOut, page, wordFrame, wrap } from './layout.ts';

const words = Array.from({ length: 24 }, (_, index) => `word${index + 1}`);
const facts = {
  words,
  email: 'ada@kontor.example',
  server: 'https://kontor.example',
  date: new Date(2026, 2, 12),
};

it('breaks lines at spaces and loses nothing', () => {
  const text = 'one two three four five';
  expect(wrap(text, 9)).toEqual(['one two', 'three', 'four five']);
  expect(wrap(text, 9).join(' ')).toBe(text);
});

describe.each(languages)('the sheet in %s', (language) => {
  it('holds every word once, with its number beside it, inside the frame', async () => {
    speak(language);
    const items = layOut(facts);
    for (const [index, word] of words.entries()) {
      const [item, ...others] = items.filter(({ text }) => text === word);
      expect(others).toEqual([]);
      expect(items.find(({ text, y }) => text === `${index + 1}` && y === item!.y)).toBeDefined();
      expect(item!.y).toBeLessThan(wordFrame.y + wordFrame.height);
      expect(item!.x).toBeLessThan(wordFrame.x + wordFrame.width - 60);
    }
  });

  it('stays on the page', async () => {
    speak(language);
    const items = layOut(facts);
    expect(items.length).toBeGreaterThan(60);
    for (const { x, y, size, text } of items) {
      expect(y).toBeLessThan(page.height - 40);
      expect(x + text.length * size * 0.5).toBeLessThan(page.width - 20);
    }
  });
});
