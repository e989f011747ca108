/**
 * Stores sealed file parts. The store knows keys and sizes, nothing else; permissions are checked before a URL is
 * signed. Implementations: any S3 (`s3Store.ts`) and a folder of the server (`diskStore.ts`).
 */
import { uuidSource } from '@kontor/contract/wire/uuidPattern';

export type StoredBlob = { key: string; size: number; modifiedAt: Date };

export type BlobStore = {
  /**
   * Signs a URL that takes exactly one object of exactly `size` bytes by PUT, for `presignedSeconds`. Absolute, or a
   * path on the API's own origin: resolve it against the API's address.
   */
  presignPut(key: string, size: number): Promise<string>;
  /** Signs a URL that serves the object by GET (ranges allowed), for `presignedSeconds`; same form as `presignPut`. */
  presignGet(key: string): Promise<string>;
  /** Returns what is known of the object, its `size` in bytes; undefined when there is none. */
  head(key: string): Promise<{ size: number } | undefined>;
  /** Removes the object; removing what is not there succeeds. */
  delete(key: string): Promise<void>;
  /** Lists all objects whose key begins with `prefix` (whole path segments), in no particular order. */
  list(prefix: string): AsyncIterable<StoredBlob>;
};

const keyPattern = new RegExp(`^${uuidSource}/[a-z0-9][a-z0-9-]{0,63}$`);

/**
 * Tests for `<workspace id>/<name>`. The grammar has no dots, backslashes, percent signs or upper case, so a key is
 * also a safe relative path on every file system and its own URL encoding.
 */
export const isBlobKey = (key: string): boolean => keyPattern.test(key);

/** Returns the key of a workspace's object; throws RangeError where it does not fit the grammar. */
export function blobKey(workspaceId: string, name: string): string {
  const key = `${workspaceId}/${name}`;
  if (!isBlobKey(key)) throw new RangeError(`no blob key: ${JSON.stringify(key)}`);
  return key;
}
