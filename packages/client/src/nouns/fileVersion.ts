/** The contents that a document had before: kept when another one is uploaded, brought back, dropped when they are too many. */
import { contentFields, type Document } from '@kontor/contract/nouns/document';
import { type FileVersion, maxVersions } from '@kontor/contract/nouns/fileVersion';
import { conflictsKey, conflictsOf } from '../replica/conflict.ts';
import type { ChangesOf } from '../replica/givenFields.ts';
import type { Mutations } from '../replica/mutations.ts';
import { readRow } from '../replica/row.ts';

/** The content of a document or version, besides the refs that follow from it. */
export type FileContent = Partial<Pick<Document, keyof typeof contentFields>>;

/** Returns what describes a content; fields that it has not are there and undefined, so that they replace others. */
const contentOf = (row: Partial<Record<string, unknown>>): FileContent =>
  Object.fromEntries(Object.keys(contentFields).map((field) => [field, row[field]]));

/** Returns when a content came in, ms. */
const broughtAt = ({ uploadedAt }: FileContent): number => uploadedAt ?? 0;

/** Returns the contents that somebody brought at the same moment as another one, which came first and is in force. */
const besideOf = (document: Pick<Document, 'id' | 'scopeId' | 'version' | 'updatedAt'>): FileVersion[] =>
  conflictsOf(document).flatMap(({ id, field, kept }) => {
    if (field !== 'file') return [];
    const { scopeId, version, updatedAt } = document;
    const fields = { ...kept, id, documentId: document.id, scopeId, version, updatedAt };
    return [readRow('fileVersion', fields)];
  });

/**
 * Returns the earlier contents of a document, and those that came in beside the one in force, the newest first. Two people who
 * replace one content at the same moment both keep it: it counts once.
 */
export function versionsOf(
  { collections }: Pick<Mutations, 'collections'>,
  documentId: string,
): FileVersion[] {
  const document = collections.document.get(documentId);
  const seen = new Set<string | undefined>([document?.blobId]);
  const kept = collections.fileVersion.where('documentId', documentId);
  return [...kept, ...(document ? besideOf(document) : [])]
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
    const before = readRow('document', transaction.row('document', documentId));
    if (before.blobId === content.blobId) return;
    keep(mutations, before);
    const settled = keepBeside(mutations, before, content);
    // What names the parts of the old content comes first: a part that nothing names for a moment is let go.
    mutations.update('document', documentId, { ...contentOf(content), ...settled } as ChangesOf<'document'>);
    const kept = versionsOf(mutations, documentId).filter(({ blobId }) => blobId !== content.blobId);
    const shown = new Set(kept.slice(0, maxVersions - 2).map(({ id }) => id));
    for (const { id } of mutations.collections.fileVersion.where('documentId', documentId))
      if (!shown.has(id)) mutations.remove('fileVersion', id);
  });
}

/** Makes an earlier content the one in force again; the one that was stays among the versions. */
export const restoreVersion = (mutations: Mutations, version: FileVersion): void =>
  replaceContent(mutations, version.documentId, contentOf(version));

/** Deletes an earlier content for good, wherever it is kept; the one in force stays, also where it is this one by now. */
export function removeVersion(mutations: Mutations, { documentId, blobId }: FileVersion): void {
  mutations.transaction(() => {
    const document = mutations.collections.document.get(documentId);
    if (!document || document.blobId === blobId) return;
    const isMeant = (content: FileContent) => content.blobId === blobId;
    const beside = besideOf(document).filter(isMeant);
    if (beside.length > 0) {
      const ids = beside.map(({ id }) => id);
      mutations.resolveConflicts('document', documentId, ids, 'current');
    }
    for (const version of mutations.collections.fileVersion.where('documentId', documentId))
      if (isMeant(version)) mutations.remove('fileVersion', version.id);
  });
}

/** Keeps what lies beside a document's content as a version, too. Returns the field that then lists it no more. */
function keepBeside(mutations: Mutations, before: Document, next: FileContent): { [conflictsKey]?: unknown } {
  const { id, scopeId, createdBy, createdAt } = before;
  const beside = besideOf(before);
  if (beside.length === 0) return {};
  const kept = mutations.collections.fileVersion.where('documentId', id);
  const known = new Set([next, ...kept].map(({ blobId }) => blobId));
  for (const each of beside)
    if (!known.has(each.blobId)) keep(mutations, { ...each, id, scopeId, createdBy, createdAt });
  const others = conflictsOf(before).filter(({ field }) => field !== 'file');
  return { [conflictsKey]: others.length > 0 ? others : undefined };
}

type Held = FileContent & Pick<Document, 'id' | 'scopeId' | 'createdBy' | 'createdAt'>;

/** Keeps the content that a document has, if it has one. */
function keep(mutations: Mutations, held: Held): void {
  const { id, scopeId, blobId, uploadedBy, uploadedAt, createdBy, createdAt } = held;
  if (!blobId) return;
  const given = Object.entries(contentOf(held)).filter(([, value]) => value !== undefined);
  mutations.create('fileVersion', scopeId, {
    ...Object.fromEntries(given),
    documentId: id,
    uploadedBy: uploadedBy ?? createdBy,
    uploadedAt: uploadedAt ?? createdAt,
  });
}
