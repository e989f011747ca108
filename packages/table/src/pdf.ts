/** Writes a table as a PDF with the firm's head: pages that repeat the columns' headers, with their numbers. */
import { strToU8, zlibSync } from 'fflate';
import { type PDFContext, PDFDocument, type PDFImage, type PDFPage, type PDFRef } from 'pdf-lib';
import { Typeface } from './pdfFont.ts';
import {
  type Faces,
  fontSize,
  gap,
  type Layout,
  layOut,
  lineHeight,
  linesOf,
  paper,
  wrap,
} from './pdfLayout.ts';
import { type OnRows, rowsPerReport, type TableFile, type TableRow } from './table.ts';

/** The bytes of the fonts (WOFF), those that cover most first. */
export interface FontBytes {
  regular: readonly Uint8Array[];
  strong: readonly Uint8Array[];
}

const ink = '0.11 0.12 0.14 rg';
const quiet = '0.42 0.45 0.50 rg';
const hairline = '0.80 0.79 0.76 RG 0.5 w';
const logoSide = 40;
/** Room for the page's number. */
const footHeight = 24;

const round = (n: number) => Math.round(n * 100) / 100;

/** Draws lines of text from the top of pages downwards, and begins a new page where one is full. */
class Writer {
  readonly #pdf: PDFDocument;
  readonly #faces: Faces;
  readonly #table: TableFile;
  readonly #layout: Layout;
  readonly #pages: { page: PDFPage; contents: PDFRef[] }[] = [];
  #operators: string[] = [];
  /** Distance of the next line from the top. */
  #y = 0;

  constructor(pdf: PDFDocument, faces: Faces, table: TableFile) {
    this.#pdf = pdf;
    this.#faces = faces;
    this.#table = table;
    this.#layout = layOut(table, faces.strong);
  }

