/** Tables and Markdown as the preview draws them: rows and blocks of text, and nothing that runs. */

import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { blocksOf } from './markdown.ts';
import { sheetOfCsv, shownCells, workbookOfXlsx } from './sheet.ts';

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

it('says of a wide table that it leaves columns out, not of one with nothing in them', () => {
  const wide = (last: string) => sheetOfCsv('a', bytesOf(`${'x;'.repeat(shownCells.columns)}${last}\ny;`));
  expect(wide('').isCut).toBe(false);
  const { rows, isCut } = wide('z');
  expect([rows[0]!.length, isCut]).toEqual([shownCells.columns, true]);
});

const german = { language: 'de', yes: 'WAHR', no: 'FALSCH' };
const zipped = (files: Record<string, string>) =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
const relation = (id: string, target: string) => `<Relationship Id="${id}" Type="t" Target="${target}"/>`;

it('reads a workbook: its sheets in their order, names, gaps, words of all kinds', () => {
  const files = {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="A &amp; B" sheetId="7" r:id="r9"/><sheet name="Diagram" sheetId="3" r:id="r3"/><sheet name="First made" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r1', 'worksheets/sheet1.xml')}${relation('r3', 'chartsheets/sheet1.xml')}${relation('r9', '/xl/worksheets/sheet2.xml')}</Relationships>`,
    'xl/sharedStrings.xml': '<sst><si><t>Ziegel</t></si><si><r><t>Schie</t></r><r><t>fer</t></r></si></sst>',
    'xl/worksheets/sheet2.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1"><v>4.5</v></c></row><row r="3"><c r="B3" t="inlineStr"><is><t>&lt;b&gt;</t></is></c></row></sheetData></worksheet>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c><c r="C1" t="e"><v>#DIV/0!</v></c></row></sheetData></worksheet>',
  };
  expect(workbookOfXlsx(zipped(files), german)).toEqual({
    sheets: [
      { name: 'A & B', rows: [['Schiefer', '', '4.5'], [], ['', '<b>']], isCut: false },
      { name: 'First made', rows: [['WAHR', 'FALSCH', '#DIV/0!']], isCut: false },
    ],
    leftOut: 0,
  });
});

it('says what it leaves out of a workbook: columns and rows with words in them, and tables', () => {
  const columns = '<row><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>';
  expect(workbookOf(columns, '').sheets[0]!.isCut).toBe(false);
  expect(workbookOf(columns.replace('s="1"/>', '><v>2</v></c>'), '').sheets[0]!.isCut).toBe(true);
  const far = (cell: string) =>
    workbookOf(`<row r="2"><c><v>1</v></c></row><row r="1048576">${cell}</row>`, '').sheets[0]!;
  expect(far('<c s="1"/>')).toMatchObject({ rows: [[], ['1']], isCut: false });
  expect(far('<c><v>2</v></c>')).toMatchObject({ rows: [[], ['1']], isCut: true });
  const most = shownCells.sheets;
  for (const more of [0, 3]) {
    const { sheets, leftOut } = workbookOf('<row><c><v>1</v></c></row>', '', most + more);
    expect(sheets.map(({ isCut }) => isCut)).toEqual(Array(most).fill(false));
    expect(leftOut).toBe(more);
  }
  // Behind the last words that are shown nothing shows of a table.
  const endless = `<row><c t="str"><v>${'x'.repeat(shownCells.units)}</v></c></row>`;
  const { sheets, leftOut } = workbookOf(endless, '', 3);
  expect([sheets.length, leftOut]).toEqual([1, 2]);
});

/** Returns the text of a cell with this value and number format, as a reader of that language has it. */
function cellOf(value: number, id: number, code?: string, language = 'de', is1904 = false): string {
  const own = code === undefined ? '' : `<numFmt numFmtId="${id}" formatCode="${code}"/>`;
  const files = {
    'xl/workbook.xml': `<x:workbook><x:workbookPr date1904="${is1904}"/><x:sheets><x:sheet name="S" r:id="r"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r', 'worksheets/s.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${own}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`,
    'xl/worksheets/s.xml': `<x:worksheet><x:row><x:c r="A1"><x:v>${value}</x:v></x:c><x:c r="B1" s="1"><x:v>${value}</x:v></x:c></x:row></x:worksheet>`,
  };
  const [[plain, formatted] = []] = workbookOfXlsx(zipped(files), { ...german, language }).sheets[0]!.rows;
  expect(plain).toBe(String(value));
  return formatted!.replaceAll('\u202f', ' ');
}

it.each([
  [46_011, 14, undefined, '20.12.2025'],
  [46_011, 17, undefined, '20.12.2025'],
  [46_011.75, 22, undefined, '20.12.2025, 18:00'],
  [0.75, 20, undefined, '18:00'],
  [0.750_011_574, 21, undefined, '18:00:01'],
  [1.5, 46, undefined, '36:00:00'],
  [46_011, 164, '[$-407]dddd, d\\. mmmm yyyy;@', '20.12.2025'],
  [46_011, 164, 'mmm', '20.12.2025'],
  [0.75, 164, 'h:mm AM/PM', '18:00'],
  [1.104_166_667, 164, '[hh]:mm', '26:30'],
  [1, 14, undefined, '01.01.1900'],
  [59, 14, undefined, '28.02.1900'],
  [61, 14, undefined, '01.03.1900'],
  [-4, 14, undefined, '-4'],
  [46_011, 0, undefined, '46011'],
  [46_011, 4, undefined, '46011'],
  [46_011, 164, '#,##0.00 &quot;days&quot;;[Red]-0', '46011'],
  [46_011, 164, '0.00\\ \\m\\d_d;[h]', '46011'],
  [46_011, 164, '[Magenta][&gt;=100]0', '46011'],
  [46_011, 164, 'General', '46011'],
])('shows %d in number format %d %j as %s', (value, id, code, text) =>
  expect(cellOf(value, id, code)).toBe(text),
);

it('shows days in the language of the reader, and those that are counted from 1904', () => {
  expect(cellOf(46_011, 14, undefined, 'en')).toBe('Dec 20, 2025');
  expect(cellOf(44_549, 14, undefined, 'de', true)).toBe('20.12.2025');
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

const long = 200_000;
const begun = (tag: string) => tag.repeat(long);
it.each([
  ['a heading of its own signs', () => blocksOf(`# ${'#'.repeat(long)}x`)],
  [
    'links that are not closed',
    () => blocksOf(`${'['.repeat(long)}\n\n${'[a]('.repeat(long)}\n\n[a](${'b'.repeat(long)}`),
  ],
  ['rows that are not closed', () => workbookOf(begun('<row>'), '')],
  ['cells that are not closed', () => workbookOf(`<row>${begun('<c>')}</row>`, '')],
  ['values that are not closed', () => workbookOf(`<row><c>${begun('<v>')}</c></row>`, '')],
  ['words that are not closed', () => workbookOf('', begun('<si>'))],
  ['tags that are not closed', () => workbookOf(begun('<row '), begun('<si '))],
])('ends in time with %s', (_, read) => {
  const since = performance.now();
  read();
  expect(performance.now() - since).toBeLessThan(5_000);
});

function workbookOf(sheet: string, strings: string, sheets = 1) {
  const files = {
    'xl/workbook.xml': `<workbook><sheets>${'<sheet name="S" r:id="r"/>'.repeat(sheets)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r', 'worksheets/s.xml')}</Relationships>`,
    'xl/sharedStrings.xml': strings,
    'xl/worksheets/s.xml': sheet,
  };
  return workbookOfXlsx(zipped(files), german);
}
