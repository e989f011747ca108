import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { kitPdf } from './pdf.ts';

const facts = {
  words: Array.from({ length: 24 }, (_, index) => `word${index}`),
  email: 'ada@kontor.example',
  server: 'https://kontor.example',
  date: new Date(2026, 2, 12),
};

it('makes one A4 page', async () => {
  const bytes = await kitPdf(facts, 'Recovery kit', 'en');
  expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe('%PDF-');
  const pdf = await PDFDocument.load(bytes);
  expect(pdf.getPageCount()).toBe(1);
  expect(pdf.getTitle()).toBe('Recovery kit');
});

it('does not fail over letters that the font lacks', async () => {
  const bytes = await kitPdf({ ...facts, email: 'јован@пример.срб' }, 'Recovery kit', 'en');
  expect(bytes.length).toBeGreaterThan(1000);
});
