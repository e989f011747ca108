/** Tables of OpenDocument as the preview draws them. */
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { workbookOfOds } from './ods.ts';
import { shownCells } from './sheet.ts';

const zipped = (xml: string) => new Uint8Array(zipSync({ 'content.xml': strToU8(xml) }));
const book = (tables: string) =>
  zipped(
    `<office:document-content><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  );
const table = (rows: string, name = 'S') => `<table:table table:name="${name}">${rows}</table:table>`;
const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`;
const cell = (text: string, more = '') =>
  `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
const gap = (count: number) => `<table:table-cell table:number-columns-repeated="${count}"/>`;
const only = (rows: string) => workbookOfOds(book(table(rows))).sheets[0]!;

it('reads a workbook: its sheets in their order, names, gaps, and cells as they were shown', () => {
  const first = [
    `<table:table-header-rows>${row(cell('Ziegel') + gap(2) + cell('4,50 €', 'office:value-type="currency" office:value="4.5"'))}</table:table-header-rows>`,
    `<table:table-row table:number-rows-repeated="2">${gap(1_024)}</table:table-row>`,
    row(
      `${cell('&lt;b&gt;')}<table:covered-table-cell/>${cell('WAHR', 'office:value-type="boolean"')}${gap(16_381)}`,
    ),
    `<table:table-row table:number-rows-repeated="1048572">${gap(16_384)}</table:table-row>`,
  ].join('');
  const second =
    '<table:table table:style-name="ta1" table:name="Second"><table:table-row><table:table-cell>' +
    '<office:annotation><text:p>A note</text:p></office:annotation>' +
    '<text:p>Two <text:span>words</text:span></text:p><text:p>two<text:line-break/>lines</text:p>' +
    '</table:table-cell></table:table-row></table:table>';
  expect(workbookOfOds(book(table(first, 'A &amp; B') + second)).sheets).toEqual([
    {
      name: 'A & B',
      rows: [['Ziegel', '', '', '4,50 €'], [], [], ['<b>', '', 'WAHR']],
      isCut: false,
    },
    { name: 'Second', rows: [['Two words\ntwo\nlines']], isCut: false },
  ]);
});

it('repeats cells and rows as often as they say, as far as is shown', () => {
  expect(
    only(row(cell('x', 'table:number-columns-repeated="3"'), 'table:number-rows-repeated="2"')).rows,
  ).toEqual([
    ['x', 'x', 'x'],
    ['x', 'x', 'x'],
  ]);
  const endless = only(
    row(cell('x', 'table:number-columns-repeated="999999999"'), 'table:number-rows-repeated="999999999"'),
  );
  expect([endless.rows.length, endless.rows[0]!.length]).toEqual([shownCells.rows, shownCells.columns]);
  expect(endless.isCut).toBe(true);
});

it('says what it leaves out: columns with words in them, rows, tables', () => {
  expect(only(row(cell('x') + gap(shownCells.columns) + cell('y'))).isCut).toBe(true);
  expect(only(row(cell('x') + gap(shownCells.columns))).isCut).toBe(false);
  expect(only(row(cell('x')).repeat(shownCells.rows)).isCut).toBe(false);
  expect(only(row(cell('x')).repeat(shownCells.rows + 1)).isCut).toBe(true);
  for (const more of [0, 3]) {
    const { sheets, leftOut } = workbookOfOds(book(table(row(cell('x'))).repeat(shownCells.sheets + more)));
    expect([sheets.length, leftOut]).toEqual([shownCells.sheets, more]);
    expect(sheets.some(({ isCut }) => isCut)).toBe(false);
  }
});

it('shows no more words than anybody reads, however often cells say that they come again', () => {
  const long = 'x'.repeat(40_000);
  const again = 'table:number-columns-repeated="100"';
  const { sheets, leftOut } = workbookOfOds(
    book(table(row(cell(long, again), 'table:number-rows-repeated="2000"')).repeat(3)),
  );
  const units = sheets.flatMap(({ rows }) => rows.flat()).reduce((sum, text) => sum + text.length, 0);
  expect(units).toBe(shownCells.units);
  expect(sheets.map(({ isCut }) => isCut)).toEqual([true]);
  expect(leftOut).toBe(2);
});

it('refuses what is no workbook', () => {
  expect(() => workbookOfOds(zipped('<office:text/>'))).toThrow('no workbook');
});

const begun = (tag: string) => tag.repeat(200_000);
it.each([
  ['rows that are not closed', table(begun('<table:table-row>'))],
  ['cells that are not closed', table(row(begun('<table:table-cell>')))],
  ['words that are not closed', table(row(`<table:table-cell>${begun('<text:p>')}</table:table-cell>`))],
  [
    'notes that are not closed',
    table(row(`<table:table-cell>${begun('<office:annotation>')}</table:table-cell>`)),
  ],
])('ends in time with %s', (_, xml) => {
  const since = performance.now();
  workbookOfOds(book(xml));
  expect(performance.now() - since).toBeLessThan(5_000);
});
