import type { RichText } from '@kontor/contract/entity/field';
import { expect, it } from 'vitest';
import { mentionedIn } from '../../../ui/richText/mentionLabel.ts';
import { plainText } from '../../../ui/richText/plain.ts';
import { withQuote } from './quote.ts';

const p = (...content: RichText[]): RichText => ({ type: 'paragraph', content });
const doc = (...content: RichText[]): RichText => ({ type: 'doc', content });
const text = (words: string): RichText => ({ type: 'text', text: words });
const source = { label: 'Ada, 12:00', address: 'https://kontor.example/w/chat/r?message=m' };

it('quotes words and names of files behind what is typed, with a link to the message, and goes on below', () => {
  const file = { id: 'f', name: 'roof.png', size: 1, parts: [] };
  const quoted = withQuote(doc(p(text('Well,'))), { content: doc(p(text('Noon?'))), files: [file] }, source);
  expect(plainText(quoted)).toBe('Well,\nAda, 12:00\nNoon?\nroof.png\n');
  expect(quoted.content?.map(({ type }) => type)).toEqual(['paragraph', 'blockquote', 'paragraph']);
  const [head] = quoted.content![1]!.content!;
  expect(head?.content?.[0]?.marks).toEqual([{ type: 'link', attrs: { href: source.address } }]);
});

it('mentions nobody anew', () => {
  const mention = { type: 'mention', attrs: { id: 'ben', label: 'Ben' } };
  const quoted = withQuote(undefined, { content: doc(p(mention, text(' ?'))), files: [] }, source);
  expect(mentionedIn(quoted)).toEqual([]);
  expect(plainText(quoted)).toContain('@Ben ?');
});
