/** Makes a segment of documents that were read. */
import type { ReadDocument } from './document.ts';
import { packKeys } from './keys.ts';
import type { Lexicon } from './lexicon.ts';
import { type Postings, Segment } from './segment.ts';

/** Returns a segment of at most `mostDocuments` documents, none of them twice. Costs O(n log n) of their words. */
export function freeze(documents: readonly ReadDocument[], lexicon: Lexicon): Segment {
  const words = new Map<string, { title: number[]; body: number[] }>();
  const tags = new Map<string, number[]>();
  documents.forEach((document, n) => {
    const listsOf = (word: string) => {
      const known = words.get(word);
      if (known) return known;
      const made = { title: [], body: [] };
      words.set(word, made);
      return made;
    };
    for (const word of document.title) listsOf(word).title.push(n);
    for (const word of document.body) listsOf(word).body.push(n);
    for (const tag of document.tags) {
      const list = tags.get(tag);
      if (list) list.push(n);
      else tags.set(tag, [n]);
    }
  });
  // The order of UTF-16 code units, in which `Segment` looks words up.
  const sorted = [...words.keys()].sort();
  const sortedTags = [...tags.keys()].sort();
  const arrays = {
    keys: packKeys(documents.map(({ key }) => key)),
    versions: Uint32Array.from(documents, ({ version }) => version),
    bodyVersions: Uint32Array.from(documents, ({ bodyVersion }) => bodyVersion),
    times: Float64Array.from(documents, ({ time }) => time),
    ...packWords(sorted),
    inTitle: packLists(sorted.map((word) => words.get(word)!.title)),
    inBody: packLists(sorted.map((word) => words.get(word)!.body)),
    tags: sortedTags,
    tagged: packLists(sortedTags.map((tag) => tags.get(tag)!)),
  };
  return new Segment(arrays, lexicon);
}

function packWords(words: readonly string[]): { units: Uint16Array; wordStarts: Uint32Array } {
  const wordStarts = new Uint32Array(words.length + 1);
  let end = 0;
  words.forEach((word, i) => {
    end += word.length;
    wordStarts[i + 1] = end;
  });
  const units = new Uint16Array(end);
  let at = 0;
  for (const word of words) for (let i = 0; i < word.length; i++) units[at++] = word.charCodeAt(i);
  return { units, wordStarts };
}

function packLists(lists: readonly (readonly number[])[]): Postings {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    starts[i + 1] = starts[i]! + list.length;
  });
  const documents = new Uint16Array(starts[lists.length]!);
  lists.forEach((list, i) => {
    documents.set(list, starts[i]);
  });
  return { starts, documents };
}
