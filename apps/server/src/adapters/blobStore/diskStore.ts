/** The embedded blob store: files in a folder, handed out through signed URLs of the server's own origin. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { presignedSeconds } from '@kontor/contract/wire/protocol';
import type { BlobStore } from './blobStore.ts';
import { serveFiles } from './diskEndpoint.ts';
import { DiskFiles } from './diskFiles.ts';
import { type Credentials, presign } from './sigv4.ts';

export type DiskStoreOptions = {
  /** The folder that holds the objects. */
  root: string;
  /** Signs the URLs; keep it across restarts, or open uploads have to ask for new URLs. */
  secret: string;
  /** Where the endpoint is mounted, without a slash at the end. */
  basePath: string;
  /** The time in milliseconds. */
  now?: () => number;
};

export type DiskStore = BlobStore & {
  basePath: string;
  /** Answers GET, HEAD, PUT and DELETE of signed URLs below `basePath`; rejects after answering when the disk fails. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

export const isDiskStore = (store: BlobStore): store is DiskStore => 'handle' in store;

/**
 * The host that our URLs are signed for: a constant and not the request's Host header, because a reverse proxy may
 * rewrite that, and the secret is used for this store only.
 */
const signedHost = 'blobs.kontor.invalid';

/** Opens the disk store. URLs are paths on the server's own origin. */
export async function openDiskStore({
  root,
  secret,
  basePath,
  now = Date.now,
}: DiskStoreOptions): Promise<DiskStore> {
  const files = await DiskFiles.open(root);
  const credentials: Credentials = { accessKeyId: 'kontor', secretAccessKey: secret, region: 'local' };
  const sign = (method: string, key: string, headers: Record<string, string>) =>
    presign(
      { method, host: signedHost, path: `${basePath}/${key}`, headers },
      credentials,
      presignedSeconds,
      now(),
    );
  return {
    basePath,
    presignPut: async (key, size) => sign('PUT', key, { 'content-length': String(size) }),
    presignGet: async (key) => sign('GET', key, {}),
    head: (key) => files.head(key),
    delete: (key) => files.delete(key),
    list: (prefix) => files.list(prefix),
    handle: serveFiles(files, { credentials, basePath, host: () => signedHost, now }),
  };
}
