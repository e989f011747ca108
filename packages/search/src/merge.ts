/** Merges segments, or takes some of their documents out into a new one. */
import { allBits, countBits, eachBit, hasBit, takeOut } from './bits.ts';
import type { Lexicon } from './lexicon.ts';
import { type Postings, Segment, type SegmentArrays } from './segment.ts';

/** Documents of a segment; without `keep`, those that are not removed. */
export interface Part {
  segment: Segment;
  keep?: Uint32Array;
}

/** The segment that was made, and the numbers that documents have in it by their numbers in each part; -1 for none. */
export interface Merged {
  segment: Segment;
  numbers: Int32Array[];
}

/** Words that are merged between two chances to pause, and entries of lists. */
const [wordsInSlice, entriesInSlice] = [1_000, 50_000];

/** Merges the documents of some parts, at most `mostDocuments`. Yields when it may pause; costs O(n) of the entries. */
export function* merging(parts: readonly Part[], lexicon: Lexicon): Generator<void, Merged> {
  const { numbers, ...documents } = mergeDocuments(parts);
  yield;
  const { wordNumbers, ...words } = yield* mergeWords(
    parts.map(({ segment }) => segment.arrays),
    numbers,
    lexicon,
  );
  const { tags, tagged } = mergeTags(
    parts.map(({ segment }) => segment.arrays),
    numbers,
  );
  yield;
  const arrays = { ...documents, ...words, tags, tagged };
  return { segment: new Segment(arrays, lexicon, wordNumbers), numbers };
}

function mergeDocuments(parts: readonly Part[]) {
  const kept = parts.map(({ segment, keep }) => {
    const bits = keep ? keep.slice() : allBits(segment.size);
    takeOut(bits, segment.dead);
    return bits;
  });
  const count = kept.reduce((sum, bits) => sum + countBits(bits), 0);
  const keys = new Uint32Array(count * 4);
  const versions = new Uint32Array(count);
  const bodyVersions = new Uint32Array(count);
  const times = new Float64Array(count);
  let next = 0;
  const numbers = parts.map(({ segment }, i) => {
    const { arrays } = segment;
    const renumbered = new Int32Array(segment.size).fill(-1);
    eachBit(kept[i]!, (n) => {
      keys.set(arrays.keys.subarray(n * 4, n * 4 + 4), next * 4);
      versions[next] = arrays.versions[n]!;
      bodyVersions[next] = arrays.bodyVersions[n]!;
      times[next] = arrays.times[n]!;
      renumbered[n] = next++;
    });
    return renumbered;
  });
  return { numbers, keys, versions, bodyVersions, times };
}

interface Words extends Pick<SegmentArrays, 'units' | 'wordStarts' | 'inTitle' | 'inBody'> {
  wordNumbers: Uint32Array;
}

function* mergeWords(
  parts: readonly SegmentArrays[],
  numbers: readonly Int32Array[],
  lexicon: Lexicon,
): Generator<void, Words> {
  const most = parts.reduce((sum, { wordStarts }) => sum + wordStarts.length - 1, 0);
  const units = new Uint16Array(parts.reduce((sum, part) => sum + part.units.length, 0));
  const wordStarts = new Uint32Array(most + 1);
  const wordNumbers = new Uint32Array(most);
  const title = new ListWriter(
    most,
    parts.map(({ inTitle }) => inTitle),
  );
  const body = new ListWriter(
    most,
    parts.map(({ inBody }) => inBody),
  );
  const at = parts.map(() => 0);
  let count = 0;
  let entries = 0;
  for (let step = 1; ; step++) {
    const least = leastWord(parts, at);
    if (least.length === 0) break;
    const { wordStarts: starts, units: letters } = parts[least[0]!]!;
    const [from, to] = [starts[at[least[0]!]!]!, starts[at[least[0]!]! + 1]!];
    for (const i of least) {
      title.copy(i, at[i]!, numbers[i]!);
      body.copy(i, at[i]!, numbers[i]!);
      at[i]!++;
    }
    // A word of which every document was removed goes with them.
    if (title.end > title.starts[count]! || body.end > body.starts[count]!) {
      units.set(letters.subarray(from, to), wordStarts[count]!);
      wordStarts[count + 1] = wordStarts[count]! + to - from;
      wordNumbers[count] = lexicon.numberOf(letters, from, to);
      count++;
      title.close(count);
      body.close(count);
    }
    if (step % wordsInSlice === 0 || title.end + body.end - entries > entriesInSlice) {
      entries = title.end + body.end;
      yield;
    }
  }
  return {
    units: units.slice(0, wordStarts[count]),
    wordStarts: wordStarts.slice(0, count + 1),
    wordNumbers: wordNumbers.slice(0, count),
    inTitle: title.taken(count),
    inBody: body.taken(count),
  };
}

