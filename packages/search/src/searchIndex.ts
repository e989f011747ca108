/**
 * A full-text index in memory: documents go in as they are, and are found as one types. It does no input or output; its
 * segments can be written out and read in again. Memory: about 14 MB for 100,000 documents of 26 words.
 */
import { countBits, hasBit, noBits, setBit } from './bits.ts';
import { decode, encode } from './codec.ts';
import { type Document, type ReadDocument, reading } from './document.ts';
import { accepted } from './evaluate.ts';
import { freeze } from './freeze.ts';
import { keyAt, packKeys } from './keys.ts';
import { Lexicon } from './lexicon.ts';
import { killLate, type Merged, merging, type Part } from './merge.ts';
import { answer, type Query, type Result } from './query.ts';
import { mostDocuments, type Segment } from './segment.ts';
import { runNow } from './slices.ts';

/** Words (each once per document) that wait in the head before they become a segment, in one step: few milliseconds' work. */
const mostInHead = 4_096;
/** Segments of about one size before they are merged. */
const mostAlike = 4;
/** Entries of a segment beyond which it is not merged with others. */
const mostEntries = 4_000_000;

/** Documents to write out. */
export interface Selection {
  tag: string;
  keys?: readonly string[];
}

/** Where a document is: its segment, and its number there. */
interface Place {
  segment: Segment;
  n: number;
}

export class SearchIndex {
  #segments: Segment[] = [];
  #lexicon = new Lexicon();
  /** Documents that were read and are in no segment yet, by key. */
  readonly #head = new Map<string, ReadDocument>();
  #wordsInHead = 0;
  #isTending = false;

  /** Counts the documents. */
  get size(): number {
    return this.#segments.reduce((sum, { alive }) => sum + alive, this.#head.size);
  }

  /** Puts a document in, in the place of the one of its key. @throws RangeError for a key or tag of another form */
  add(document: Document): void {
    runNow(this.adding([document]));
  }

