/** Reading files: parts fetched a little ahead, each verified and opened before a byte of it is handed on. */
import type { BlobTransport } from '../http/blobTransport.ts';
import type { Vault } from '../vault/vault.ts';
import type { KeptDownloads } from './keptDownloads.ts';
import { openingError, type Source, sourceOf } from './source.ts';
import type { Content, Downloads } from './transfer.ts';
import { UrlSupply } from './urlSupply.ts';

/** Parts under way at the same time. */
const atOnce = 3;

export interface DownloadsParts {
  workspaceId: string;
  vault: Pick<Vault, 'openPart'>;
  blobs: Pick<BlobTransport, 'downloadUrls' | 'get'>;
  /** Where large files are kept on their way; without it each begins anew. */
  kept?: KeptDownloads;
}

export function createDownloads(parts: DownloadsParts): Downloads {
  const { workspaceId, vault, blobs } = parts;

  /**
   * Yields the opened parts in order, the next ones on their way meanwhile; with `kept`, those that are there
   * from the device.
   */
  async function* read(
    { layout, document, context }: Source,
    signal: AbortSignal,
    kept?: KeptDownloads,
  ): AsyncGenerator<Uint8Array> {
    const wanted = Array.from({ length: layout.partCount }, (_, i) => i);
    // What is kept is fetched again where the device refuses it.
    const here = await kept?.indexes(context.blobId).catch(() => undefined);
    const urls = new UrlSupply(
      (indexes) => blobs.downloadUrls(indexes.map((index) => document.parts[index]!.fileKey)),
      wanted.filter((index) => !here?.has(index)),
    );
    const open = (index: number, sealed: Uint8Array) =>
      vault.openPart(context, layout.size, index, document.parts[index]!, sealed);
    const openKept = async (index: number) => {
      const sealed = here?.has(index) && (await kept?.part(context.blobId, index));
      // What does not verify is fetched.
      return sealed && open(index, sealed).catch(() => undefined);
    };
    const fetchPart = async (index: number) => {
      signal.throwIfAborted();
      try {
        const there = await openKept(index);
        if (there) return there;
        const { url } = await urls.take(index);
        const sealed = await blobs.get(url, signal);
        // The vault takes the bytes over.
        const keeping = kept?.keep(context.blobId, index, sealed);
        const opened = await open(index, sealed);
        await keeping;
        return opened;
      } catch (error) {
        throw openingError(error);
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
    // Blobs may be moved to disk by the browser; arrays stay in memory.
    const pieces: Blob[] = [];
    for await (const part of read(sourceOf(workspaceId, document), signal))
      pieces.push(new Blob([part as Uint8Array<ArrayBuffer>]));
    return pieces;
  };

  return {
    beside: async (document, side, signal = never()) =>
      new Blob(await wholeOf({ ...document, ...side }, signal)),
    text: async (document, side, signal = never()) =>
      new Blob(await wholeOf({ ...document, ...side }, signal)).text(),
    blob: async (document, signal = never()) =>
      new Blob(await wholeOf(document, signal), { type: document.mimeType ?? 'application/octet-stream' }),
    stream: (document, signal = never()) => {
      const kept = parts.kept?.takes(document.size ?? 0) ? parts.kept : undefined;
      let coming: AsyncGenerator<Uint8Array> | undefined;
      const stopping = new AbortController();
      return new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            coming ??= read(
              sourceOf(workspaceId, document),
              AbortSignal.any([signal, stopping.signal]),
              kept,
            );
            const { value, done } = await coming.next();
            if (!done) return controller.enqueue(value);
            controller.close();
            await kept?.forget(document.blobId!).catch(() => {});
          },
          cancel: () => stopping.abort(),
        },
        { highWaterMark: 0 },
      );
    },
  };
}

const never = (): AbortSignal => new AbortController().signal;
