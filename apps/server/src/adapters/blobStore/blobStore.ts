/**
 * Where sealed file parts lie. The store knows keys and sizes, nothing else; who may do what is decided before a
 * URL is signed. Real one: any S3 (`s3Store.ts`); embedded one: a folder of the server (`diskStore.ts`).
 */

export type StoredBlob = { key: string; size: number; modifiedAt: Date };

export type BlobStore = {
  /**
   * A URL that takes exactly one object of exactly `size` bytes by PUT, for `presignedSeconds`. Absolute, or a path
   * on the API's own origin: resolve it against the API's address.
   */
  presignPut(key: string, size: number): Promise<string>;
  /** A URL that serves the object by GET (ranges allowed), for `presignedSeconds`; same form as `presignPut`. */
  presignGet(key: string): Promise<string>;
  /** The object's size in bytes, or undefined when there is none. */
  head(key: string): Promise<{ size: number } | undefined>;
  /** Removes the object; removing what is not there succeeds. */
  delete(key: string): Promise<void>;
  /** All objects whose key begins with `prefix` (whole path segments), in no particular order. */
  list(prefix: string): AsyncIterable<StoredBlob>;
};

const keyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\/[a-z0-9][a-z0-9-]{0,63}$/;

/**
 * Whether `key` is `<workspace id>/<name>`. The grammar has no dots, backslashes, percent signs or upper case, so a
 * key is at the same time a safe relative path on every file system and its own URL encoding.
 */
export const isBlobKey = (key: string): boolean => keyPattern.test(key);

/** The key of a workspace's object; throws RangeError for what the grammar does not have. */
export function blobKey(workspaceId: string, name: string): string {
  const key = `${workspaceId}/${name}`;
  if (!isBlobKey(key)) throw new RangeError(`no blob key: ${JSON.stringify(key)}`);
  return key;
}
