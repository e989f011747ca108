/** The house's fonts in a PDF: each character by the first of the fonts that has it. */

import type { FontBytes } from '@kontor/table/pdf';
import { unpackWoff } from '@kontor/table/pdfFont';
import type { EmbeddedFont, PDF } from '@libpdf/core';

/** Words that one font writes, and their width in the unit of the size. */
interface Run {
  font: EmbeddedFont;
  part: string;
  width: number;
}

/** A typeface of several fonts; one is put into the document when it is first needed. */
export class Face {
  readonly #pdf: PDF;
  readonly #bytes: readonly Uint8Array[];
  readonly #fonts: EmbeddedFont[] = [];

  constructor(pdf: PDF, bytes: readonly Uint8Array[]) {
    this.#pdf = pdf;
    this.#bytes = bytes;
  }

  #font(i: number): EmbeddedFont {
    this.#fonts[i] ??= this.#pdf.embedFont(unpackWoff(this.#bytes[i]!));
    return this.#fonts[i];
  }

  #fontOf(char: string): EmbeddedFont | undefined {
    for (let i = 0; i < this.#bytes.length; i++) if (this.#font(i).canEncode(char)) return this.#font(i);
    return undefined;
  }

  /** Returns a line's words by font; `?` for a character that none has. */
  runs(text: string, size: number): Run[] {
    const runs: Run[] = [];
    for (const char of text) {
      const font = this.#fontOf(char);
      const [of, shown] = font ? [font, char] : [this.#font(0), '?'];
      const last = runs.at(-1);
      if (last?.font === of) last.part += shown;
      else runs.push({ font: of, part: shown, width: 0 });
    }
    for (const run of runs) run.width = run.font.widthOfTextAtSize(run.part, size);
    return runs;
  }

  widthOf(text: string, size: number): number {
    return this.runs(text, size).reduce((sum, { width }) => sum + width, 0);
  }

  /** Breaks a text into lines of a width: between words, and inside of those that are longer. */
  wrap(text: string, width: number, size: number): string[] {
    return text.split('\n').flatMap((line) => this.#wrapLine(line, width, size));
  }

  #wrapLine(line: string, width: number, size: number): string[] {
    const lines = [''];
    for (const word of line.split(/\s+/)) {
      const next = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
      if (this.widthOf(next, size) <= width) {
        lines[lines.length - 1] = next;
        continue;
      }
      if (lines.at(-1)) lines.push('');
      for (const char of word) {
        if (this.widthOf(lines.at(-1) + char, size) > width) lines.push('');
        lines[lines.length - 1] += char;
      }
    }
    return lines;
  }
}

/** The regular and the strong typeface of a document. */
export class Faces {
  readonly regular: Face;
  readonly strong: Face;

  constructor(pdf: PDF, { regular, strong }: FontBytes) {
    this.regular = new Face(pdf, regular);
    this.strong = new Face(pdf, strong);
  }
}
