/** Saves of open files whose documents have another content by now: both contents are kept, the later one as a copy. */
import type { Document } from '@kontor/contract/nouns/document';
import { freeNames } from '../nouns/document.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { Downloads, UploadTarget } from './transfer.ts';
import type { UploadItem } from './uploadItem.ts';

type Records = Pick<Mutations, 'collections'>;

interface CopyParts {
  records: Records;
  downloads: Pick<Downloads, 'blob'>;
}

/** Tells whether a document is deleted, or lies in the trash. */
export function isRemoved({ collections }: Records, documentId: string): boolean {
  const document = collections.document.get(documentId);
  return !document || document.trashEntryId !== undefined;
}

/** Tells whether a save would replace a content that its program never saw, or a document that is gone. */
export function isOvertaken(records: Records, { documentId, save }: UploadTarget): boolean {
  if (!documentId || !save) return false;
  const { blobId = '' } = records.collections.document.get(documentId) ?? {};
  return isRemoved(records, documentId) || !save.bases.includes(blobId);
}

/**
 * Returns the file and the target of the copy that a save becomes; where the document has this very content, the document.
 * A copy is sealed anew, since a document's id is part of the keys of its parts.
 * @param chosen the content where this page still has it; else it is read from where it was uploaded to
 * @throws what `Downloads.blob` throws
 */
export async function copyOf(
  { records, downloads }: CopyParts,
  { entry, target, plan, arrived }: UploadItem,
  chosen: File | undefined,
  signal: AbortSignal,
): Promise<{ file: File; target: UploadTarget } | { document: Document }> {
  const { mimeType, lastModified } = plan!;
  const content = chosen ?? (await downloads.blob(arrived, signal));
  const document = records.collections.document.get(entry.documentId);
  if (document?.size === content.size && !document.trashEntryId)
    if (await isSame(content, await downloads.blob(document, signal))) return { document };
  const { documentId: _, parentId, ...rest } = target;
  const folder = parentId && records.collections.document.get(parentId);
  const place = { ...rest, ...(folder && !folder.trashEntryId && { parentId }) };
  const [name] = freeNames(records, place, [target.save!.copyName]);
  return { file: new File([content], name!, { type: mimeType, lastModified }), target: place };
}

async function isSame(a: Blob, b: Blob): Promise<boolean> {
  const [left, right] = await Promise.all([a.arrayBuffer(), b.arrayBuffer()]);
  const other = new Uint8Array(right);
  return new Uint8Array(left).every((byte, i) => byte === other[i]);
}
