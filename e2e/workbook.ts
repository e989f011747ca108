/** Reads a workbook and a CSV file without the code that writes them. */
import { inflateRawSync } from 'node:zlib';

/** Returns the files in a ZIP archive (APPNOTE 4.3), by their names. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((more) => zip.readUInt16LE(at + more));
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength!);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    files.set(name, zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed);
    at += 46 + nameLength! + extraLength! + noteLength!;
  }
  return files;
}

const plain = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

export interface WorkbookCell {
  /** A number where it is one to the spreadsheet. */
  value: string | number | boolean;
  /** The code of its number format; empty for none. */
  format: string;
}

/** Returns the rows of a workbook's first sheet, each cell by the letters of its column. */
export function rowsOfWorkbook(bytes: Buffer): Record<string, WorkbookCell>[] {
  const files = unzip(bytes);
  const text = (name: string) => files.get(name)!.toString();
  const styles = text('xl/styles.xml');
  const codes = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id,
      plain(code!),
    ]),
  );
  const cellStyles = [...styles.split('<cellXfs')[1]!.matchAll(/<xf numFmtId="(\d+)"/g)].map(
    ([, id]) => codes.get(id) ?? '',
  );
  return [...text('xl/worksheets/sheet1.xml').matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) =>
    Object.fromEntries(
      [...row!.matchAll(/<c r="([A-Z]+)\d+" s="(\d+)"(?: t="(\w+)")?>(.*?)<\/c>/gs)].map(
        ([, column, style, type, inner]) => {
          const value = plain(inner!.replaceAll(/<[^>]*>/g, ''));
          const read = type === 'inlineStr' ? value : type === 'b' ? value === '1' : Number(value);
          return [column, { value: read, format: cellStyles[Number(style)]! }];
        },
      ),
    ),
  );
}

/** Returns the cells of a CSV file (RFC 4180) with semicolons. */
export function rowsOfCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, gap] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (gap === '\r\n') rows.push([]);
    if (gap === '') break;
  }
  return rows.filter((row) => row.length > 1);
}
