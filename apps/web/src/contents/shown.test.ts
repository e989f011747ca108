/** Tables and Markdown as the preview draws them: rows and blocks of text, and nothing that runs. */

import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { blocksOf } from './markdown.ts';
import { sheetOfCsv, sheetsOfXlsx, shownCells } from './sheet.ts';

const bytesOf = (text: string) => new Uint8Array(strToU8(text));
const rowsOf = (text: string) => sheetOfCsv('a.csv', bytesOf(text)).rows;

it.each([
  [
    'a;b;c\r\n1;"2;3";4',
    [
      ['a', 'b', 'c'],
      ['1', '2;3', '4'],
    ],
  ],
  [
    '"say ""ja""",x\ny,"two\nlines"',
    [
      ['say "ja"', 'x'],
      ['y', 'two\nlines'],
    ],
  ],
  [
    '1,5;2\n3,5;4',
    [
      ['1,5', '2'],
      ['3,5', '4'],
    ],
  ],
  ['a,b,', [['a', 'b']]],
  ['', []],
])('reads the table %j', (text, rows) => expect(rowsOf(text)).toEqual(rows));

it('ends with any table, and says what it leaves out', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', ';', ',', '\n', '\r', 'x', '\t') }), (text) => {
      expect(rowsOf(text).length).toBeLessThanOrEqual(text.length);
    }),
  );
  const long = sheetOfCsv('a', bytesOf('x\n'.repeat(shownCells.rows + 1)));
  expect([long.rows.length, long.isCut]).toEqual([shownCells.rows, true]);
});

it('reads a workbook: names, gaps, words of all kinds', () => {
  const files = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="A &amp; B" r:id="r"/></sheets></workbook>',
    'xl/sharedStrings.xml': '<sst><si><t>Ziegel</t></si><si><r><t>Schie</t></r><r><t>fer</t></r></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1"><v>4.5</v></c></row><row r="2"/><row r="3"><c r="B3" t="inlineStr"><is><t>&lt;b&gt;</t></is></c></row></sheetData></worksheet>',
  };
  const zipped = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  );
  expect(sheetsOfXlsx(new Uint8Array(zipped))).toEqual([
    { name: 'A & B', rows: [['Schiefer', '', '4.5'], [], ['', '<b>']], isCut: false },
  ]);
});

it('takes Markdown apart, links and HTML as what they say', () => {
  expect(
    blocksOf('# One\n\ntwo **three**\nfour <script>alert(1)</script>\n\n- a\n  - b\n\n```\n# no\n```\n---'),
  ).toEqual([
    { kind: 'heading', level: 1, spans: [{ text: 'One' }] },
    {
      kind: 'paragraph',
      spans: [
        { text: 'two ' },
        { text: 'three', mark: 'strong' },
        { text: ' four <script>alert(1)</script>' },
      ],
    },
    { kind: 'item', isNumbered: false, depth: 0, spans: [{ text: 'a' }] },
    { kind: 'item', isNumbered: false, depth: 1, spans: [{ text: 'b' }] },
    { kind: 'code', text: '# no' },
    { kind: 'rule' },
  ]);
  expect(blocksOf('[here](javascript:alert(1))')).toEqual([
    { kind: 'paragraph', spans: [{ text: 'here (javascript:alert(1)' }, { text: ')' }] },
  ]);
});
