/** Files that were made to cost the square of their length, each of a size at which that would never end. */
import { strToU8, zipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { contentLimits, UnreadableError } from './limits.ts';
import { wordsOfMail } from './mail.ts';
import { blocksOf } from './markdown.ts';
import { wordsOfOffice } from './office.ts';
import { shownCells, workbookOfXlsx } from './sheet.ts';

const letters = 8_000_000;
const long = (piece: string) => piece.repeat(letters / piece.length);
const mailOf = (html: string) =>
  new Uint8Array(strToU8(`Subject: x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`));
const words = { language: 'en', yes: 'yes', no: 'no' };
const workbook = (styles: string, rows = '<row><c s="0"><v>1</v></c></row>', shared = '<sst/>') =>
  new Uint8Array(
    zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<Relationship Id="r1" Target="worksheets/sheet1.xml"/>'),
      'xl/styles.xml': strToU8(styles),
      'xl/sharedStrings.xml': strToU8(shared),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet>${rows}</worksheet>`),
    }),
  );

it('reads a mail of styles and scripts that nothing closes', async () => {
  for (const piece of ['<style ', '<script>', '<style></style '])
    expect(await wordsOfMail(mailOf(`<p>Roof</p>${long(`${piece.repeat(100)}\r\n`)}`))).toContain('Roof');
});

it('refuses a mail of more lines than one of its size has, each of which takes its time', async () => {
  await expect(wordsOfMail(mailOf('\n'.repeat(contentLimits.mailLines)))).rejects.toBeInstanceOf(
    UnreadableError,
  );
});

it('leaves styles and scripts of a mail out, however they are spelt', async () => {
  const read = await wordsOfMail(
    mailOf('<p>a</p><STYLE>x{}</style><p>b</p><script>1</script\n><p>c</p><style>z{}<p>d</p>'),
  );
  expect(read.replace(/\s+/g, ' ')).toBe('x a b c ');
});

it('reads Markdown with signs that end lines elsewhere', () => {
  const gap = long(' ');
  for (const end of ['\u2028', '\r']) {
    expect(blocksOf(`# ${gap}x${end}y`)).toMatchObject([{ kind: 'heading' }]);
    expect(blocksOf(`- ${gap}x${end}y`)).toMatchObject([{ kind: 'item' }]);
  }
});

it('reads a letter whose main part has an endless type', () => {
  const types = `<Types><Override PartName="/a.xml" ContentType="${long('word')}"/></Types>`;
  const letter = zipSync({
    '[Content_Types].xml': strToU8(types),
    'word/document.xml': strToU8('<p><t>Roof</t></p>'),
  });
  expect(wordsOfOffice('docx', new Uint8Array(letter)).trim()).toBe('Roof');
});

it('reads a workbook with an endless format, and with many of one', () => {
  const format = (code: string, count = 1) =>
    `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(count)}</cellXfs></styleSheet>`;
  for (const piece of ['[', '[h', '_'])
    expect(workbookOfXlsx(workbook(format(long(piece))), words).sheets[0]!.rows).toHaveLength(1);
  expect(workbookOfXlsx(workbook(format(long('0'), 100_000)), words).sheets[0]!.rows).toEqual([['1']]);
});

const unitsOf = ({ rows }: { rows: string[][] }) => rows.flat().reduce((sum, cell) => sum + cell.length, 0);

it('shows no more of a workbook than anybody reads, however often its cells name one text', () => {
  const cells = '<c t="inlineStr"><is><t>Roof</t></is></c>'.repeat(50);
  const rows =
    `<row>${cells}</row>`.repeat(1_000) + `<row><c t="str"><v>${'x'.repeat(900_000)}</v></c></row>`.repeat(9);
  const [sheet] = workbookOfXlsx(workbook('<styleSheet/>', rows), words).sheets;
  expect(unitsOf(sheet!)).toBeLessThanOrEqual(shownCells.units);
  expect(sheet).toMatchObject({ isCut: true, rows: { length: 1_001 } });
});

it('shows no more of a single row either, whose cells name one long text', () => {
  const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(shownCells.columns)}</row>`;
  const shared = `<sst><si><t>${long('x')}</t></si></sst>`;
  const [sheet] = workbookOfXlsx(workbook('<styleSheet/>', row, shared), words).sheets;
  expect(unitsOf(sheet!)).toBeLessThanOrEqual(shownCells.units);
  expect(sheet).toMatchObject({ isCut: true, rows: { length: 1 } });
});

it('makes a format of days once for all cells', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const rows = `<row>${'<c s="0"><v>45000</v></c>'.repeat(50)}</row>`.repeat(10);
  const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
  expect(
    workbookOfXlsx(workbook(styles, rows), { ...words, language: 'fr' }).sheets[0]!.rows[9]![49],
  ).toContain('2023');
  expect(made.mock.calls.length).toBeLessThan(3);
  made.mockRestore();
});
