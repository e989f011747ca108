/** The place and the keys of a content, as its record describes them; held against itself before anything is fetched. */
import { type FileLayout, fileLayout, partPlainSize, sealedPartSize } from '@kontor/crypto/fileLayout';
import type { FileContext } from '../vault/vault.ts';
import { type Content, DamagedFileError } from './transfer.ts';

export interface Source {
  layout: FileLayout;
  document: Content;
  context: FileContext;
}

/** Returns where a content lies and how it opens. @throws DamagedFileError where its record contradicts itself */
export function sourceOf(workspaceId: string, document: Content): Source {
  const { id: documentId, blobId, fileKey } = document;
  const layout = layoutOf(document);
  if (!layout || !blobId || !fileKey) throw new DamagedFileError();
  return { layout, document, context: { workspaceId, documentId, blobId, fileKey } };
}

/**
 * Returns the layout that a document's record describes; undefined where its parts are not those of a file of
 * its size.
 */
function layoutOf({ size, parts }: Content): FileLayout | undefined {
  if (size === undefined || !Number.isSafeInteger(size) || size < 0 || size >= 2 ** 49) return undefined;
  const layout = fileLayout(size);
  const fits =
    parts.length === layout.partCount &&
    parts.every((part, i) => part.size === sealedPartSize(partPlainSize(layout, i)));
  return fits ? layout : undefined;
}

/** Codes of bytes that are not those that were sealed, or are not there. */
const damages: readonly unknown[] = ['damaged-file', 'unknown-version', 'malformed', 'NOT_FOUND'];

/** Returns the error that callers hear: of bytes that do not verify, or are not there, that the file is damaged. */
export function openingError(error: unknown): unknown {
  const { code, status } = error as { code?: unknown; status?: unknown };
  return damages.includes(code) || status === 404 || status === 416 ? new DamagedFileError(error) : error;
}
