/**
 * A segment: documents that do not change any more, as sorted words with the documents that have them, in flat arrays.
 * Documents are numbered from 0 within a segment. What is removed stays in it, marked, until it is merged.
 */
import { addAll, addBits, countBits, eachBit, hasBit, noBits, setBit } from './bits.ts';
import { KeyTable } from './keys.ts';
import type { Lexicon } from './lexicon.ts';

/** Documents in a segment at most, so that a number of one is 16 bits. */
export const mostDocuments = 0x1_0000;

/** Entries that are looked through between two chances to pause. */
const entriesInSlice = 500_000;

/** Lists of documents, one after the other: list `i` is `documents[starts[i]..starts[i + 1])`, ascending. */
export interface Postings {
  readonly starts: Uint32Array;
  readonly documents: Uint16Array;
}

/** The arrays of a segment; `codec.ts` writes exactly these. */
export interface SegmentArrays {
  /** Four words for each document: see `keys.ts`. */
  readonly keys: Uint32Array;
  readonly versions: Uint32Array;
  readonly bodyVersions: Uint32Array;
  readonly times: Float64Array;
  /** Words in ascending order, by their UTF-16 code units: word `i` is `units[wordStarts[i]..wordStarts[i + 1])`. */
  readonly units: Uint16Array;
  readonly wordStarts: Uint32Array;
  readonly inTitle: Postings;
  readonly inBody: Postings;
  /** In ascending order. */
  readonly tags: readonly string[];
  readonly tagged: Postings;
}

export class Segment {
  readonly arrays: SegmentArrays;
  readonly size: number;
  readonly dead: Uint32Array;
  /** The greatest time of the documents in each word of a set. */
  readonly newest: Float64Array;
  #alive: number;
  readonly #table: KeyTable;
  #lexicon: Lexicon;
  #wordNumbers: Uint32Array;
  /** By the number of a word in the lexicon, one more than its number here; 0 where it has none. Made when it is used first. */
  #places: Uint32Array | undefined;
  /** The documents of tags that very many of them have. */
  readonly #ofTags = new Map<string, Uint32Array>();

  /** @param wordNumbers those of its words in the lexicon, where they are known */
  constructor(arrays: SegmentArrays, lexicon: Lexicon, wordNumbers?: Uint32Array) {
    this.arrays = arrays;
    this.#lexicon = lexicon;
    this.#wordNumbers = wordNumbers ?? lexicon.numbersOf(arrays.units, arrays.wordStarts);
    this.size = arrays.versions.length;
    this.dead = noBits(this.size);
    this.newest = newestOf(arrays.times, this.dead.length);
    this.#alive = this.size;
    this.#table = new KeyTable(arrays.keys);
  }

  /** Returns the lexicon that has its words. */
  get lexicon(): Lexicon {
    return this.#lexicon;
  }

  /** Returns the number of each word in the lexicon. */
  get wordNumbers(): Uint32Array {
    return this.#wordNumbers;
  }

  /** Goes over to another lexicon, which gets the words that it lacks. */
  moveTo(lexicon: Lexicon): void {
    this.#wordNumbers = lexicon.numbersOf(this.arrays.units, this.arrays.wordStarts);
    this.#places = undefined;
    this.#lexicon = lexicon;
  }

  /** Calls back with each word that is among some of the lexicon's. */
  eachAmong(words: Uint32Array, visit: (word: number) => void): void {
    const numbers = this.#wordNumbers;
    if (numbers.length < words.length) {
      for (let i = 0; i < numbers.length; i++) if (hasBit(words, numbers[i]!)) visit(i);
      return;
    }
    this.#places ??= placesOf(numbers);
    const places = this.#places;
    eachBit(words, (number) => {
      // The lexicon may have grown since.
      const place = number < places.length ? places[number]! : 0;
      if (place > 0) visit(place - 1);
    });
  }

  /** Counts the documents that are not removed. */
  get alive(): number {
    return this.#alive;
  }

