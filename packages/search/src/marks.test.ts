import { expect, it } from 'vitest';
import { marksOf, matcher, snippetOf } from './marks.ts';

const marked = (text: string, query: string, withTypos = true) =>
  [...marksOf(text, query, withTypos)]
    .reverse()
    .reduce((out, { from, to }) => `${out.slice(0, from)}[${out.slice(from, to)}]${out.slice(to)}`, text);

it.each([
  ['Schlussrechnung an Müller', 'rechnung mueller', 'Schluss[rechnung] an [Müller]'],
  ['Mu\u0308ller, Große Straße', 'mull strass', '[Mu\u0308ll]er, Große [Straß]e'],
  ['Schlussrechnung', 'rechnugn', '[Schlussrechnung]'],
  ['An der Bank', 'an', '[An] der Bank'],
  ['Maß 𝐀 Maß', 'mass', '[Maß] 𝐀 [Maß]'],
  ['Am Dachstuhl', 'sthul', 'Am [Dachstuhl]'],
  ['Von dort hinaus zum Haus', 'haus', 'Von dort hinaus zum [Haus]'],
  ['RE-1042 und A1043', '1044', 'RE-1042 und A1043'],
  ['nichts', '', 'nichts'],
])('marks in %s what %s finds', (text, query, out) => expect(marked(text, query)).toBe(out));

it('marks nothing that is but almost a word, where a query was found without typos', () => {
  expect(marked('Komm heraus zum Dach', 'haus dach', false)).toBe('Komm heraus zum [Dach]');
  expect(snippetOf('Komm heraus', 'haus', false)).toBeUndefined();
  expect(snippetOf('Komm heraus', 'haus', true)).toBe('Komm heraus');
});

it('cuts a long text around what was found', () => {
  const text = `${'Vorher steht viel. '.repeat(9)}Dann die Rechnung.\n${'Danach steht viel. '.repeat(20)}`;
  const snippet = snippetOf(text, 'rechnung', false)!;
  expect(snippet).toMatch(/^… .{0,30}Rechnung\. Danach/);
  expect(snippet.length).toBeLessThan(160);
  expect(snippet.endsWith(' …')).toBe(true);
  expect(snippetOf('Die Rechnung', 'rech', false)).toBe('Die Rechnung');
  expect(snippetOf(text, 'mahnung', true)).toBeUndefined();
});

it('tells what holds every word', () => {
  expect(matcher('büro AN')('Angebot für das Hauptbüro')).toBe(true);
  expect(matcher('büro so')('Angebot für das Büro')).toBe(false);
  expect(matcher('  ')('alles')).toBe(true);
});
