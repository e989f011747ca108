/** Searches sinks (folders, buffers) for a marker in every encoding, in what gzip or zlib packed, too. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';
import type { Needle } from './marker.ts';

export interface Hit {
  sink: string;
  encoding: string;
  /** The bytes around the hit, for the report. */
  around: string;
}

/** Beginnings of packed streams, with what opens them: gzip's, and zlib's at each of its levels (RFC 1950), called deflate in HTTP. */
const packings = [
  { name: 'gzip', magic: [0x1f, 0x8b, 0x08], unpack: gunzipSync },
  ...[0x01, 0x5e, 0x9c, 0xda].map((level) => ({ name: 'zlib', magic: [0x78, level], unpack: inflateSync })),
].map(({ magic, ...packing }) => ({ ...packing, magic: Buffer.from(magic) }));

/** Yields the decompressed form of everything in `bytes` that looks like a packed stream. */
function* unpacked(bytes: Buffer): Generator<{ name: string; plain: Buffer }> {
  for (const { name, magic, unpack } of packings)
    for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 1)) {
      const plain = attempt(() => unpack(bytes.subarray(at), { finishFlush: constants.Z_SYNC_FLUSH }));
      if (plain) yield { name, plain };
    }
}

/** Returns the decompressed bytes; undefined if they are not in the decompressor's format. */
function attempt(decompress: () => Buffer): Buffer | undefined {
  try {
    return decompress();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}

function searchPlain(sink: string, bytes: Buffer, needles: readonly Needle[]): Hit[] {
  return needles.flatMap(([encoding, needle]) => {
    const at = bytes.indexOf(needle);
    if (at < 0) return [];
    const around = bytes.subarray(Math.max(0, at - 40), at + needle.length + 40).toString('latin1');
    return [{ sink, encoding, around }];
  });
}

/** Returns every encoding of the marker that `bytes` holds, once each. */
export function searchBytes(sink: string, bytes: Buffer, needles: readonly Needle[]): Hit[] {
  const hits = searchPlain(sink, bytes, needles);
  for (const { name, plain } of unpacked(bytes))
    hits.push(...searchPlain(`${sink} (${name})`, plain, needles));
  return hits;
}

/** Returns an HTTP body with its content encoding undone. */
export function decodeBody(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes);
  if (encoding === 'deflate') return inflateSync(bytes);
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return bytes;
}

/** Returns the paths of all files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export interface FileSearch {
  hits: Hit[];
  files: number;
  bytes: number;
}

/** Searches files; counts what it read, so that an empty search is noticed. */
export function searchFiles(paths: readonly string[], needles: readonly Needle[]): FileSearch {
  const result: FileSearch = { hits: [], files: 0, bytes: 0 };
  for (const path of paths) {
    const bytes = contentOf(path);
    if (bytes.length === 0) continue;
    result.files += 1;
    result.bytes += bytes.length;
    result.hits.push(...searchBytes(path, bytes, needles));
  }
  return result;
}

/** Searches every file below a folder. */
export const searchFolder = (folder: string, needles: readonly Needle[]): FileSearch =>
  searchFiles(filesBelow(folder), needles);

/** Returns the content of a file; empty if it vanished meanwhile, as temporary files of a running database do. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
