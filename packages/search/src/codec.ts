/**
 * A segment as bytes. All numbers little-endian; each array begins at a multiple of 8, so that reading copies nothing:
 *
 *     u32 'KSX3' | u32 documents | u32 words | u32 units | u32 title entries | u32 body entries | u32 tag bytes
 *     | u32 tags | u32 tag entries | u32 gone | f64[] times | u32[] keys | u32[] versions | u32[] versions of bodies
 *     | u32[] word starts | u32[] title starts | u32[] body starts | u32[] tag starts | u32[] keys that are gone | u16[] title | u16[] body
 *     | u16[] tagged | u16[] units | u8[] tags in UTF-8, a line each
 */
import type { Lexicon } from './lexicon.ts';
import { mostDocuments, type Postings, Segment, type SegmentArrays } from './segment.ts';

const magic = 0x3358_534b;
const headerFields = 10;

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

const aligned = (size: number): number => Math.ceil(size / 8) * 8;

/** Returns a segment's bytes. `gone`: keys (four words each) of which older segments may hold documents, and none is here. */
export function encode(arrays: SegmentArrays, gone: Uint32Array): Uint8Array<ArrayBuffer> {
  assertOrder();
  const { keys, versions, bodyVersions, times, units, wordStarts, inTitle, inBody, tagged } = arrays;
  const tags = new TextEncoder().encode(arrays.tags.join('\n'));
  const lengths = [
    magic,
    versions.length,
    wordStarts.length - 1,
    units.length,
    inTitle.documents.length,
    inBody.documents.length,
    tags.length,
    arrays.tags.length,
    tagged.documents.length,
    gone.length / 4,
  ];
  const sections = [
    Uint32Array.from(lengths),
    times,
    keys,
    versions,
    bodyVersions,
    wordStarts,
    inTitle.starts,
    inBody.starts,
    tagged.starts,
    gone,
    inTitle.documents,
    inBody.documents,
    tagged.documents,
    units,
    tags,
  ];
  const bytes = new Uint8Array(sections.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of sections) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += aligned(byteLength);
  }
  return bytes;
}

/** A segment that was read, and the keys that came with it as gone. */
export interface Decoded {
  segment: Segment;
  gone: Uint32Array;
}

/** Reads a segment; its arrays lie in `bytes`. @throws RangeError for what `encode` did not write */
export function decode(bytes: Uint8Array, lexicon: Lexicon): Decoded {
  assertOrder();
  // Arrays of 64 bits begin at multiples of 8.
  const own = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  let at = 0;
  const take = <T>(length: number, size: number, view: (buffer: ArrayBuffer, from: number) => T): T => {
    if (at + length * size > own.byteLength) fail('it ends too soon');
    const taken = view(own.buffer as ArrayBuffer, own.byteOffset + at);
    at += aligned(length * size);
    return taken;
  };
  const u32 = (length: number) => take(length, 4, (buffer, from) => new Uint32Array(buffer, from, length));
  const u16 = (length: number) => take(length, 2, (buffer, from) => new Uint16Array(buffer, from, length));
  const header = u32(headerFields);
  if (header[0] !== magic) fail('another format');
  const [, documents, words, unitCount, title, body, tagBytes, tagCount, tagged, goneCount] =
    header as never as [number, number, number, number, number, number, number, number, number, number];
  if (documents > mostDocuments) fail('too many documents');
  const times = take(documents, 8, (buffer, from) => new Float64Array(buffer, from, documents));
  const keys = u32(documents * 4);
  const [versions, bodyVersions] = [u32(documents), u32(documents)];
  const wordStarts = u32(words + 1);
  const [titleStarts, bodyStarts, tagStarts] = [u32(words + 1), u32(words + 1), u32(tagCount + 1)];
  const gone = u32(goneCount * 4);
  const inTitle = postings(titleStarts, u16(title), documents);
  const inBody = postings(bodyStarts, u16(body), documents);
  const lists = postings(tagStarts, u16(tagged), documents);
  const units = u16(unitCount);
  const text = take(tagBytes, 1, (buffer, from) => new Uint8Array(buffer, from, tagBytes));
  const tags = tagCount === 0 ? [] : new TextDecoder('utf-8', { fatal: true }).decode(text).split('\n');
  if (tags.length !== tagCount) fail('tags are missing');
  assertStarts(wordStarts, unitCount);
  if (at !== aligned(own.byteLength)) fail('something follows it');
  const arrays = {
    keys,
    versions,
    bodyVersions,
    times,
    units,
    wordStarts,
    inTitle,
    inBody,
    tags,
    tagged: lists,
  };
  return { segment: new Segment(arrays, lexicon), gone };
}

function postings(starts: Uint32Array, documents: Uint16Array, count: number): Postings {
  assertStarts(starts, documents.length);
  for (const n of documents) if (n >= count) fail('an entry names no document');
  return { starts, documents };
}

function assertStarts(starts: Uint32Array, end: number): void {
  if (starts[0] !== 0 || starts[starts.length - 1] !== end) fail('lists of another length');
  for (let i = 1; i < starts.length; i++) if (starts[i]! < starts[i - 1]!) fail('lists out of order');
}

function assertOrder(): void {
  if (!isLittleEndian) throw new Error('segments are read and written on little-endian machines alone');
}

function fail(why: string): never {
  throw new RangeError(`not a segment: ${why}`);
}