  /** Puts documents in; yields when it may pause. Queries in between find those that are in. @throws as `add` does */
  *adding(documents: Iterable<Document>): Generator<void, void> {
    for (const document of documents) {
      const read = yield* reading(document);
      if (document.body === undefined) Object.assign(read, yield* this.#bodyOf(document.key));
      this.remove(document.key);
      this.#head.set(document.key, read);
      this.#wordsInHead += read.title.size + read.body.size;
      yield;
      if (this.#wordsInHead < mostInHead) continue;
      this.#freeze();
      yield;
      yield* this.#alone(this.#mergingAll());
    }
  }

  /** Takes a document out; nothing happens where there is none. @throws RangeError for a key of another form */
  remove(key: string): void {
    const words = packKeys([key]);
    const waiting = this.#head.get(key);
    if (waiting) {
      this.#head.delete(key);
      this.#wordsInHead -= waiting.title.size + waiting.body.size;
    } else {
      const place = this.#placeOf(words, 0);
      place?.segment.kill(place.n);
    }
  }

  /** Takes all documents out that have a tag. */
  removeTagged(tag: string): void {
    for (const [key, { tags }] of this.#head) if (tags.includes(tag)) this.remove(key);
    for (const segment of this.#segments) segment.killAll(taggedIn(segment, tag));
    this.#dropEmpty();
  }

  /** Returns versions and time of a document; undefined where there is none. @throws RangeError for a key of another form */
  find(key: string): Pick<ReadDocument, 'version' | 'bodyVersion' | 'time'> | undefined {
    const waiting = this.#head.get(key);
    if (waiting) return waiting;
    const place = this.#placeOf(packKeys([key]), 0);
    if (!place) return undefined;
    const { versions, bodyVersions, times } = place.segment.arrays;
    return { version: versions[place.n]!, bodyVersion: bodyVersions[place.n]!, time: times[place.n]! };
  }

  /** Returns the body of a document, if there is one. */
  *#bodyOf(key: string): Generator<void, Partial<Pick<ReadDocument, 'body' | 'bodyVersion'>>> {
    const waiting = this.#head.get(key);
    if (waiting) return { body: waiting.body, bodyVersion: waiting.bodyVersion };
    const place = this.#placeOf(packKeys([key]), 0);
    if (!place) return {};
    const { segment, n } = place;
    return { body: yield* segment.bodyOf(n), bodyVersion: segment.arrays.bodyVersions[n]! };
  }

  /**
   * Returns the keys of all documents, save those that have one of some tags, in no order to rely on. Documents may be removed
   * and asked for meanwhile.
   */
  *keys(except: readonly string[] = []): Generator<string> {
    this.#freeze();
    for (const segment of [...this.#segments]) {
      const excepted = noBits(segment.size);
      for (const tag of except) segment.addTagged(tag, excepted);
      for (let n = 0; n < segment.size; n++)
        if (!hasBit(excepted, n) && !hasBit(segment.dead, n)) yield keyAt(segment.arrays.keys, n * 4);
    }
  }

  /** Answers a query. See `Query`. */
  query(query: Query): Result {
    this.#freeze();
    return answer(this.#segments, query);
  }

  /**
   * Merges segments where there are many of one size, or where more than half of one was removed, until nothing is to be
   * done; forgets words that no document has any more, where they are most. Yields when it may pause; documents may come and
   * go meanwhile.
   */
  *tending(): Generator<void, void> {
    this.#freeze();
    yield;
    yield* this.#alone(this.#mergingAll());
    yield* this.#alone(this.#sweepingWords());
  }

  /** Does what may not meet itself; nothing where it would. */
  *#alone(work: Generator<void, void>): Generator<void, void> {
    if (this.#isTending) return;
    this.#isTending = true;
    try {
      yield* work;
    } finally {
      this.#isTending = false;
    }
  }

  *#sweepingWords(): Generator<void, void> {
    const used = noBits(this.#lexicon.size);
    for (const { lexicon, wordNumbers } of this.#segments) {
      if (lexicon === this.#lexicon) for (const number of wordNumbers) setBit(used, number);
      yield;
    }
    if (countBits(used) * 2 >= this.#lexicon.size) return;
    // What is frozen meanwhile has the new one at once; queries get along with both.
    this.#lexicon = new Lexicon();
    for (const segment of [...this.#segments]) {
      if (segment.lexicon !== this.#lexicon) segment.moveTo(this.#lexicon);
      yield;
    }
  }

  *#mergingAll(): Generator<void, void> {
    for (let due = this.#dueToMerge(); due.length > 0; due = this.#dueToMerge()) {
      const parts = due.map((segment) => ({ segment }));
      const merged = yield* merging(parts, this.#lexicon);
      this.#replace(parts, merged);
    }
  }

  /**
   * Writes out the documents that have a tag (all of them for the empty one), or those of some keys among them, as bytes that
   * `load` takes; one piece for each 65,536 of them. Keys without such a document are written out as gone. Yields when it may
   * pause; a document that changes meanwhile is written as it was.
   */
  *writing({ tag, keys }: Selection): Generator<void, Uint8Array<ArrayBuffer>[]> {
    this.#freeze();
    const parts = this.#segments.map((segment) => ({ segment, keep: taggedIn(segment, tag) }));
    const gone = keys ? keepKeys(parts, keys) : new Uint32Array(0);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (const batch of batchesOf(parts)) {
      const { segment } = yield* merging(batch, this.#lexicon);
      if (segment.size > 0)
        pieces.push(encode(segment.arrays, pieces.length === 0 ? gone : new Uint32Array(0)));
      yield;
    }
    if (pieces.length === 0 && gone.length > 0) pieces.push(encode(freeze([], this.#lexicon).arrays, gone));
    return pieces;
  }

  /**
   * Takes in what `writing` wrote of a tag: its documents replace those of their keys, and those that it calls gone go. Pieces of
   * one tag are loaded in the order in which they were written, those of different ones in any: what is gone from this tag stays
   * where it has another one by now, and of a document with one tag here and another there the newer counts. The bytes are the
   * index's from then on. @throws RangeError for other bytes; then nothing has changed
   */
  load(bytes: Uint8Array, tag = ''): void {
    const { segment, gone } = decode(bytes, this.#lexicon);
    this.#freeze();
    const { keys, times } = segment.arrays;
    const ofTag = new Map(this.#segments.map((each) => [each, taggedIn(each, tag)]));
    const isHere = ({ segment, n }: Place) => hasBit(ofTag.get(segment)!, n);
    for (let at = 0; at < gone.length; at += 4) {
      const place = this.#placeOf(gone, at);
      if (place && isHere(place)) place.segment.kill(place.n);
    }
    for (let n = 0; n < segment.size; n++) {
      const place = this.#placeOf(keys, n * 4);
      if (!place) continue;
      const isNewer = isHere(place) || times[n]! >= place.segment.arrays.times[place.n]!;
      if (isNewer) place.segment.kill(place.n);
      else segment.kill(n);
    }
    if (segment.alive > 0) this.#segments.push(segment);
    this.#dropEmpty();
  }

  #placeOf(words: Uint32Array, at: number): Place | undefined {
    for (const segment of this.#segments) {
      const n = segment.find(words, at);
      if (n >= 0) return { segment, n };
    }
    return undefined;
  }

  #freeze(): void {
    if (this.#head.size === 0) return;
    const documents = [...this.#head.values()];
    for (let from = 0; from < documents.length; from += mostDocuments)
      this.#segments.push(freeze(documents.slice(from, from + mostDocuments), this.#lexicon));
    this.#head.clear();
    this.#wordsInHead = 0;
  }

  #dropEmpty(): void {
    this.#segments = this.#segments.filter(({ alive }) => alive > 0);
  }

  /** Returns the segments to merge next; none where all is well. */
  #dueToMerge(): Segment[] {
    this.#dropEmpty();
    const worn = this.#segments.find(({ alive, size }) => alive * 2 < size);
    if (worn) return [worn];
    const alike = Map.groupBy(this.#segments, ({ alive }) =>
      Math.floor(Math.log(alive) / Math.log(mostAlike)),
    );
    for (const segments of alike.values()) {
      const fitting = fittingTogether(segments);
      if (fitting.length >= mostAlike || (fitting.length > 1 && segments.length > 2 * mostAlike))
        return fitting;
    }
    return [];
  }

  #replace(parts: readonly Part[], merged: Merged): void {
    killLate(merged, parts);
    const replaced = new Set(parts.map(({ segment }) => segment));
    this.#segments = [...this.#segments.filter((segment) => !replaced.has(segment)), merged.segment];
  }
}

/** Returns as many of the segments as one can hold, the smallest first. */
function fittingTogether(segments: readonly Segment[]): Segment[] {
  let [documents, entries] = [0, 0];
  return [...segments]
    .sort((a, b) => a.alive - b.alive)
    .filter(({ alive, weight }) => {
      if (documents + alive > mostDocuments || entries + weight > mostEntries) return false;
      documents += alive;
      entries += weight;
      return true;
    });
}

const taggedIn = (segment: Segment, tag: string): Uint32Array =>
  accepted(segment, {
    tagged: tag === '' ? [] : [[tag]],
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
  });

/** Leaves of the parts what has one of the keys. Returns the keys that none has, four words each. */
function keepKeys(parts: readonly Required<Part>[], keys: readonly string[]): Uint32Array {
  const words = packKeys(keys);
  const gone: number[] = [];
  const found = parts.map(({ segment }) => noBits(segment.size));
  for (let at = 0; at < words.length; at += 4) {
    const isHere = parts.some(({ segment, keep }, i) => {
      const n = segment.find(words, at);
      if (n < 0 || !hasBit(keep, n)) return false;
      setBit(found[i]!, n);
      return true;
    });
    if (!isHere) gone.push(...words.subarray(at, at + 4));
  }
  parts.forEach(({ keep }, i) => {
    keep.set(found[i]!);
  });
  return Uint32Array.from(gone);
}

/** Splits parts so that what is kept of each batch fits into one segment; parts of which nothing is kept are left out. */
function* batchesOf(parts: readonly Required<Part>[]): Generator<Part[]> {
  let batch: Part[] = [];
  let documents = 0;
  for (const part of parts) {
    const count = countBits(part.keep);
    if (count === 0) continue;
    if (documents + count > mostDocuments) {
      yield batch;
      [batch, documents] = [[], 0];
    }
    batch.push(part);
    documents += count;
  }
  if (batch.length > 0) yield batch;
}