/** Returns the parts of which the word at hand comes first: more than one where they share it, none at the end. */
function leastWord(parts: readonly SegmentArrays[], at: readonly number[]): number[] {
  let least: number[] = [];
  for (let i = 0; i < parts.length; i++) {
    if (at[i]! >= parts[i]!.wordStarts.length - 1) continue;
    const order =
      least.length === 0 ? -1 : compareWords(parts[i]!, at[i]!, parts[least[0]!]!, at[least[0]!]!);
    if (order < 0) least = [i];
    else if (order === 0) least.push(i);
  }
  return least;
}

function compareWords(a: SegmentArrays, i: number, b: SegmentArrays, j: number): number {
  const [fromA, fromB] = [a.wordStarts[i]!, b.wordStarts[j]!];
  const [lengthA, lengthB] = [a.wordStarts[i + 1]! - fromA, b.wordStarts[j + 1]! - fromB];
  for (let k = 0; k < lengthA && k < lengthB; k++) {
    const order = a.units[fromA + k]! - b.units[fromB + k]!;
    if (order !== 0) return order;
  }
  return lengthA - lengthB;
}

function mergeTags(parts: readonly SegmentArrays[], numbers: readonly Int32Array[]) {
  const sorted = [...new Set(parts.flatMap(({ tags }) => tags))].sort();
  const lists = new ListWriter(
    sorted.length,
    parts.map(({ tagged }) => tagged),
  );
  const places = parts.map(({ tags }) => new Map(tags.map((tag, i) => [tag, i])));
  const tags: string[] = [];
  for (const tag of sorted) {
    places.forEach((place, i) => {
      const list = place.get(tag);
      if (list !== undefined) lists.copy(i, list, numbers[i]!);
    });
    if (lists.end === lists.starts[tags.length]!) continue;
    tags.push(tag);
    lists.close(tags.length);
  }
  return { tags, tagged: lists.taken(tags.length) };
}

/** Writes lists one after the other; parts in their order, so that the numbers in each list ascend. */
class ListWriter {
  readonly starts: Uint32Array;
  readonly #documents: Uint16Array;
  readonly #sources: readonly Postings[];
  end = 0;

  constructor(most: number, sources: readonly Postings[]) {
    this.starts = new Uint32Array(most + 1);
    this.#documents = new Uint16Array(sources.reduce((sum, { documents }) => sum + documents.length, 0));
    this.#sources = sources;
  }

  /** Adds a list of a source to the one at hand. */
  copy(source: number, list: number, numbers: Int32Array): void {
    const { starts, documents } = this.#sources[source]!;
    for (let i = starts[list]!; i < starts[list + 1]!; i++) {
      const n = numbers[documents[i]!]!;
      if (n >= 0) this.#documents[this.end++] = n;
    }
  }

  /** Ends the list at hand; there are `count` now. */
  close(count: number): void {
    this.starts[count] = this.end;
  }

  taken(count: number): Postings {
    return { starts: this.starts.slice(0, count + 1), documents: this.#documents.slice(0, this.end) };
  }
}

/** Removes from what was merged whatever was removed from its parts meanwhile. */
export function killLate({ segment, numbers }: Merged, parts: readonly Part[]): void {
  parts.forEach((part, i) => {
    for (let n = 0; n < part.segment.size; n++) {
      const now = numbers[i]![n]!;
      if (now >= 0 && hasBit(part.segment.dead, n)) segment.kill(now);
    }
  });
}
