/** Searches sinks (folders, buffers) for a marker in every encoding, gzip and deflate included. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Needle } from './marker.ts';

export interface Hit {
  sink: string;
  encoding: string;
  /** What stands around it, for the report. */
  around: string;
}

const gzipMagic = Buffer.from([0x1f, 0x8b, 0x08]);

/** The plain forms of everything in `bytes` that looks like a gzip stream. */
function* gunzipped(bytes: Buffer): Generator<Buffer> {
  for (let at = bytes.indexOf(gzipMagic); at >= 0; at = bytes.indexOf(gzipMagic, at + 1)) {
    const plain = attempt(() => gunzipSync(bytes.subarray(at), { finishFlush: 2 }));
    if (plain) yield plain;
  }
}

/** What a decompressor makes of bytes; undefined where they are not in its format. */
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

/** Every encoding of the marker that `bytes` holds, once each. */
export function searchBytes(sink: string, bytes: Buffer, needles: readonly Needle[]): Hit[] {
  const hits = searchPlain(sink, bytes, needles);
  for (const plain of gunzipped(bytes)) hits.push(...searchPlain(`${sink} (gzip)`, plain, needles));
  return hits;
}

/** An HTTP body with its content encoding undone. */
export function decodeBody(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes);
  if (encoding === 'deflate') return inflateSync(bytes);
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return bytes;
}

/** Paths of all files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export interface FolderSearch {
  hits: Hit[];
  files: number;
  bytes: number;
}

/** Searches every file below a folder; counts what it read, so that a search of nothing shows. */
export function searchFolder(folder: string, needles: readonly Needle[]): FolderSearch {
  const result: FolderSearch = { hits: [], files: 0, bytes: 0 };
  for (const file of filesBelow(folder)) {
    const size = statSync(file).size;
    if (size === 0) continue;
    const bytes = readFileSync(file);
    result.files += 1;
    result.bytes += bytes.length;
    result.hits.push(...searchBytes(file, bytes, needles));
  }
  return result;
}
