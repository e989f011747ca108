/**
 * Writes the finished document: the very bytes that were signed, and behind them an incremental update that draws the
 * signatures, adds pages of evidence and holds the proof (`docs/formats.md`, section 13; ADR 51).
 */

import { pageParts, type SignatureMark, type SigningField } from '@kontor/contract/nouns/signing';
import type { FontBytes } from '@kontor/table/pdf';
import { degrees, PDF, type PDFPage, rgb } from '@libpdf/core';
import { isActive } from './activePdf.ts';
import { type Face, Faces } from './faces.ts';

/** Something that a signer put on a page. */
export interface Mark extends Pick<SigningField, 'page' | 'x' | 'y' | 'width' | 'height'> {
  /** A look, or words. */
  content: SignatureMark | string;
}

type Lines = readonly (readonly [label: string, value: string])[];

/** A part of the evidence: a signer, say. */
export interface EvidencePart {
  heading: string;
  mark?: SignatureMark | undefined;
  lines: Lines;
}

/** The words of the pages that are added. */
export interface Evidence {
  title: string;
  /** For who reads no further. */
  summary: string;
  about: Lines;
  parts: readonly EvidencePart[];
  /** Paragraphs at the end. */
  notes: readonly string[];
}

export interface FinishedDocument {
  original: Uint8Array;
  /** The signed document (section 13), on one line. */
  proof: string;
  marks: readonly Mark[];
  evidence: Evidence;
}

const ink = rgb(0.11, 0.12, 0.14);
const quiet = rgb(0.42, 0.45, 0.5);
const pen = rgb(0.05, 0.16, 0.42);
const margin = 56;
const labelWidth = 118;
const markWidth = 160;

/** Returns the height of a signature: strokes are in a sheet half as high as wide; words take less. */
const heightOf = (mark: SignatureMark): number => ('typed' in mark ? 36 : markWidth / 2);

/**
 * The finding on a PDF that is to be signed. `protected`: a password protects it; `damaged`: nothing can be put behind its bytes
 * without writing it anew; `active`: it has programs, layers or a dynamic form, by which it does not show the same at all times.
 */
export type PdfJudgement = 'fine' | 'protected' | 'damaged' | 'active';

/** Tells whether signatures can be put behind the bytes of a PDF. */
export async function judgePdf(bytes: Uint8Array): Promise<PdfJudgement> {
  try {
    const pdf = await PDF.load(bytes);
    if (pdf.isEncrypted) return 'protected';
    if (pdf.canSaveIncrementally() !== null || pdf.getPageCount() === 0) return 'damaged';
    return isActive(pdf) ? 'active' : 'fine';
  } catch {
    return 'damaged';
  }
}

/** Returns the finished document, which begins with the original. @throws Error for what `judgePdf` finds fault with */
export async function writeFinished(
  { original, proof, marks, evidence }: FinishedDocument,
  fonts: FontBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDF.load(original);
  const faces = new Faces(pdf, fonts);
  const pages = pdf.getPages();
  for (const mark of marks) {
    const page = pages[mark.page];
    if (page) drawMark(new Sheet(page), faces, mark);
  }
  new EvidencePages(pdf, faces).write(evidence);
  const bytes = new TextEncoder().encode(proof);
  pdf.addAttachment('signatures.json', bytes, { mimeType: 'application/json' });
  // Uncompressed, so that whoever verifies it needs no reader of PDFs.
  const out = await pdf.save({ incremental: true, compressStreams: false, subsetFonts: true });
  const isBehind = original.every((byte, i) => out[i] === byte);
  if (!isBehind) throw new Error('the finished document does not begin with the original');
  return new Uint8Array(out);
}

/** A page as its reader sees it, however it lies: distances in points from the top left corner. */
class Sheet {
  readonly page: PDFPage;

  constructor(page: PDFPage) {
    this.page = page;
  }

  get #box() {
    return this.page.getCropBox();
  }

  get #isTurned(): boolean {
    return this.page.rotation % 180 !== 0;
  }

  get width(): number {
    return this.#isTurned ? this.#box.height : this.#box.width;
  }

  get height(): number {
    return this.#isTurned ? this.#box.width : this.#box.height;
  }

  /** Returns a place in the page's own coordinates (ISO 32000-2, 8.3.2 and table 31, Rotate). */
  place(right: number, down: number): { x: number; y: number } {
    const { x, y, width, height } = this.#box;
    const up = this.height - down;
    switch (this.page.rotation) {
      case 90:
        return { x: x + width - up, y: y + right };
      case 180:
        return { x: x + width - right, y: y + height - up };
      case 270:
        return { x: x + up, y: y + height - right };
      default:
        return { x: x + right, y: y + up };
    }
  }

  text(face: Face, text: string, right: number, down: number, size: number, color = ink): void {
    let at = right;
    for (const { font, part, width } of face.runs(text, size)) {
      const rotate = degrees(this.page.rotation);
      this.page.drawText(part, { ...this.place(at, down), font, size, color, rotate });
      at += width;
    }
  }

  line(points: readonly number[], weight: number, color = pen): void {
    const path = this.page.drawPath();
    for (let i = 0; i + 1 < points.length; i += 2) {
      const { x, y } = this.place(points[i]!, points[i + 1]!);
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.stroke({ borderColor: color, borderWidth: weight, lineCap: 'round', lineJoin: 'round' });
  }
}

