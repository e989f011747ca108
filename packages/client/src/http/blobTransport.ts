import type { Presigned } from '@kontor/contract/wire/blob';
import { callErrorOf, offline } from './callError.ts';
import { fetchPatiently, type Http } from './http.ts';

/** ms within which the server has to answer for an address: a dead connection would hold an upload's or a download's turn for good. */
const beginsWithin = 30_000;
/** ms after which a part that does not get through counts as a broken connection: 4 MiB at 60 kbit/s. */
const putTimeout = 600_000;

export interface BlobTransport {
  /** Resolves with a url and a storage key per part of these sizes (bytes, as stored). */
  presign(sizes: number[]): Promise<Presigned[]>;
  /** Puts one part. Always a Blob: an ArrayBuffer is seven times slower in Chromium. Rejects unless it is stored. */
  put(url: string, body: Blob, signal: AbortSignal): Promise<void>;
  downloadUrls(fileKeys: string[]): Promise<Presigned[]>;
  /** Reads one part whole, or bytes `start` to `end` (exclusive) of it. */
  get(url: string, signal: AbortSignal, range?: { start: number; end: number }): Promise<Uint8Array>;
  remove(fileKey: string): Promise<void>;
}

/**
 * Transports file parts over HTTP: urls from the API, bytes straight to and from where they point, without
 * credentials.
 */
export function blobTransport(http: Http): BlobTransport {
  const direct = async (url: string, init: RequestInit): Promise<Response> => {
    const { href } = new URL(url, http.origin);
    const response = await fetchPatiently(http.fetch, href, { ...init, credentials: 'omit' });
    if (!response.ok) throw callErrorOf(response.status, undefined);
    return response;
  };
  return {
    presign: (sizes) =>
      http.json<Presigned[]>('/api/s3/pre-signed-url', {
        query: { count: String(sizes.length), sizes: sizes.join(',') },
        beginsWithin,
      }),
    put: async (url, body, signal) => {
      const late = AbortSignal.timeout(putTimeout);
      try {
        await direct(url, { method: 'PUT', body, signal: AbortSignal.any([signal, late]) });
      } catch (error) {
        throw late.aborted && !signal.aborted ? offline(error) : error;
      }
    },
    downloadUrls: (fileKeys) =>
      http.json<Presigned[]>('/api/s3/download-urls', { method: 'POST', body: { fileKeys }, beginsWithin }),
    get: async (url, signal, range) => {
      const headers = range && { headers: { range: `bytes=${range.start}-${range.end - 1}` } };
      return new Uint8Array(await (await direct(url, { signal, ...headers })).arrayBuffer());
    },
    remove: async (fileKey) => {
      await http.json('/api/s3/delete', {
        method: 'POST',
        body: { fileKey },
        beginsWithin,
      });
    },
  };
}
