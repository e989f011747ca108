/** Fonts in PDFs: text as numbers of glyphs, with the whole font in the file. */
import { unzlibSync } from 'fflate';
import { type PDFContext, type PDFDict, PDFName, type PDFRef, PDFString } from 'pdf-lib';

/** A TrueType font that covers part of the characters. Widths are thousandths of its size. */
class Subset {
  readonly name: string;
  /** Glyphs by code point. */
  readonly glyphs: ReadonlyMap<number, number>;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #tables: ReadonlyMap<string, { at: number; length: number }>;
  readonly #em: number;
  /** Code points by glyph, of those that were written. */
  readonly #used = new Map<number, number>();

  constructor(name: string, woff: Uint8Array) {
    this.name = name;
    this.#bytes = unpackWoff(woff);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    this.#tables = tablesOf(this.#view);
    this.#em = this.#view.getUint16(this.#table('head').at + 18);
    this.glyphs = this.#readGlyphs();
  }

  get isUsed(): boolean {
    return this.#used.size > 0;
  }

  #table(name: string) {
    const found = this.#tables.get(name);
    if (!found) throw new RangeError(`no table ${name} in ${this.name}`);
    return found;
  }

  /** Reads the `cmap` table of format 4 (OpenType 1.9). */
  #readGlyphs(): Map<number, number> {
    const view = this.#view;
    const cmap = this.#table('cmap').at;
    const glyphs = new Map<number, number>();
    for (let i = 0; i < view.getUint16(cmap + 2); i++) {
      const at = cmap + view.getUint32(cmap + 4 + i * 8 + 4);
      if (view.getUint16(at) === 4) this.#readSegments(at, glyphs);
    }
    return glyphs;
  }

  #readSegments(at: number, glyphs: Map<number, number>): void {
    const view = this.#view;
    const twice = view.getUint16(at + 6);
    for (let i = 0; i < twice; i += 2) {
      const end = view.getUint16(at + 14 + i);
      const start = view.getUint16(at + 16 + twice + i);
      const delta = view.getUint16(at + 16 + 2 * twice + i);
      const place = at + 16 + 3 * twice + i;
      const offset = view.getUint16(place);
      for (let code = start; code <= end && code < 0xffff; code++) {
        const raw = offset === 0 ? code : view.getUint16(place + offset + 2 * (code - start));
        const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
        if (glyph > 0) glyphs.set(code, glyph);
      }
    }
  }

  widthOf(glyph: number): number {
    const count = this.#view.getUint16(this.#table('hhea').at + 34);
    const at = this.#table('hmtx').at + 4 * Math.min(glyph, count - 1);
    return (this.#view.getUint16(at) * 1000) / this.#em;
  }

  /** Notes that a character is written. */
  use(glyph: number, code: number): void {
    this.#used.set(glyph, code);
  }

  /** Puts the font into a document (PDF 2.0, 9.7: a composite font over glyph numbers). */
  embed(context: PDFContext): PDFRef {
    const scale = (at: number) => Math.round((this.#view.getInt16(at) * 1000) / this.#em);
    const at = this.#table('head').at;
    const hhea = this.#table('hhea').at;
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: this.name,
        Flags: 32,
        ItalicAngle: 0,
        StemV: 80,
        FontBBox: [scale(at + 36), scale(at + 38), scale(at + 40), scale(at + 42)],
        Ascent: scale(hhea + 4),
        Descent: scale(hhea + 6),
        CapHeight: 727,
        FontFile2: context.register(context.flateStream(this.#bytes, { Length1: this.#bytes.length })),
      }),
    );
    const descendant: PDFDict = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: this.name,
      CIDToGIDMap: 'Identity',
      CIDSystemInfo: {
        Registry: PDFString.of('Adobe'),
        Ordering: PDFString.of('Identity'),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      W: [...this.#used.keys()].flatMap((glyph) => [glyph, [Math.round(this.widthOf(glyph))]]),
    });
    return context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: this.name,
        Encoding: 'Identity-H',
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.flateStream(this.#toUnicode())),
      }),
    );
  }

  /** Says which character each glyph stands for, so that readers can search and copy. */
  #toUnicode(): string {
    const chars = [...this.#used].map(([glyph, code]) => `<${hex(glyph)}><${hex(code)}>`);
    const blocks: string[] = [];
    for (let i = 0; i < chars.length; i += 100) {
      const part = chars.slice(i, i + 100);
      blocks.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`);
    }
    return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def 1 begincodespacerange <0000><FFFF> endcodespacerange\n${blocks.join('\n')}\nendcmap CMapName currentdict /CMap defineresource pop end end`;
  }
}

