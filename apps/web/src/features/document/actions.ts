/** Actions upon documents. Each shows at once; what goes wrong on this side is said in a toast. */

import { safeFileName } from '@kontor/client/files/safeName';
import { DamagedFileError } from '@kontor/client/files/transfer';
import { type DocumentPlace, isNameTaken, moveDocuments as moveInto } from '@kontor/client/nouns/document';
import type { Document } from '@kontor/contract/nouns/document';
import { failureText } from '../../platform/failures/failures.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { documentMessages } from './messages.ts';
import type { Root } from './root.ts';
import { shownName } from './shownName.ts';
import { descendantsOf, forbiddenTargets, taskDocumentsPath } from './tree.ts';

const { t } = documentMessages;

/** Says what failed; a taken name in its own words. */
function report(error: unknown, otherwise: string): void {
  toast.error(failureText(error, otherwise));
  reportError(error);
}

/** Returns the refs of a place that are there. */
export const placeOf = ({ scopeId, parentId, taskId, customerId }: DocumentPlace) => ({
  scopeId,
  ...(parentId && { parentId }),
  ...(taskId && { taskId }),
  ...(customerId && { customerId }),
});

/** Says that a name is taken in a place; nothing when it is not. */
export function takenError(place: DocumentPlace, name: string, except?: Document): string | undefined {
  if (!name.trim()) return undefined;
  const { records } = currentWorkspace();
  return isNameTaken(records, placeOf(place), name.trim(), except?.id) ? t('nameExists') : undefined;
}

/** Makes a folder. Returns whether it worked, after saying so if not. */
export function createFolder(place: DocumentPlace, name: string): boolean {
  const { records, userId } = currentWorkspace();
  try {
    const { scopeId, ...refs } = placeOf(place);
    records.create('document', scopeId, {
      kind: 'folder',
      name: name.trim(),
      ...refs,
      createdBy: userId,
      createdAt: Date.now(),
    });
    return true;
  } catch (error) {
    report(error, t('folderFailed'));
    return false;
  }
}

export function renameDocument(document: Document, name: string): boolean {
  try {
    currentWorkspace().records.update('document', document.id, { name: name.trim() });
    return true;
  } catch (error) {
    report(error, t('renameFailed'));
    return false;
  }
}

/**
 * Moves folders and files into a folder (its id, undefined for the top) of the same project or customer. Refuses, with
 * the reason, what cannot go.
 */
export function moveDocuments(
  ids: readonly string[],
  { scopeId, customerId }: Root,
  folderId: string | undefined,
): boolean {
  if (folderId === taskDocumentsPath) {
    toast.error(t('intoTaskDocuments'));
    return false;
  }
  const { records } = currentWorkspace();
  const all = records.collections.document.where('scopeId', scopeId);
  const moved = ids.flatMap((id) => records.collections.document.get(id) ?? []);
  const leaving = moved.filter((document) => document.parentId !== folderId || document.taskId);
  if (leaving.length === 0) return true;
  if (folderId && forbiddenTargets(all, ids).has(folderId)) {
    toast.error(t('intoItself'));
    return false;
  }
  const taken = leaving.find((document) =>
    isNameTaken(records, placeOf({ scopeId, customerId, parentId: folderId }), document.name),
  );
  if (taken) {
    toast.error(`${shownName(taken.name)}: ${t('nameExists')}`);
    return false;
  }
  try {
    moveInto(
      records,
      leaving.map((document) => document.id),
      { scopeId, ...(folderId && { parentId: folderId }) },
    );
    return true;
  } catch (error) {
    report(error, t('moveFailed'));
    return false;
  }
}

function deleteQuestion(documents: readonly Document[]): { title: string; body: string } {
  const [document] = documents;
  if (!document || documents.length > 1)
    return { title: t('deleteManyTitle', { count: documents.length }), body: t('deleteManyBody') };
  const title = t('deleteTitle', { name: shownName(document.name) });
  if (document.kind === 'file') return { title, body: t('deleteFileBody') };
  const all = currentWorkspace().records.collections.document.where('scopeId', document.scopeId);
  const count = descendantsOf(all, document.id).size;
  return { title, body: count > 0 ? t('deleteFolderBody', { count }) : t('deleteEmptyFolderBody') };
}

/** Asks, then deletes. Resolves to whether they are gone. */
export async function deleteDocuments(documents: readonly Document[]): Promise<boolean> {
  const agreed = await confirm({ ...deleteQuestion(documents), action: t('delete'), danger: true });
  if (!agreed) return false;
  const { records } = currentWorkspace();
  try {
    records.transaction(() => {
      // A folder takes what lies in it along, so that a chosen file in it may be gone already.
      for (const { id } of documents)
        if (records.collections.document.get(id)) records.remove('document', id);
    });
    return true;
  } catch (error) {
    report(error, t('deleteFailed'));
    return false;
  }
}

/** Opens a file's content. Rejects after an abort, and when the file is not what was uploaded. */
export const openDocument = (document: Document, signal: AbortSignal): Promise<Blob> =>
  currentWorkspace().openFile(document, signal);

/** Says why a file could not be opened. */
export const openingProblem = (error: unknown): string =>
  error instanceof DamagedFileError ? t('damaged') : failureText(error, t('downloadFailed'));

/** Saves a file on this computer under a name that every system takes. */
export async function downloadDocument(document: Document): Promise<void> {
  toast.info(t('downloading', { name: shownName(document.name) }));
  try {
    const blob = await currentWorkspace().openFile(document);
    // Plain bytes: a browser that is asked to show them instead of saving must not take them for a page.
    const url = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
    const link = Object.assign(window.document.createElement('a'), {
      href: url,
      download: safeFileName(document.name),
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    toast.error(openingProblem(error));
  }
}
