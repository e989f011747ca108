import { entity, type Open } from '../entity/entity.ts';
import { data, id, instant, number, oneOf, text } from '../entity/field.ts';
import { blobs, nameTag, ref } from '../entity/ref.ts';

/** A part of a file as its document's sealed record lists it: one blob. `sha256` is base64url, of the sealed bytes. */
export interface FilePart {
  fileKey: string;
  /** Bytes as stored. */
  size: number;
  sha256: string;
}

/** Returns true if a value lists the parts of a file. */
export const isParts = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (part: Partial<FilePart> | null) =>
      typeof part?.fileKey === 'string' && Number.isSafeInteger(part.size) && typeof part.sha256 === 'string',
  );

/**
 * A small file beside a content, stored as one is and sealed under the content's key, so that nobody fetches the content
 * for it: its first page as a picture, or its words.
 */
export interface SideFile {
  /** Names it in the key derivation of its parts. */
  blobId: string;
  /** Plaintext bytes. */
  size: number;
  parts: FilePart[];
}

/** Returns true if a value is a small file beside a content. */
export const isSideFile = (value: unknown): boolean => {
  const { blobId, size, parts } = (value ?? {}) as Partial<SideFile>;
  return typeof blobId === 'string' && Number.isSafeInteger(size) && isParts(parts);
};

const sideFile = () => data<SideFile | undefined>(undefined, isSideFile).optional();

/**
 * Tells if a content is found by its words: `no` where nobody looked yet, `part` where it has more of them than are kept,
 * `never` where looking led nowhere.
 */
const searchability = ['no', 'yes', 'part', 'never'] as const;

/** The fields that describe the content of a document or of a version. */
export const contentFields = {
  mimeType: text(255).optional(),
  /** Plaintext bytes. */
  size: number().optional(),
  /** The file's own key, base64url; a new one with each upload. */
  fileKey: text(64).optional(),
  /** Names this upload in the key derivation of its parts. */
  blobId: id().optional(),
  parts: data<FilePart[]>([], isParts),
  uploadedBy: id().optional(),
  uploadedAt: instant().optional(),
  /** WebP, 256 px at most. */
  thumbnail: sideFile(),
  /** UTF-8. */
  words: sideFile(),
  searchable: oneOf(searchability).optional(),
};

/** The fields of a folder or file that are shown to those who work here and to a customer with whom it is shared. */
export const documentFields = {
  kind: oneOf(['file', 'folder']),
  name: text(255),
  ...contentFields,
  createdBy: id(),
  createdAt: instant(),
};

/** The content of a document: parts and keys of two uploads must never be mixed. */
export const fileFields = [
  ...(Object.keys(contentFields) as (keyof typeof contentFields)[]),
  'blobs',
] as const;

/**
 * A folder or a file. Its place is `parentId` (absent: the top of the project's or customer's documents), or `taskId` for what
 * hangs on a task and shows in the virtual folder of task documents, or `trashEntryId` while it can be brought back from the
 * trash, where it shows nowhere. What the firm keeps about a customer lies in the
 * `staff` scope, where every folder and file names the customer.
 */
export const document = entity('document', {
  scopes: ['project', 'staff'],
  within: ['trashEntryId', 'parentId', 'taskId'],
  about: 'customerId',
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  unique: [{ fields: ['parentId', 'nameTag'], error: 'NAME_TAKEN' }],
  title: ['name'],
  indexes: ['parentId', 'taskId', 'customerId'],
  groups: { file: fileFields },
  refs: {
    trashEntryId: ref('trashEntry').optional(),
    parentId: ref('document').optional(),
    taskId: ref('task').optional(),
    customerId: ref('customer').optional(),
    nameTag: nameTag(),
    blobs: blobs(),
  },
  sealed: documentFields,
});
export type Document = Open<typeof document>;
