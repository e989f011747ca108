/** Reads the words of office files: Office Open XML (ECMA-376) and OpenDocument (ISO 26300), both archives of XML. */
import { contentLimits, UnreadableError } from './limits.ts';
import { collapseWhitespace, decodeText } from './plainText.ts';
import { unzip } from './unzip.ts';
import { attributeOf, elementsOf, insideOf, withEntities, wordsOfXml, type XmlWords } from './xmlText.ts';

type OfficeKind = 'docx' | 'xlsx' | 'pptx' | 'odf';

const set = (...names: string[]): ReadonlySet<string> => new Set(names);

const formats: Record<OfficeKind, { parts: RegExp; words: XmlWords }> = {
  docx: {
    parts: /^word\/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/,
    words: { in: set('t'), lines: set('p', 'br'), gaps: set('tab', 'tc') },
  },
  xlsx: {
    parts: /^xl\/(sharedStrings|comments\d*|worksheets\/sheet\d+)\.xml$/,
    words: { in: set('t'), lines: set('si', 'is', 'comment', 'row') },
  },
  pptx: {
    parts: /^ppt\/(slides\/slide|notesSlides\/notesSlide)\d+\.xml$/,
    words: { in: set('t'), lines: set('p', 'br') },
  },
  odf: {
    parts: /^content\.xml$/,
    words: { in: set('p', 'h'), lines: set('p', 'h', 'line-break'), gaps: set('tab', 's', 'table-cell') },
  },
};

const isSheet = /^xl\/worksheets\//;
/** Cells that hold no words of their own: they name shared ones, which stand in another part, yes or no, and faults. */
const wordless = set('s', 'b', 'e');

/** Returns what is written in the cells of a sheet, and what they come to. */
function wordsOfSheet(xml: string, written: XmlWords): string {
  const rows: string[] = [];
  let units = 0;
  for (const row of elementsOf(xml, 'row')) {
    if (units > contentLimits.textUnits) break;
    const cells: string[] = [];
    for (const { tag, inside } of elementsOf(row.inside, 'c')) {
      const type = attributeOf(tag, 't') ?? 'n';
      if (wordless.has(type)) continue;
      const text =
        type === 'inlineStr'
          ? wordsOfXml(inside, { ...written, lines: set() })
          : withEntities(insideOf(inside, 'v'));
      if (text) cells.push(text);
      units += text.length;
    }
    if (cells.length > 0) rows.push(cells.join('\t'));
  }
  return rows.join('\n');
}

/** Returns the names of the parts that an archive says hold the text of a letter: programs number them as they like. */
function mainParts(bytes: Uint8Array): ReadonlySet<string> {
  const types = unzip(bytes, (name) => name === '[Content_Types].xml').get('[Content_Types].xml');
  const overrides = types ? [...elementsOf(decodeText(types), 'Override')] : [];
  return new Set(
    overrides.flatMap(({ tag }) => {
      const type = attributeOf(tag, 'ContentType')?.toLowerCase();
      return type?.includes('word') && type.endsWith('.main+xml')
        ? [(attributeOf(tag, 'PartName') ?? '').replace(/^\//, '')]
        : [];
    }),
  );
}

/** Names in the order of their numbers: the tenth slide comes behind the second. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** Returns the words of an office file, part by part. @throws UnreadableError */
export function wordsOfOffice(kind: OfficeKind, bytes: Uint8Array): string {
  const { parts, words } = formats[kind];
  const mains = kind === 'docx' ? mainParts(bytes) : set();
  const entries = unzip(bytes, (name) => parts.test(name) || mains.has(name));
  if (entries.size === 0) throw new UnreadableError(`no ${kind}`);
  const texts: string[] = [];
  let units = 0;
  for (const name of [...entries.keys()].sort(byNumber.compare)) {
    if (units > contentLimits.textUnits) break;
    const xml = decodeText(entries.get(name)!);
    // As its words are counted in the end: what the limit leaves out is then known to be left out.
    const text = collapseWhitespace(isSheet.test(name) ? wordsOfSheet(xml, words) : wordsOfXml(xml, words));
    texts.push(text);
    units += text.length;
  }
  return texts.join('\n');
}
