/** The recovery kit as a PDF, made in the browser. */
import { PDFDocument, type PDFFont, rgb, StandardFonts } from 'pdf-lib';
import { type KitFacts, layOut, page, wordFrame } from './layout.ts';

/**
 * Returns what can be written: the built-in fonts know Western European letters only; others, which may stand
 * in an address, become `?`.
 */
function writable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  return [...text].map((char) => (known.has(char.codePointAt(0)!) ? char : '?')).join('');
}

/** Returns the sheet as a file. `title` and `language` are for readers and screen readers. */
export async function kitPdf(
  facts: KitFacts,
  title: string,
  language: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setLanguage(language);
  pdf.setProducer('Kontor');
  pdf.setCreator('Kontor');
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const strong = await pdf.embedFont(StandardFonts.HelveticaBold);
  const sheet = pdf.addPage([page.width, page.height]);
  sheet.drawRectangle({
    ...wordFrame,
    y: page.height - wordFrame.y - wordFrame.height,
    borderColor: rgb(0.54, 0.56, 0.6),
    borderWidth: 0.75,
  });
  for (const { x, y, size, text, bold, quiet } of layOut(facts)) {
    const font = bold ? strong : regular;
    sheet.drawText(writable(font, text), {
      x,
      y: page.height - y,
      size,
      font,
      color: quiet ? rgb(0.42, 0.45, 0.5) : rgb(0.11, 0.12, 0.14),
    });
  }
  return new Uint8Array(await pdf.save());
}
