/**
 * Takes the words out of XML without a parser: nothing of a document is resolved, loaded or expanded, whatever it
 * declares.
 */
import { contentLimits } from './limits.ts';

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Returns text with the entities of XML and numbered characters as what they stand for; others stay as they are. */
export const withEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(named, name) ? named[name]! : whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

export interface XmlWords {
  /** Elements whose text counts, by their local names; all of them where undefined. */
  in?: ReadonlySet<string>;
  /** Elements behind which a line ends. */
  lines: ReadonlySet<string>;
  /** Elements behind which there is a gap. */
  gaps?: ReadonlySet<string>;
}

const localName = (tag: string): string => /^\/?(?:[^\s:>/]*:)?([^\s>/]*)/.exec(tag)?.[1] ?? '';

/** An element: its local name, its first tag, and what stands between that and its last one. */
export interface XmlElement {
  name: string;
  tag: string;
  inside: string;
}

/**
 * Walks over the elements of some local names, but not into them. Costs the length of the document, and ends at one that nothing
 * closes.
 */
export function* elementsOf(xml: string, ...names: string[]): Generator<XmlElement> {
  for (let at = 0; ; ) {
    const open = xml.indexOf('<', at);
    const close = open < 0 ? -1 : xml.indexOf('>', open);
    if (close < 0) return;
    at = close + 1;
    const start = xml.slice(open + 1, Math.min(close, open + 200));
    const name = localName(start);
    if (start.startsWith('/') || !names.includes(name)) continue;
    const tag = xml.slice(open, at);
    if (tag.endsWith('/>')) {
      yield { name, tag, inside: '' };
      continue;
    }
    const last = `</${/^[^\s/]*/.exec(start)?.[0]}>`;
    const end = xml.indexOf(last, at);
    if (end < 0) return;
    yield { name, tag, inside: xml.slice(at, end) };
    at = end + last.length;
  }
}

/** Returns what the first element of a local name holds. */
export const insideOf = (xml: string, name: string): string =>
  elementsOf(xml, name).next().value?.inside ?? '';

/** Returns an attribute of a tag, as it is written there. */
export const attributeOf = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/** Returns the words of an XML document. Costs its length; stops at the limit of text. */
export function wordsOfXml(xml: string, { in: within, lines, gaps }: XmlWords): string {
  const pieces: string[] = [];
  let [units, depth, at] = [0, 0, 0];
  while (at < xml.length && units <= contentLimits.textUnits) {
    const open = xml.indexOf('<', at);
    const end = open < 0 ? xml.length : open;
    if (end > at && (!within || depth > 0)) {
      const piece = withEntities(xml.slice(at, end));
      pieces.push(piece);
      units += piece.length;
    }
    if (open < 0) break;
    const isComment = xml.startsWith('<!--', open);
    const close = isComment ? xml.indexOf('-->', open) : xml.indexOf('>', open);
    if (close < 0) break;
    at = close + (isComment ? 3 : 1);
    const tag = xml.slice(open + 1, Math.min(close, open + 200));
    if (isComment || tag.startsWith('!') || tag.startsWith('?')) continue;
    const name = localName(tag);
    const [isEnd, isEmpty] = [tag.startsWith('/'), xml[close - 1] === '/'];
    if (within?.has(name) && !isEmpty) depth = Math.max(0, depth + (isEnd ? -1 : 1));
    if (!isEnd && !isEmpty) continue;
    if (lines.has(name)) pieces.push('\n');
    else if (gaps?.has(name)) pieces.push('\t');
  }
  return pieces.join('');
}
