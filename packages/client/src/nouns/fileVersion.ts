/** The contents that a document had before: kept when another one is uploaded, brought back, dropped when they are too many. */
import { type Document, fileFields } from '@kontor/contract/nouns/document';
import { type FileVersion, maxVersions } from '@kontor/contract/nouns/fileVersion';
import type { ChangesOf } from '../replica/draft.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { Row } from '../replica/row.ts';

/** The content of a document or version, besides the refs that follow from it. */
export type FileContent = Partial<Pick<Document, Exclude<(typeof fileFields)[number], 'blobs'>>>;

const contentFields = fileFields.filter((field) => field !== 'blobs');

/** Returns what describes a content; fields that it has not are there and undefined, so that they replace others. */
const contentOf = (row: Partial<Record<string, unknown>>): FileContent =>
  Object.fromEntries(contentFields.map((field) => [field, row[field]]));

/** Returns when a content came in, ms. */
export const broughtAt = ({ uploadedAt }: FileContent): number => uploadedAt ?? 0;

/**
 * Returns the earlier contents of a document, the newest first. Two people who replace one content at the same moment both
 * keep it: it counts once.
 */
export function versionsOf(
  { collections }: Pick<Mutations, 'collections'>,
  documentId: string,
): FileVersion[] {
  const inForce = collections.document.get(documentId)?.blobId;
  const seen = new Set<string | undefined>([inForce]);
  return collections.fileVersion
    .where('documentId', documentId)
    .toSorted((a, b) => broughtAt(b) - broughtAt(a) || (a.id < b.id ? 1 : -1))
    .filter(({ blobId }) => !seen.has(blobId) && seen.add(blobId));
}

/**
 * Replaces the content of a document and keeps the one that it had. What is more than `maxVersions` goes, the oldest first,
 * and its parts with it.
 * @throws RangeError where the document is gone
 */
export function replaceContent(mutations: Mutations, documentId: string, content: FileContent): void {
  mutations.transaction((transaction) => {
    const before = transaction.row('document', documentId);
    if (before.blobId === content.blobId) return;
    keep(mutations, before);
    // What names the parts of the old content comes first: a part that nothing names for a moment is let go.
    mutations.update('document', documentId, contentOf(content) as ChangesOf<'document'>);
    const kept = versionsOf(mutations, documentId).filter(({ blobId }) => blobId !== content.blobId);
    const shown = new Set(kept.slice(0, maxVersions - 2).map(({ id }) => id));
    for (const { id } of mutations.collections.fileVersion.where('documentId', documentId))
      if (!shown.has(id)) mutations.remove('fileVersion', id);
  });
}

/** Makes an earlier content the one in force again; the one that was stays among the versions. */
export const restoreVersion = (mutations: Mutations, version: FileVersion): void =>
  replaceContent(mutations, version.documentId, contentOf(version));

/** Keeps the content that a document has, if it has one. */
function keep(mutations: Mutations, row: Row): void {
  const { id, scopeId, blobId } = row as unknown as Document;
  if (!blobId) return;
  const { uploadedBy, uploadedAt, createdBy, createdAt } = row as unknown as Document;
  const given = Object.entries(contentOf(row)).filter(([, value]) => value !== undefined);
  mutations.create('fileVersion', scopeId, {
    ...Object.fromEntries(given),
    documentId: id,
    uploadedBy: uploadedBy ?? createdBy,
    uploadedAt: uploadedAt ?? createdAt,
  });
}
