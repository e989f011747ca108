/** A document as an index takes it. */
import { wordsOf } from './fold.ts';

export interface Document {
  /** A UUID in lower case; a document replaces the one of the same key. */
  key: string;
  /** The caller's, 0 to 2^32 - 1: tells whether what the index has is what the caller has. */
  version: number;
  /** Milliseconds since 1970-01-01T00:00Z, or any other number: the highest comes first. */
  time: number;
  /** The name; found there, a document ranks above all that have the words elsewhere. */
  title: string;
  /** Left out, the body stays that the document of this key has, and its version with it. */
  body?: string;
  /** The caller's, as `version`: tells which body the index has. 0 where it is left out. */
  bodyVersion?: number;
  /** Labels that queries filter and count by, compared exactly. Without line breaks. */
  tags: readonly string[];
}

/** A document as its distinct words. */
export interface ReadDocument {
  key: string;
  version: number;
  time: number;
  title: ReadonlySet<string>;
  body: ReadonlySet<string>;
  bodyVersion: number;
  tags: readonly string[];
}

/** Words that are read between two chances to pause: well below a millisecond. */
const wordsInSlice = 1_000;
/** UTF-16 code units that are folded at once. */
const foldedAtOnce = 16_384;

/** Reads a document's words; yields when it may pause. @throws RangeError for a tag with a line break */
export function* reading(document: Document): Generator<void, ReadDocument> {
  const { key, version, time, tags, bodyVersion = 0 } = document;
  for (const tag of tags) if (tag.includes('\n')) throw new RangeError(`a tag with a line break: ${tag}`);
  const title = new Set<string>();
  const body = new Set<string>();
  let read = 0;
  for (const [text, into] of [
    [document.title, title],
    [document.body ?? '', body],
  ] as const) {
    for (const piece of piecesOf(text)) {
      for (const word of wordsOf(piece)) {
        into.add(word);
        if (++read % wordsInSlice === 0) yield;
      }
    }
  }
  return { key, version, time, title, body, bodyVersion, tags: [...new Set(tags)] };
}

/** Cuts a long text between words, as far as it has any gaps. */
function* piecesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > foldedAtOnce) {
    const end = from + foldedAtOnce;
    const gap = Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end));
    const to = gap > from ? gap : end;
    yield text.slice(from, to);
    from = to;
  }
  yield text.slice(from);
}