  get #context(): PDFContext {
    return this.#pdf.context;
  }

  get #right(): number {
    return this.#layout.width - paper.margin;
  }

  #text(
    text: string,
    x: number,
    y: number,
    { size = fontSize, face = this.#faces.regular, color = ink } = {},
  ): void {
    const baseline = round(this.#layout.height - y);
    this.#operators.push(`BT ${color} 1 0 0 1 ${round(x)} ${baseline} Tm ${face.show(text, size)} ET`);
  }

  #rule(y: number, from: number = paper.margin, to = this.#right): void {
    const at = round(this.#layout.height - y);
    this.#operators.push(`${hairline} ${round(from)} ${at} m ${round(to)} ${at} l S`);
  }

  /** Puts what was drawn into the document. */
  #content(): PDFRef {
    const bytes = zlibSync(strToU8(this.#operators.join('\n')), { level: 2 });
    this.#operators = [];
    return this.#context.register(this.#context.stream(bytes, { Filter: 'FlateDecode' }));
  }

  #endPage(): void {
    const last = this.#pages.at(-1);
    if (last) last.contents.push(this.#content());
  }

  #newPage(): void {
    this.#endPage();
    const page = this.#pdf.addPage([this.#layout.width, this.#layout.height]);
    this.#pages.push({ page, contents: [] });
    this.#y = paper.margin;
  }

  #fits(height: number): boolean {
    return this.#y + height <= this.#layout.height - paper.margin - footHeight;
  }

  /** Returns how many more lines the page takes. */
  #linesLeft(): number {
    return Math.floor((this.#layout.height - paper.margin - footHeight - this.#y) / lineHeight);
  }

  /** Writes the firm, the title and what the table is about on the first page. */
  begin(logo: PDFImage | undefined): void {
    const { firm, recipient = [], title, about } = this.#table;
    this.#newPage();
    const { page } = this.#pages[0]!;
    const { regular, strong } = this.#faces;
    if (logo) {
      const { width, height } = logo.scaleToFit(logoSide, logoSide);
      const name = page.node.newXObject('Logo', logo.ref);
      const at = `${round(width)} 0 0 ${round(height)} ${round(this.#right - width)} ${round(this.#layout.height - this.#y - height)}`;
      this.#operators.push(`q ${at} cm ${name} Do Q`);
    }
    const width = this.#right - paper.margin;
    const besideLogo = width - (logo ? logoSide + gap : 0);
    for (const line of wrap(firm.name, besideLogo, strong, 11)) {
      this.#text(line, paper.margin, this.#y + 11, { size: 11, face: strong });
      this.#y += 14;
    }
    for (const line of firm.lines.flatMap((each) => wrap(each, besideLogo, regular))) {
      this.#text(line, paper.margin, this.#y + lineHeight - 2, { color: quiet });
      this.#y += lineHeight;
    }
    this.#y = Math.max(this.#y, paper.margin + (logo ? logoSide : 0)) + 22;
    this.#paragraph(recipient, width / 2, 10);
    if (recipient.length > 0) this.#y += 30;
    for (const line of wrap(title, width, strong, 15)) {
      this.#text(line, paper.margin, this.#y + 8, { size: 15, face: strong });
      this.#y += 19;
    }
    this.#paragraph(about, width, 9, quiet);
    this.#y += 10;
    this.#columnHeads();
  }

  /** Writes lines of text over the columns, on as many pages as it takes. */
  #paragraph(texts: readonly string[], width: number, size: number, color = ink): void {
    for (const line of texts.flatMap((each) => wrap(each, width, this.#faces.regular, size))) {
      if (!this.#fits(size + 4)) this.#newPage();
      this.#text(line, paper.margin, this.#y + 6, { size, color });
      this.#y += size + 4;
    }
  }

  /** Writes what stands below the rows. */
  closing(): void {
    for (const text of this.#table.closing ?? []) {
      this.#y += 10;
      this.#paragraph([text], this.#right - paper.margin, 9);
    }
  }

  #columnHeads(): void {
    const { columns } = this.#table;
    const cells = columns.map(({ header }, i) =>
      wrap(header, this.#layout.columns[i]!.width, this.#faces.strong),
    );
    const height = Math.max(...cells.map(({ length }) => length)) * lineHeight;
    for (const [i, lines] of cells.entries())
      for (const [n, line] of lines.entries()) {
        const place = { column: i, y: this.#y + height - (lines.length - n - 1) * lineHeight - 3 };
        this.#cellLine(line, place, this.#faces.strong, quiet);
      }
    this.#y += height + 1;
    this.#rule(this.#y);
    this.#y += 2;
  }

  #cellLine(line: string, { column, y }: { column: number; y: number }, face: Typeface, color = ink): void {
    const { x, width, isRight } = this.#layout.columns[column]!;
    const from = isRight ? x + width - face.widthOf(line, fontSize) : x;
    this.#text(line, from, y, { face, color });
  }

  row(row: TableRow): void {
    const cells = linesOf(row, this.#table, this.#layout, this.#faces);
    const count = Math.max(1, ...cells.map(({ length }) => length));
    const face = row.role === 'row' ? this.#faces.regular : this.#faces.strong;
    if (row.role === 'group') this.#y += 6;
    // The head of a group stands with its first row; what is taller than a page goes on on the next.
    const wanted = Math.min(count, 8) * lineHeight + (row.role === 'group' ? 2 * lineHeight : 0);
    if (!this.#fits(wanted)) this.#turn();
    if (row.role === 'total') this.#rule(this.#y);
    for (let done = 0; done < count; ) {
      if (!this.#fits(lineHeight)) this.#turn();
      const lines = Math.min(count - done, this.#linesLeft());
      this.#cells(row, cells, { from: done, to: done + lines }, face);
      this.#y += lines * lineHeight;
      done += lines;
    }
    this.#y += 2;
    this.#rule(this.#y);
    this.#y += 2;
  }

  /** Writes some lines of each cell, cell by cell: that is the order in which readers take them. */
  #cells(
    row: TableRow,
    cells: readonly string[][],
    { from, to }: { from: number; to: number },
    face: Typeface,
  ): void {
    for (const [i, all] of cells.entries())
      for (const [n, line] of all.slice(from, to).entries()) {
        if (!line) continue;
        const y = this.#y + (n + 1) * lineHeight - 3;
        // Words that go on over empty cells begin at the left of their own.
        if (row.role !== 'row' && typeof row.cells[i] === 'string')
          this.#text(line, this.#layout.columns[i]!.x, y, { face });
        else this.#cellLine(line, { column: i, y }, face);
      }
  }

  #turn(): void {
    this.#newPage();
    this.#columnHeads();
  }

  /** Writes the lines to sign on, side by side. */
  signatures(): void {
    const { signatures } = this.#table.words;
    if (signatures.length === 0) return;
    const width = (this.#right - paper.margin - gap * 3 * (signatures.length - 1)) / signatures.length;
    const wrapped = signatures.map((words) => wrap(words, width, this.#faces.regular));
    const height = 53 + Math.max(...wrapped.map(({ length }) => length)) * lineHeight;
    if (!this.#fits(height)) this.#newPage();
    for (const [i, lines] of wrapped.entries()) {
      const x = paper.margin + i * (width + gap * 3);
      this.#rule(this.#y + 46, x, x + width);
      for (const [n, line] of lines.entries())
        this.#text(line, x, this.#y + 57 + n * lineHeight, { color: quiet });
    }
    this.#y += height;
  }

  /** Numbers the pages and puts everything together. */
  end(): void {
    this.#endPage();
    const { words, title } = this.#table;
    const pages = String(this.#pages.length);
    for (const [i, { contents }] of this.#pages.entries()) {
      const y = this.#layout.height - paper.margin + 8;
      const number = words.page.replace('{page}', String(i + 1)).replace('{pages}', pages);
      const width = this.#faces.regular.widthOf(number, fontSize);
      this.#text(number, this.#right - width, y, { color: quiet });
      if (i > 0) this.#text(title, paper.margin, y, { color: quiet });
      contents.push(this.#content());
    }
    const { regular, strong } = this.#faces;
    const fonts = [...regular.embed(this.#context), ...strong.embed(this.#context)];
    for (const { page, contents } of this.#pages) {
      for (const [name, font] of fonts) page.node.setFontDictionary(name, font);
      for (const content of contents) page.node.addContentStream(content);
    }
  }
}

/** Returns the file. */
export async function writePdf(table: TableFile, fonts: FontBytes, onRows: OnRows): Promise<Blob> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(table.title, { showInWindowTitleBar: true });
  pdf.setLanguage(table.language);
  pdf.setProducer('Kontor');
  pdf.setCreator('Kontor');
  const faces = {
    regular: new Typeface('Regular', fonts.regular),
    strong: new Typeface('Strong', fonts.strong),
  };
  const writer = new Writer(pdf, faces, table);
  const { logo } = table.firm;
  writer.begin(logo && (await pdf.embedPng(logo)));
  for (const [i, row] of table.rows.entries()) {
    writer.row(row);
    if ((i + 1) % rowsPerReport === 0) onRows(i + 1);
  }
  writer.closing();
  writer.signatures();
  writer.end();
  onRows(table.rows.length);
  return new Blob([new Uint8Array(await pdf.save())], { type: 'application/pdf' });
}
