/** Stores beside a file's content, sealed under its key, the words and the picture that a device read of it. */
import type { Document, SideFile } from '@kontor/contract/nouns/document';
import { type Bytes, utf8 } from '@kontor/contract/wire/bytes';
import { fileLayout, partPlainSize, partRange, sealedPartSize } from '@kontor/crypto/fileLayout';
import { v7 as uuidv7 } from 'uuid';
import { blobOf } from '../http/blobOf.ts';
import type { BlobTransport } from '../http/blobTransport.ts';
import type { Vault } from '../vault/vault.ts';

export interface FileContents {
  /** WebP. */
  thumbnail?: Uint8Array;
  words?: string | undefined;
  /** `part` where `words` end before the file's do. Absent where nobody looked for words, since files of that kind have none. */
  searchable?: 'yes' | 'part' | 'never';
}

/** Reads a file on this device. Never rejects. */
export type ReadContents = (file: Blob, name: string) => Promise<FileContents>;

/**
 * Reads a file that is to be had with effort, and only where that is worth it: by its name and its bytes. Rejects as
 * `open` does.
 */
export type ReadFetched = (
  file: { name: string; size: number },
  open: () => Promise<Blob>,
) => Promise<FileContents>;

/** A file that was chosen for upload, and what is being read of it. */
export interface ChosenFile {
  file: File;
  reading: Promise<FileContents>;
}

/** The fields of a document that say what lies beside its content. */
export type Beside = Partial<Pick<Document, 'thumbnail' | 'words' | 'searchable'>>;

export interface BesideParts {
  workspaceId: string;
  vault: Pick<Vault, 'sealPart'>;
  blobs: Pick<BlobTransport, 'presign' | 'put'>;
}

interface Content {
  documentId: string;
  fileKey: string;
}

/** Stores what was read beside a content. @throws what the transport throws; nothing names what was stored then */
export async function storeBeside(
  parts: BesideParts,
  content: Content,
  { thumbnail, words, searchable }: FileContents,
  signal: AbortSignal,
): Promise<Beside> {
  const store = (bytes: Uint8Array) => storeSideFile(parts, content, bytes, signal);
  return {
    ...(thumbnail && { thumbnail: await store(thumbnail) }),
    ...(words && { words: await store(utf8(words)) }),
    ...(searchable && { searchable }),
  };
}

/** Seals and stores a small file. It is a content of its own under the key. @throws what the transport throws */
export async function storeSideFile(
  { workspaceId, vault, blobs }: BesideParts,
  { documentId, fileKey }: Content,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<SideFile> {
  const layout = fileLayout(bytes.length);
  const indexes = Array.from({ length: layout.partCount }, (_, index) => index);
  const sizes = indexes.map((index) => sealedPartSize(partPlainSize(layout, index)));
  const urls = await blobs.presign(sizes);
  const blobId = uuidv7();
  const context = { workspaceId, documentId, blobId, fileKey };
  const parts: SideFile['parts'] = [];
  for (const index of indexes) {
    const { start, end } = partRange(layout, index);
    const { sealed, part } = await vault.sealPart(context, bytes.length, index, bytes.slice(start, end));
    const { url, fileKey: storageKey } = urls[index]!;
    await blobs.put(url, blobOf(sealed as Bytes), signal);
    parts.push({ ...part, fileKey: storageKey });
  }
  return { blobId, size: bytes.length, parts };
}
