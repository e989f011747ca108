/** PDF documents of several pages. */
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

/** A4 in points. */
const [width, height] = [595, 842];
const margin = 64;

export interface PdfText {
  title: string;
  author: string;
  /** Paragraphs; one that starts with `## ` is a heading and begins a new page. */
  lines: readonly string[];
}

/** Sets the text, each page numbered. Characters outside of WinAnsi are not there in the standard fonts. */
export async function pdf({ title, author, lines }: PdfText): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.setAuthor(author);
  // The same bytes on every run.
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const text = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  let page = document.addPage([width, height]);
  let y = height - margin;
  const write = (line: string, font: PDFFont, size: number) => {
    for (const part of wrapped(line, font, size)) {
      if (y < margin + size) {
        page = document.addPage([width, height]);
        y = height - margin;
      }
      page.drawText(part, { x: margin, y, size, font });
      y -= size * 1.5;
    }
    y -= size * 0.6;
  };
  write(title, bold, 22);
  write(author, text, 11);
  let isFirst = true;
  for (const line of lines) {
    if (!line.startsWith('## ')) write(line, text, 11);
    else {
      if (!isFirst) y = 0;
      isFirst = false;
      write(line.slice(3), bold, 15);
    }
  }
  number(document.getPages(), text);
  return document.save();
}

function number(pages: readonly PDFPage[], font: PDFFont): void {
  for (const [i, page] of pages.entries())
    page.drawText(`${i + 1} / ${pages.length}`, {
      x: width - margin - 24,
      y: 36,
      size: 9,
      font,
      color: rgb(0.4, 0.4, 0.4),
    });
}

function wrapped(line: string, font: PDFFont, size: number): string[] {
  const out: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const next = current ? `${current} ${word}` : word;
    if (font.widthOfTextAtSize(next, size) <= width - 2 * margin) current = next;
    else {
      out.push(current);
      current = word;
    }
  }
  return [...out, current];
}
