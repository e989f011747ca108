/** PDFs that have more words than are read: that some are left out is known. */
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, it, vi } from 'vitest';
import { wordsOfPdf } from './pdf.ts';

// Node lacks some of what browsers have: pdf.js has a build for that.
vi.mock('pdfjs-dist', () => import('pdfjs-dist/legacy/build/pdf.mjs'));
vi.mock('pdfjs-dist/build/pdf.worker.mjs', () => ({}));
vi.mock('./limits.ts', async (original) => {
  const limits = await original<typeof import('./limits.ts')>();
  return { ...limits, contentLimits: { ...limits.contentLimits, pages: 3, textUnits: 20 } };
});

it.each([
  [['A', 'B', 'C'], 'A\nB\nC', false],
  [['A', 'B', 'C', 'D'], 'A\nB\nC', true],
  [['A', 'a longer sentence than that'], 'A\na longer sentence ', true],
  [['a sentence that fills all of it', 'B'], 'a sentence that fill', true],
] as const)('of pages %j are: %s, cut: %s', async (pages, text, isCut) => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const each of pages) pdf.addPage().drawText(each, { font });
  expect(await wordsOfPdf(new Uint8Array(await pdf.save()))).toEqual({ text, isCut });
});