const hex = (n: number): string => n.toString(16).padStart(4, '0');

const tagOf = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));

/** Returns the font that a WOFF 1.0 file holds, its tables uncompressed. */
export function unpackWoff(woff: Uint8Array): Uint8Array {
  const view = new DataView(woff.buffer, woff.byteOffset, woff.byteLength);
  if (tagOf(view, 0) !== 'wOFF') throw new RangeError('no WOFF file');
  const count = view.getUint16(12);
  const out = new Uint8Array(view.getUint32(16));
  const into = new DataView(out.buffer);
  into.setUint32(0, view.getUint32(4));
  into.setUint16(4, count);
  let at = 12 + 16 * count;
  for (let i = 0; i < count; i++) {
    const entry = 44 + 20 * i;
    const [offset, packed, length] = [4, 8, 12].map((more) => view.getUint32(entry + more)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(offset, offset + packed);
    out.set(packed < length ? unzlibSync(bytes) : bytes, at);
    for (const [place, value] of [view.getUint32(entry), view.getUint32(entry + 16), at, length].entries())
      into.setUint32(12 + 16 * i + 4 * place, value);
    at += (length + 3) & ~3;
  }
  return out;
}

function tablesOf(view: DataView): Map<string, { at: number; length: number }> {
  const tables = new Map<string, { at: number; length: number }>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + 16 * i;
    tables.set(tagOf(view, entry), { at: view.getUint32(entry + 8), length: view.getUint32(entry + 12) });
  }
  return tables;
}

interface Glyph {
  subset: number;
  code: string;
  width: number;
}

/** A typeface: subsets that cover its characters together, the first one that has a character writing it. */
export class Typeface {
  readonly #name: string;
  readonly #subsets: readonly Subset[];
  readonly #glyphs = new Map<string, Glyph>();

  constructor(name: string, woffs: readonly Uint8Array[]) {
    this.#name = name;
    this.#subsets = woffs.map((woff, i) => new Subset(`${name}${i}`, woff));
  }

  /** Finds the glyph of a character; that of `?` for one that no subset has. */
  #glyphOf(char: string): Glyph {
    const known = this.#glyphs.get(char);
    if (known) return known;
    const code = char.codePointAt(0)!;
    const subset = this.#subsets.findIndex(({ glyphs }) => glyphs.has(code));
    if (subset < 0 && char === '?') throw new RangeError('a font without a question mark');
    const made = subset < 0 ? this.#glyphOf('?') : this.#take(subset, code);
    this.#glyphs.set(char, made);
    return made;
  }

  #take(subset: number, code: number): Glyph {
    const font = this.#subsets[subset]!;
    const glyph = font.glyphs.get(code)!;
    font.use(glyph, code);
    return { subset, code: hex(glyph), width: font.widthOf(glyph) };
  }

  /** Returns a text's width at a size, in the unit of the size. */
  widthOf(text: string, size: number): number {
    let width = 0;
    for (const char of text) width += this.#glyphOf(char).width;
    return (width * size) / 1000;
  }

  /** Returns the operators that show a text where the cursor stands. */
  show(text: string, size: number): string {
    let out = '';
    let codes = '';
    let subset = -1;
    for (const char of text) {
      const glyph = this.#glyphOf(char);
      if (glyph.subset !== subset) {
        if (codes) out += `<${codes}> Tj `;
        codes = '';
        subset = glyph.subset;
        out += `/${this.#name}${subset} ${size} Tf `;
      }
      codes += glyph.code;
    }
    return codes ? `${out}<${codes}> Tj` : out;
  }

  /** Puts what was written with into a document. Returns the fonts by the names that the operators use. */
  embed(context: PDFContext): [name: PDFName, font: PDFRef][] {
    return this.#subsets
      .filter(({ isUsed }) => isUsed)
      .map((subset) => [PDFName.of(subset.name), subset.embed(context)]);
  }
}
