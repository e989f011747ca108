/**
 * Where sealed file parts lie. The store knows keys and sizes, nothing else; who may do what is decided before a
 * URL is signed. Real one: any S3 (`s3Store.ts`); embedded one: a folder of the server (`diskStore.ts`).
 */

/** How long a signed URL lives. Revoking somebody therefore takes effect on blobs within this many seconds. */
export const signedUrlSeconds = 300;

export type StoredBlob = { key: string; size: number; modifiedAt: Date };

export type BlobStore = {
  /**
   * A URL that takes exactly one object of exactly `size` bytes by PUT, for `signedUrlSeconds`. Absolute, or a path
   * on the API's own origin: resolve it against the API's address.
   */
  presignPut(key: string, size: number): Promise<string>;
  /** A URL that serves the object by GET (ranges allowed), for `signedUrlSeconds`; same form as `presignPut`. */
  presignGet(key: string): Promise<string>;
  /** The object's size in bytes, or undefined when there is none. */
  head(key: string): Promise<{ size: number } | undefined>;
  /** Removes the object; removing what is not there succeeds. */
  delete(key: string): Promise<void>;
  /** All objects whose key begins with `prefix` (whole path segments), in no particular order. */
  list(prefix: string): AsyncIterable<StoredBlob>;
};

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const name = '[a-z0-9][a-z0-9-]{0,79}';
const keyPattern = new RegExp(`^(?<workspaceId>${uuid})/(?<public>public/)?(?<name>${name})$`);
const namePattern = new RegExp(`^${name}$`);

export type BlobKey = { workspaceId: string; isPublic: boolean; name: string };

/** Whether `text` may be the last segment of a key: lower-case letters, digits and hyphens, at most 80. */
export const isBlobName = (text: string): boolean => namePattern.test(text);

/** `<workspace id>/<name>`, or `<workspace id>/public/<name>` for what the server may read (a logo). */
export function blobKey({ workspaceId, isPublic, name }: BlobKey): string {
  const key = `${workspaceId}/${isPublic ? 'public/' : ''}${name}`;
  if (!parseBlobKey(key)) throw new RangeError(`no blob key: ${JSON.stringify(key)}`);
  return key;
}

/**
 * The parts of a key, or undefined. The grammar has no dots, backslashes, percent signs or upper case, so a key is
 * at the same time a safe relative path on every file system and its own URL encoding.
 */
export function parseBlobKey(key: string): BlobKey | undefined {
  const groups = keyPattern.exec(key)?.groups;
  if (!groups) return undefined;
  return { workspaceId: groups.workspaceId!, isPublic: groups.public !== undefined, name: groups.name! };
}
