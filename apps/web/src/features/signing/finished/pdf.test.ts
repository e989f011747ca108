/** The finished document: the bytes that were signed stay as they were, and whoever reads it finds words and proof. */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { proofIn } from '@kontor/client/nouns/signedDocument';
import { PDF } from '@libpdf/core';
import { degrees, PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { judgePdf, type Mark, type PdfJudgement, writeFinished } from './pdf.ts';

const { resolve } = createRequire(import.meta.url);
const font = async (part: string) =>
  new Uint8Array(await readFile(resolve(`@fontsource/inter/files/inter-${part}-normal.woff`)));
const fonts = async () => ({
  regular: await Promise.all(['latin-400', 'latin-ext-400', 'cyrillic-400'].map(font)),
  strong: await Promise.all(['latin-600', 'latin-ext-600', 'cyrillic-600'].map(font)),
});

/** Makes a document with a page for each way that pages lie. */
async function original(useObjectStreams: boolean): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const text = await pdf.embedFont(StandardFonts.Helvetica);
  for (const angle of [0, 90, 180, 270]) {
    const page = pdf.addPage([400, 600]);
    page.setRotation(degrees(angle));
    page.drawText(`Page turned by ${angle}`, { x: 40, y: 300, size: 14, font: text });
  }
  return pdf.save({ useObjectStreams });
}

const proof = '{"format":"kontor/signed-document/v1","signed":["Őz"]}';
const look = { strokes: [[500, 4_000, 3_000, 500, 5_000, 4_500, 9_500, 800]] };
const place = { x: 5_000, y: 7_500, width: 4_000, height: 1_000 };
const marks: Mark[] = [0, 1, 2, 3].flatMap((page) => [
  { ...place, page, content: look },
  { ...place, page, y: 8_500, height: 400, content: 'Graz, 23.11.2026' },
]);
const evidence = {
  title: 'Evidence of the signatures',
  summary: '“Contract.pdf” was signed by Жанна Őz.',
  about: [['File', 'Contract.pdf'] as const, ['Content', `SHA-256 ${'ab'.repeat(32)}`] as const],
  parts: Array.from({ length: 9 }, (_, i) => ({
    heading: `Жанна Őz ${i}`,
    mark: i % 2 ? look : { typed: 'Жанна Őz' },
    lines: [
      ['Signed', '2026-11-23 09:00 UTC'],
      ['Statement', 'I agree. '.repeat(30).trim()],
    ] as const,
  })),
  notes: ['A simple electronic signature with cryptographic proof.'],
};

describe.each([true, false])('the finished document of one with object streams: %s', (useObjectStreams) => {
  it('begins with what was signed, carries the proof, and reads as it should', async () => {
    const bytes = await original(useObjectStreams);
    const finished = await writeFinished({ original: bytes, proof, marks, evidence }, await fonts());
    expect(Buffer.from(finished.subarray(0, bytes.length)).equals(Buffer.from(bytes))).toBe(true);
    expect(proofIn(finished)).toBe(proof);
    if (process.env.KONTOR_KEEP)
      await writeFile(`${process.env.KONTOR_KEEP}/${useObjectStreams}.pdf`, finished);
    const pdf = await getDocument({ data: finished, verbosity: 0 }).promise;
    expect([...((await pdf.getAttachments()) as Map<string, unknown>).keys()]).toEqual(['signatures.json']);
    expect(pdf.numPages).toBeGreaterThan(5);
    const words = await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, i) => {
        const page = await pdf.getPage(i + 1);
        const viewport = page.getViewport({ scale: 1 });
        const { items } = await page.getTextContent();
        return items.flatMap((item) => {
          if (!('str' in item)) return [];
          const [, , , , x, y] = item.transform as number[];
          const [right, down] = viewport.convertToViewportPoint(x!, y!) as [number, number];
          return [{ text: item.str, right: right / viewport.width, down: down / viewport.height }];
        });
      }),
    );
    for (const page of words.slice(0, 4)) {
      const written = page.find(({ text }) => text.startsWith('Graz'))!;
      expect(written.right).toBeCloseTo(0.5, 2);
      expect(written.down).toBeGreaterThan(0.86);
      expect(written.down).toBeLessThan(0.89);
    }
    const added = words
      .slice(4)
      .flat()
      .map(({ text }) => text)
      .join(' ');
    for (const text of ['Evidence of the signatures', 'Signed', 'cryptographic proof'])
      expect(added).toContain(text);
    expect(added.replaceAll(' ', '')).toContain('ЖаннаŐz8');
  });
});

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
type Literal = string | number | PDFString | Literal[] | { [name: string]: Literal };
const changed = async (change: (pdf: PDFDocument) => void): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  pdf.addPage([400, 600]);
  change(pdf);
  return pdf.save({ useObjectStreams: false });
};

const withPage = (entries: Record<string, Literal>) =>
  changed((pdf) => {
    for (const [key, value] of Object.entries(entries))
      pdf.getPage(0).node.set(PDFName.of(key), pdf.context.obj(value as never));
  });
const withBookmarks = (outlines: Record<string, Literal>) =>
  changed(({ catalog, context }) => catalog.set(PDFName.of('Outlines'), context.obj(outlines as never)));
