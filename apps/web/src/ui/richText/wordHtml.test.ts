// @vitest-environment happy-dom
/** Pastes of what Word puts on the clipboard: lists, headings and tables arrive as what they are. */
import type { RichText } from '@kontor/contract/entity/field';
import { expect, it } from 'vitest';
import { schema } from './extensions.ts';
import { sliceOf } from './paste.ts';
import { namedPictures, picturesIn } from './pictures.ts';
import { markWordLists } from './wordHtml.ts';

/** Returns a paragraph of a list as Word 365 writes it. */
const item = (level: number, mark: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]><span lang=DE>${text}<o:p></o:p></span></p>`;

function pasted(html: string): RichText {
  const { body } = new DOMParser().parseFromString(markWordLists(html), 'text/html');
  return schema.topNodeType.create(null, sliceOf(schema, html, body).content).toJSON() as RichText;
}

/** Returns the kinds of nodes with their words, one in a line, indented by depth. */
function outline(node: RichText, depth = 0): string[] {
  if (node.type === 'text') return [];
  const words = (node.content ?? [])
    .map(({ text = '' }) => text)
    .join('')
    .trim();
  return [
    `${'  '.repeat(depth)}${node.type}${node.attrs?.level ?? ''}${words && ` ${words}`}`,
    ...(node.content ?? []).flatMap((child) => outline(child, depth + 1)),
  ];
}

it('takes lists with their depth and kind', () => {
  const html = `<p class=MsoNormal>Before</p>
${item(1, '·', 'Roof')}
${item(2, 'o', 'Tiles')}
${item(1, '·', 'Walls')}
<p class=MsoNormal>Between</p>
${item(1, '1.', 'First')}
${item(1, '2.', 'Second')}`;
  expect(outline(pasted(html))).toEqual([
    'doc',
    '  paragraph Before',
    '  bulletList',
    '    listItem',
    '      paragraph Roof',
    '      bulletList',
    '        listItem',
    '          paragraph Tiles',
    '    listItem',
    '      paragraph Walls',
    '  paragraph Between',
    '  orderedList',
    '    listItem',
    '      paragraph First',
    '    listItem',
    '      paragraph Second',
  ]);
});

it('keeps what stands behind the comments that Word ends in the same way', () => {
  const field = '<!--[if supportFields]><span>REF x</span><![endif]-->';
  const picture = '<!--[if gte vml 1]><v:shape></v:shape><![endif]--><![if !vml]><img src=x><![endif]>';
  const html = `${item(1, '1.', 'Roof')}<p>See ${field}Annex 2${field} and pay.</p>
${picture}<p>Signed: Anna</p><!--EndFragment-->`;
  expect(outline(pasted(html)).slice(1)).toEqual([
    '  orderedList',
    '    listItem',
    '      paragraph Roof',
    '  paragraph See Annex 2 and pay.',
    '  paragraph Signed: Anna',
  ]);
});

it('takes headings and tables', () => {
  const html = `<h1>Offer</h1><h2>Scope</h2><h4>Note</h4>
<table class=MsoTableGrid><tr><th><p class=MsoNormal>Item</p></th><th><p>Price</p></th></tr>
<tr><td colspan=2><p class=MsoNormal>Roof<o:p></o:p></p></td></tr></table>`;
  const text = pasted(html);
  expect(outline(text)).toEqual([
    'doc',
    '  heading2 Offer',
    '  heading2 Scope',
    '  heading3 Note',
    '  table',
    '    tableRow',
    '      tableHeader',
    '        paragraph Item',
    '      tableHeader',
    '        paragraph Price',
    '    tableRow',
    '      tableCell',
    '        paragraph Roof',
  ]);
  expect(JSON.stringify(text)).toContain('"colspan":2');
});

it('finds the pictures: those in the markup, and others only where there are no words', async () => {
  const shot = new File(['x'], 'image.png', { type: 'image/png' });
  const inside = '<p>a</p><img alt="" src="data:image/png;base64,aGk=">';
  expect(picturesIn([shot], '<p>words</p>', true)).toEqual([]);
  expect(picturesIn([shot], '', false)).toEqual([shot]);
  expect(picturesIn([new File(['x'], 'a.svg', { type: 'image/svg+xml' })], '', false)).toEqual([]);
  const [found] = picturesIn([shot], inside, true);
  expect(await found!.text()).toBe('hi');
  const named = namedPictures([found!, shot], 'Picture', new Date(2026, 10, 22, 9, 5, 7));
  expect(named.map(({ name }) => name)).toEqual([
    'Picture 2026-11-22 09.05.07 1.png',
    'Picture 2026-11-22 09.05.07 2.png',
  ]);
});

it('takes markup of any length that nothing closes', () => {
  const letters = 4_000_000;
  for (const piece of ['<p ', '<![if !supportLists]>', '<p mso-list:l1 level1 ', 'mso-list:l1 level1 '])
    expect(markWordLists(`<p ${piece.repeat(letters / piece.length)}`)).not.toContain('x-item');
  for (const piece of ['<img ', ' src=', '<img src='])
    expect(picturesIn([], `<img ${piece.repeat(letters / piece.length)}`, true)).toEqual([]);
});