  /** Counts how often a word is in a document; what merging costs grows with it. */
  get weight(): number {
    return this.arrays.inTitle.documents.length + this.arrays.inBody.documents.length;
  }

  /** Returns the number of a document that is not removed; -1 where it has none. */
  find(words: Uint32Array, at: number): number {
    const n = this.#table.find(words, at);
    return n >= 0 && hasBit(this.dead, n) ? -1 : n;
  }

  /** Returns the words of a document's body. Yields when it may pause; costs O(n) of the segment's entries. */
  *bodyOf(n: number): Generator<void, Set<string>> {
    const { units, wordStarts, inBody } = this.arrays;
    const { starts, documents } = inBody;
    const words = new Set<string>();
    for (let from = 0, word = 0; from < documents.length; from += entriesInSlice) {
      const to = Math.min(from + entriesInSlice, documents.length);
      for (let i = from; i < to; i++) {
        if (documents[i] !== n) continue;
        while (starts[word + 1]! <= i) word++;
        words.add(String.fromCharCode(...units.subarray(wordStarts[word]!, wordStarts[word + 1]!)));
      }
      yield;
    }
    return words;
  }

  /** Removes a document by its number. */
  kill(n: number): void {
    if (hasBit(this.dead, n)) return;
    setBit(this.dead, n);
    this.#alive--;
  }

  /** Removes a set of documents. */
  killAll(bits: Uint32Array): void {
    for (let i = 0; i < bits.length; i++) this.dead[i]! |= bits[i]!;
    this.#alive = this.size - countBits(this.dead);
  }

  /** Returns the words that begin with `prefix`, as a range of numbers. */
  rangeOf(prefix: string): [from: number, to: number] {
    return [this.#firstFrom(prefix, false), this.#firstFrom(prefix, true)];
  }

  /** Adds the documents that have a tag to a set of its documents. */
  addTagged(tag: string, found: Uint32Array): void {
    const list = this.#listOf(tag);
    if (list < 0) return;
    const { starts, documents } = this.arrays.tagged;
    const [from, to] = [starts[list]!, starts[list + 1]!];
    if (to - from < found.length) {
      addBits(found, documents, from, to);
      return;
    }
    let all = this.#ofTags.get(tag);
    if (!all) {
      all = noBits(this.size);
      addBits(all, documents, from, to);
      this.#ofTags.set(tag, all);
    }
    addAll(found, all);
  }

  /** Returns the list that a tag has in `tagged`; -1 where no document has it. */
  #listOf(tag: string): number {
    const { tags } = this.arrays;
    let [low, high] = [0, tags.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (tags[middle]! < tag) low = middle + 1;
      else high = middle;
    }
    return tags[low] === tag ? low : -1;
  }

  /** Returns the first word that is not below `prefix`; with `behind` the first behind all that begin with it. */
  #firstFrom(prefix: string, behind: boolean): number {
    const { units, wordStarts } = this.arrays;
    let [low, high] = [0, wordStarts.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = comparePrefix(units, wordStarts[middle]!, wordStarts[middle + 1]!, prefix);
      if (order < 0 || (behind && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function placesOf(numbers: Uint32Array): Uint32Array {
  const places = new Uint32Array(numbers.reduce((most, number) => Math.max(most, number), -1) + 1);
  numbers.forEach((number, i) => {
    places[number] = i + 1;
  });
  return places;
}

function newestOf(times: Float64Array, words: number): Float64Array {
  const newest = new Float64Array(words).fill(Number.NEGATIVE_INFINITY);
  times.forEach((time, n) => {
    newest[n >>> 5] = Math.max(newest[n >>> 5]!, time);
  });
  return newest;
}

/** Compares a word with a prefix: 0 where it begins with it. */
function comparePrefix(units: Uint16Array, from: number, to: number, prefix: string): number {
  for (let i = 0; i < prefix.length; i++) {
    if (from + i === to) return -1;
    const order = units[from + i]! - prefix.charCodeAt(i);
    if (order !== 0) return order;
  }
  return 0;
}
