/** Reading files: parts fetched a little ahead, each verified and opened before a byte of it is handed on. */
import {
  type FileLayout,
  fileLayout,
  partPlainSize,
  partSize,
  sealedPartSize,
} from '@kontor/crypto/fileLayout';
import type { BlobTransport } from '../http/blobTransport.ts';
import type { FileContext, Vault } from '../vault/vault.ts';
import { type Content, DamagedFileError, type Downloads } from './transfer.ts';
import { UrlSupply } from './urlSupply.ts';

/** Parts under way at the same time. */
const atOnce = 3;

export interface DownloadsParts {
  workspaceId: string;
  vault: Pick<Vault, 'openPart'>;
  blobs: Pick<BlobTransport, 'downloadUrls' | 'get'>;
}

interface Source {
  layout: FileLayout;
  document: Content;
  context: FileContext;
}

export function createDownloads(parts: DownloadsParts): Downloads {
  const { workspaceId, vault, blobs } = parts;

  const open = (document: Content): Source => {
    const { id: documentId, blobId, fileKey } = document;
    const layout = layoutOf(document);
    if (!layout || !blobId || !fileKey) throw new DamagedFileError();
    return { layout, document, context: { workspaceId, documentId, blobId, fileKey } };
  };

  /** The opened parts `from` to `to` (exclusive), in order, the next ones on their way meanwhile. */
  async function* read(
    { layout, document, context }: Source,
    from: number,
    to: number,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const wanted = Array.from({ length: to - from }, (_, i) => from + i);
    const urls = new UrlSupply(
      (indexes) => blobs.downloadUrls(indexes.map((index) => document.parts[index]!.fileKey)),
      wanted,
    );
    const fetchPart = async (index: number) => {
      signal.throwIfAborted();
      const part = document.parts[index]!;
      try {
        const { url } = await urls.take(index);
        const sealed = await blobs.get(url, signal);
        return await vault.openPart(context, layout.size, index, part, sealed);
      } catch (error) {
        throw isDamage(error) ? new DamagedFileError(error) : error;
      }
    };
    const coming: Promise<Uint8Array>[] = [];
    const order = () => {
      const next = wanted.shift();
      if (next === undefined) return;
      const part = fetchPart(next);
      // Awaited in order below; one that fails early must not count as unhandled until then.
      part.catch(() => {});
      coming.push(part);
    };
    for (let i = 0; i < atOnce; i++) order();
    for (let part = coming.shift(); part; part = coming.shift()) {
      const opened = await part;
      order();
      yield opened;
    }
  }

  const wholeOf = async (document: Content, signal: AbortSignal): Promise<Blob[]> => {
    const source = open(document);
    // Blobs may be moved to disk by the browser; arrays stay in memory.
    const pieces: Blob[] = [];
    for await (const part of read(source, 0, source.layout.partCount, signal))
      pieces.push(new Blob([part as Uint8Array<ArrayBuffer>]));
    return pieces;
  };

  return {
    beside: async (document, side, signal = never()) =>
      new Blob(await wholeOf({ ...document, ...side }, signal)),
    text: async (document, side, signal = never()) =>
      new Blob(await wholeOf({ ...document, ...side }, signal)).text(),
    blob: async (document, signal = never()) => {
      const pieces = await wholeOf(document, signal);
      return new Blob(pieces, { type: document.mimeType ?? 'application/octet-stream' });
    },
    stream: (document, signal = never()) => {
      let parts: AsyncGenerator<Uint8Array> | undefined;
      const stopping = new AbortController();
      return new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            if (!parts) {
              const source = open(document);
              parts = read(source, 0, source.layout.partCount, AbortSignal.any([signal, stopping.signal]));
            }
            const { value, done } = await parts.next();
            if (done) controller.close();
            else controller.enqueue(value);
          },
          cancel: () => stopping.abort(),
        },
        { highWaterMark: 0 },
      );
    },
    range: async (document, start, end, signal = never()) => {
      const source = open(document);
      const first = Math.max(0, Math.min(start, source.layout.size));
      const stop = Math.max(first, Math.min(end, source.layout.size));
      const out = new Uint8Array(stop - first);
      if (out.length === 0) return out;
      const from = Math.floor(first / partSize);
      let offset = from * partSize;
      for await (const part of read(source, from, Math.ceil(stop / partSize), signal)) {
        const piece = part.subarray(Math.max(0, first - offset), stop - offset);
        out.set(piece, Math.max(0, offset - first));
        offset += partSize;
      }
      return out;
    },
  };
}

const never = (): AbortSignal => new AbortController().signal;

/** The layout that a document's record describes; undefined where its parts are not those of a file of its size. */
function layoutOf({ size, parts }: Content): FileLayout | undefined {
  if (size === undefined || !Number.isSafeInteger(size) || size < 0 || size >= 2 ** 49) return undefined;
  const layout = fileLayout(size);
  const fits =
    parts.length === layout.partCount &&
    parts.every((part, i) => part.size === sealedPartSize(partPlainSize(layout, i)));
  return fits ? layout : undefined;
}

/** A part that does not verify, or that is not there. */
function isDamage(error: unknown): boolean {
  const { code, status } = error as { code?: unknown; status?: unknown };
  return code === 'damaged-file' || status === 404 || code === 'NOT_FOUND';
}