const bookmarksInCircle = () =>
  changed(({ catalog, context }) => {
    const item = context.nextRef();
    context.assign(item, context.obj({ First: item, Next: item }));
    catalog.set(PDFName.of('Outlines'), context.obj({ First: item }));
  });
const withLayers = (shown: Record<string, Literal>) =>
  changed(({ catalog, context }) =>
    catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [], D: shown as never })),
  );

it('tells which files signatures can be put on', async () => {
  const [plain, streams] = await Promise.all([original(false), original(true)]);
  const text = Buffer.from(plain).toString('latin1');
  const locked = await PDF.load(plain);
  locked.setProtection({ ownerPassword: 'for changes alone' });
  const program = { S: 'JavaScript', JS: PDFString.of('this.print()') };
  const files: [name: string, PdfJudgement, Uint8Array][] = [
    ['classic cross-references', 'fine', plain],
    ['cross-reference streams', 'fine', streams],
    ['words behind the end', 'fine', latin1(`${text}\nP.S.`)],
    ['many pages', 'fine', await changed((pdf) => Array.from({ length: 500 }, () => pdf.addPage([9, 9])))],
    ['a text', 'damaged', latin1('Dear Sir')],
    ['no objects', 'damaged', latin1('%PDF-1.7\n')],
    ['half of it', 'damaged', plain.slice(0, plain.length / 2)],
    ['broken cross-references', 'damaged', latin1(text.replace(/startxref\n\d+/, 'startxref\n7'))],
    ['words before the beginning', 'damaged', latin1(`Dear Sir\n${text}`)],
    ['no trailer', 'damaged', latin1(text.slice(0, text.indexOf('trailer')))],
    ['pages in a circle', 'damaged', latin1(text.replace('/Kids [ ', '/Kids [ 2 0 R '))],
    ['a password', 'protected', await locked.save()],
    [
      'a program at opening',
      'active',
      await changed(({ catalog, context }) => catalog.set(PDFName.of('OpenAction'), context.obj(program))),
    ],
    ['programs by name', 'active', await changed((pdf) => pdf.addJavaScript('p', 'this.print()'))],
    [
      'a program at printing',
      'active',
      await changed(({ catalog, context }) => catalog.set(PDFName.of('AA'), context.obj({ WP: program }))),
    ],
    ['a program of a page', 'active', await withPage({ AA: { O: program } })],
    ['a program of a note', 'active', await withPage({ Annots: [{ Subtype: 'Link', A: program }] })],
    [
      'an act that empties fields',
      'active',
      await withPage({ Annots: [{ Subtype: 'Link', A: { S: 'ResetForm' } }] }),
    ],
    ['a program of a bookmark', 'active', await withBookmarks({ First: { Next: { A: program } } })],
    [
      'a program of a bookmark below another, behind another act',
      'active',
      await withBookmarks({ First: { First: { A: { S: 'GoTo', Next: program } } } }),
    ],
    ['bookmarks', 'fine', await withBookmarks({ First: { A: { S: 'GoTo' }, First: { A: { S: 'URI' } } } })],
    ['bookmarks in a circle', 'fine', await bookmarksInCircle()],
    [
      'a program behind another act',
      'active',
      await withPage({ Annots: [{ Subtype: 'Link', A: { S: 'GoTo', Next: [{ S: 'URI' }, program] } }] }),
    ],
    [
      'a program of a field',
      'active',
      await withPage({ Annots: [{ Subtype: 'Widget', AA: { C: program } }] }),
    ],
    [
      'a program of a field’s parent',
      'active',
      await withPage({ Annots: [{ Subtype: 'Widget', Parent: { Parent: { AA: { C: program } } } }] }),
    ],
    ['a film', 'active', await withPage({ Annots: [{ Subtype: 'RichMedia' }] })],
    ['words that only prints show', 'active', await withPage({ Annots: [{ Subtype: 'FreeText', F: 36 }] })],
    ['a hidden layer', 'active', await withLayers({ OFF: [{ Type: 'OCG' }] })],
    ['layers for printing', 'active', await withLayers({ AS: [{ Event: 'Print' }] })],
    ['layers that show', 'fine', await withLayers({ ON: [{ Type: 'OCG' }] })],
    ['links', 'fine', await withPage({ Annots: [{ Subtype: 'Link', F: 4, A: { S: 'URI' } }] })],
    [
      'a dynamic form',
      'active',
      await changed(({ catalog, context }) =>
        catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], XFA: PDFString.of('<xdp/>') })),
      ),
    ],
  ];
  const judged = await Promise.all(files.map(async ([name, , bytes]) => [name, await judgePdf(bytes)]));
  expect(judged).toEqual(files.map(([name, judgement]) => [name, judgement]));
});

it('writes no document that does not begin with the bytes that were signed', async () => {
  const text = Buffer.from(await original(false)).toString('latin1');
  const broken = latin1(text.replace(/startxref\n\d+/, 'startxref\n7'));
  const written = writeFinished({ original: broken, proof, marks: [], evidence }, await fonts());
  await expect(written).rejects.toThrow('does not begin with the original');
});
