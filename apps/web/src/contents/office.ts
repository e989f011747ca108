/** Reads the words of office files: Office Open XML (ECMA-376) and OpenDocument (ISO 26300), both archives of XML. */
import { contentLimits, UnreadableError } from './limits.ts';
import { decodeText } from './plainText.ts';
import { unzip } from './unzip.ts';
import { wordsOfXml, type XmlWords } from './xmlText.ts';

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

/** Names in the order of their numbers: the tenth slide comes behind the second. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** Returns the words of an office file, part by part. @throws UnreadableError */
export function wordsOfOffice(kind: OfficeKind, bytes: Uint8Array): string {
  const { parts, words } = formats[kind];
  const entries = unzip(bytes, (name) => parts.test(name));
  if (entries.size === 0) throw new UnreadableError(`no ${kind}`);
  const texts: string[] = [];
  let units = 0;
  for (const name of [...entries.keys()].sort(byNumber.compare)) {
    if (units > contentLimits.textUnits) break;
    const text = wordsOfXml(decodeText(entries.get(name)!), words);
    texts.push(text);
    units += text.length;
  }
  return texts.join('\n');
}