interface Frame {
  right: number;
  down: number;
  width: number;
  height: number;
}

/** Draws words as large as a frame takes them, from its left. */
function drawWords(
  sheet: Sheet,
  face: Face,
  words: string,
  { right, down, width, height }: Frame,
  color = pen,
): void {
  const wide = face.widthOf(words, 1);
  const size = Math.min(height * 0.7, wide > 0 ? width / wide : height);
  sheet.text(face, words, right, down + height / 2 + size * 0.36, size, color);
}

function drawLook(sheet: Sheet, face: Face, look: SignatureMark, frame: Frame): void {
  if ('typed' in look) {
    drawWords(sheet, face, look.typed, frame);
    return;
  }
  // Strokes are in a square of which the upper half counts; drawn as large as the frame takes it.
  const scale = Math.min(frame.width / pageParts, frame.height / (pageParts / 2));
  for (const stroke of look.strokes) {
    const points = stroke.map((part, i) => (i % 2 === 0 ? frame.right : frame.down) + part * scale);
    sheet.line(points, Math.max(0.6, scale * 120));
  }
}

function drawMark(sheet: Sheet, { regular }: Faces, { content, x, y, width, height }: Mark): void {
  const frame = {
    right: (x * sheet.width) / pageParts,
    down: (y * sheet.height) / pageParts,
    width: (width * sheet.width) / pageParts,
    height: (height * sheet.height) / pageParts,
  };
  if (typeof content === 'string') drawWords(sheet, regular, content, frame, ink);
  else drawLook(sheet, regular, content, frame);
}

/** The pages behind the document: A4, written from the top. */
class EvidencePages {
  readonly #pdf: PDF;
  readonly #faces: Faces;
  #sheet!: Sheet;
  #down = 0;

  constructor(pdf: PDF, faces: Faces) {
    this.#pdf = pdf;
    this.#faces = faces;
  }

  write({ title, summary, about, parts, notes }: Evidence): void {
    this.#turn();
    this.#paragraph(title, { face: this.#faces.strong, size: 17, gap: 8 });
    this.#paragraph(summary, { size: 10, gap: 12 });
    this.#lines(about);
    for (const part of parts) this.#part(part);
    this.#down += 16;
    for (const note of notes) this.#paragraph(note, { size: 8, color: quiet, gap: 5 });
  }

  #turn(): void {
    this.#sheet = new Sheet(this.#pdf.addPage({ size: 'a4' }));
    this.#down = margin;
  }

  #room(height: number): void {
    if (this.#down + height > this.#sheet.height - margin) this.#turn();
  }

  #paragraph(
    text: string,
    { face = this.#faces.regular, size = 9, color = ink, gap = 0, right = margin } = {},
  ): void {
    const width = this.#sheet.width - margin - right;
    for (const line of face.wrap(text, width, size)) {
      this.#room(size * 1.4);
      this.#down += size * 1.4;
      this.#sheet.text(face, line, right, this.#down - size * 0.35, size, color);
    }
    this.#down += gap;
  }

  #part({ heading, mark, lines }: EvidencePart): void {
    const { strong, regular } = this.#faces;
    const values = lines.reduce((sum, [, value]) => sum + this.#heightOf(value), 0);
    // What is longer than a page breaks where it has to.
    this.#room(Math.min(60 + (mark ? heightOf(mark) : 0) + values, this.#sheet.height - 2 * margin));
    this.#down += 14;
    this.#sheet.line([margin, this.#down, this.#sheet.width - margin, this.#down], 0.5, quiet);
    this.#down += 8;
    this.#paragraph(heading, { face: strong, size: 11, gap: 4 });
    if (mark) {
      const size = { width: markWidth, height: heightOf(mark) };
      drawLook(this.#sheet, regular, mark, { right: margin, down: this.#down, ...size });
      this.#down += size.height + 4;
    }
    this.#lines(lines);
  }

  #lines(lines: Lines): void {
    for (const [label, value] of lines) {
      this.#room(13);
      const before = this.#down;
      this.#sheet.text(this.#faces.regular, label, margin, before + 9.5, 9, quiet);
      this.#paragraph(value, { right: margin + labelWidth, gap: 2 });
    }
  }

  /** Returns the height of a value beside its label. */
  #heightOf(value: string): number {
    const width = this.#sheet.width - 2 * margin - labelWidth;
    return this.#faces.regular.wrap(value, width, 9).length * 9 * 1.4 + 2;
  }
}
