/** Reads a content here and there: fetches and opens the segments that hold the wanted bytes, and keeps a few. */
import { partHeadSize, type SegmentSlice, segmentSize, segmentsOfRange } from '@kontor/crypto/fileLayout';
import type { BlobTransport } from '../http/blobTransport.ts';
import type { Vault } from '../vault/vault.ts';
import { openingError, sourceOf } from './source.ts';
import type { Content, RangeReader } from './transfer.ts';
import { isFresh, type TimedUrl } from './urlSupply.ts';

/** Opened segments that are kept: 4 MiB. */
const keptSegments = 16;
/** Parts whose urls are asked for at once. */
const urlsAtOnce = 8;

interface ReaderParts {
  workspaceId: string;
  vault: Pick<Vault, 'openSegments'>;
  blobs: Pick<BlobTransport, 'downloadUrls' | 'get'>;
}

/** See `WorkspaceFiles.reader`. */
export function createRangeReader({ workspaceId, vault, blobs }: ReaderParts, content: Content): RangeReader {
  const { layout, context } = sourceOf(workspaceId, content);
  const { size } = layout;
  const urls = new Map<number, TimedUrl>();
  const heads = new Map<number, Uint8Array>();
  /** By number; what was used last stands last. */
  const kept = new Map<number, Uint8Array>();

  const urlOf = async (part: number): Promise<string> => {
    const known = urls.get(part);
    if (known && isFresh(known)) return known.url;
    const since = Date.now();
    const keys = content.parts.slice(part, part + urlsAtOnce).map(({ fileKey }) => fileKey);
    const answer = await blobs.downloadUrls(keys);
    for (const [i, url] of answer.entries()) urls.set(part + i, { ...url, since });
    return answer[0]!.url;
  };

  const headOf = async (part: number, url: string, signal: AbortSignal): Promise<Uint8Array> => {
    const head = heads.get(part) ?? (await blobs.get(url, signal, { start: 0, end: partHeadSize }));
    heads.set(part, head);
    return head;
  };

  /** Fetches neighbours of one part; returns them opened, each with its number. */
  const fetchRun = async (run: readonly SegmentSlice[], signal: AbortSignal) => {
    const { part, segment, sealedStart: start } = run[0]!;
    const end = run.at(-1)!.sealedEnd;
    const url = await urlOf(part);
    const [head, sealed] = await Promise.all([
      headOf(part, url, signal),
      blobs.get(url, signal, { start, end }),
    ]);
    const opened = await vault.openSegments(context, size, segment, run.length, head, sealed);
    return run.map((_, i) => {
      return [segment + i, opened.subarray(i * segmentSize, (i + 1) * segmentSize)] as const;
    });
  };

  const read = async (start: number, end: number, signal: AbortSignal) => {
    const wanted = segmentsOfRange(layout, start, end);
    const have = new Map<number, Uint8Array>();
    for (const { segment } of wanted) {
      const opened = kept.get(segment);
      if (opened) have.set(segment, opened);
    }
    const runs: SegmentSlice[][] = [];
    for (const slice of wanted.filter(({ segment }) => !have.has(segment))) {
      const run = runs.at(-1);
      const isNext = run?.[0]?.part === slice.part && run.at(-1)?.segment === slice.segment - 1;
      if (isNext) run.push(slice);
      else runs.push([slice]);
    }
    for (const [segment, opened] of (await Promise.all(runs.map((run) => fetchRun(run, signal)))).flat())
      have.set(segment, opened);
    const out = new Uint8Array(wanted.reduce((sum, { from, to }) => sum + to - from, 0));
    let at = 0;
    for (const { segment, from, to } of wanted) {
      const opened = have.get(segment)!;
      out.set(opened.subarray(from, to), at);
      at += to - from;
      kept.delete(segment);
      kept.set(segment, opened);
    }
    for (const segment of [...kept.keys()].slice(0, -keptSegments)) kept.delete(segment);
    return out;
  };

  return {
    size,
    read: (start, end, signal) =>
      read(start, end, signal).catch((error) => {
        throw signal.aborted ? signal.reason : openingError(error);
      }),
  };
}
