// @vitest-environment happy-dom
/** Phrases in the words of a page, as pdf.js lays them out: a span for each piece, a break behind each line. */
import { expect, it } from 'vitest';
import { rangesIn } from './finder.ts';

function found(html: string, wanted: string): string[] {
  const layer = document.createElement('div');
  layer.innerHTML = html;
  return rangesIn(layer, wanted).map((range) => range.toString());
}

it.each([
  ['one line', '<span>Die Frist von 14 Tagen</span>', 'frist von', ['Frist von']],
  ['two lines', '<span>Die Frist</span><br><span>von 14 Tagen</span>', 'frist von', ['Fristvon']],
  ['any white space', '<span>Die Frist\u00a0 von</span>', 'frist von', ['Frist\u00a0 von']],
  ['two pieces of a word', '<span>Fri</span><span>st</span>', 'frist', ['Frist']],
  ['signs', '<span>(14 %) [a.b*]</span>', '14 %) [a.b*', ['14 %) [a.b*']],
  ['each hit', '<span>a.b</span><br><span>A.B axb</span>', 'a.b', ['a.b', 'A.B']],
  ['no word across lines', '<span>Fri</span><br><span>st</span>', 'frist', []],
])('finds %s', (_, html, wanted, ranges) => expect(found(html, wanted)).toEqual(ranges));
