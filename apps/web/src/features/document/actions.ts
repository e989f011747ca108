/** Actions upon documents. Each shows at once; what goes wrong on this side is said in a toast. */

import { type DocumentPlace, documentPlaceOf, isNameTaken } from '@kontor/client/nouns/document';
import { removeVersion, restoreVersion } from '@kontor/client/nouns/fileVersion';
import {
  emptyTrash,
  isToBeDeleted,
  type Restored,
  restoreFromTrash,
  trashDocuments,
} from '@kontor/client/nouns/trash';
import { isReady, reconcileOnChange } from '@kontor/client/workspace/reconcile';
import type { Document } from '@kontor/contract/nouns/document';
import type { FileVersion } from '@kontor/contract/nouns/fileVersion';
import type { TrashEntry } from '@kontor/contract/nouns/trashEntry';
import { reportFailure } from '../../platform/failures/failures.ts';
import { saveFile } from '../../platform/saveFile.ts';
import { formatBytes, formatDateTime } from '../../platform/text/format.ts';
import { firstNames, shownName } from '../../platform/text/shownName.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace, workspaceIfOpen } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { documentMessages } from './messages.ts';
import { openingFailureText } from './opening.ts';
import { saveArchive, saveLarge } from './packing.ts';
import type { Root } from './root.ts';
import { type ContentsOf, packed } from './zip.ts';

const { t } = documentMessages;

/** Says that a name is taken in a place; nothing when it is not. */
export function takenError(place: DocumentPlace, name: string, except?: Document): string | undefined {
  if (!name.trim()) return undefined;
  const { records } = currentWorkspace();
  return isNameTaken(records, documentPlaceOf(place), name.trim(), except?.id) ? t('nameExists') : undefined;
}

/** Makes a folder. Returns whether it worked, after saying so if not. */
export function createFolder(place: DocumentPlace, name: string): boolean {
  const { records, userId } = currentWorkspace();
  try {
    const { scopeId, ...refs } = documentPlaceOf(place);
    records.create('document', scopeId, {
      kind: 'folder',
      name: name.trim(),
      ...refs,
      createdBy: userId,
      createdAt: Date.now(),
    });
    return true;
  } catch (error) {
    reportFailure(error, t('folderFailed'));
    return false;
  }
}

export function renameDocument(document: Document, name: string): boolean {
  try {
    currentWorkspace().records.update('document', document.id, { name: name.trim() });
    return true;
  } catch (error) {
    reportFailure(error, t('renameFailed'));
    return false;
  }
}

/** Puts documents into the trash. Returns whether they are there. */
export function deleteDocuments(documents: readonly Document[]): boolean {
  const { records } = currentWorkspace();
  try {
    const entryIds = trashDocuments(
      records,
      documents.map(({ id }) => id),
    );
    const entries = entryIds.flatMap((id) => records.collections.trashEntry.get(id) ?? []);
    const [first] = documents;
    toast.info(
      documents.length === 1
        ? t('trashed', { name: shownName(first!.name) })
        : t('trashedMany', { count: documents.length }),
      {
        label: t('undo'),
        isUndo: true,
        // The trash of another workspace says nothing about it.
        run: () =>
          workspaceIfOpen()?.records.id === records.id
            ? restoreDocuments(entries)
            : toast.error(t('restoreFailed')),
      },
    );
    return true;
  } catch (error) {
    reportFailure(error, t('deleteFailed'));
    return false;
  }
}

/**
 * Takes documents out of the trash, and says what has become of them: which have another name, or another place, what is not there
 * any more, what is not shared again.
 */
export function restoreDocuments(entries: readonly TrashEntry[]): void {
  const { records } = currentWorkspace();
  const there = entries.filter(({ id }) => records.collections.trashEntry.get(id));
  const [first] = there;
  if (!first) {
    toast.error(t('notInTrash'));
    return;
  }
  try {
    const restored = restoreFromTrash(
      records,
      there.map(({ id }) => id),
    );
    const renamed = restored.filter(({ name, entry }) => name !== entry.name);
    const moved = restored.filter(isElsewhere);
    const said = [
      there.length === 1
        ? t('restored', { name: shownName(first.name) })
        : t('restoredMany', { count: there.length }),
      ...(renamed.length > 0
        ? [t('restoredAs', { names: firstNames(renamed.map(({ name }) => name)) })]
        : []),
      ...(moved.length > 0 ? [t('restoredToTop', { names: firstNames(moved.map(({ name }) => name)) })] : []),
      ...(there.length < entries.length ? [t('restNotInTrash')] : []),
      ...(there.every(isSharedAgain) ? [] : [t('notSharedAgain')]),
    ];
    toast.success(said.join(' '));
  } catch (error) {
    reportFailure(error, t('restoreFailed'));
  }
}

/** Tells whether what came out of the trash lies at the top now, since the folder or task that it lay in is gone. */
const isElsewhere = ({ parentId, taskId, entry }: Restored): boolean =>
  parentId !== entry.parentId || taskId !== entry.taskId;

/** Tells whether each customer who saw something of what came out of the trash sees it again. */
const isSharedAgain = ({ sharing }: TrashEntry): boolean =>
  sharing.every(
    ({ documentId, customerId, isShared }) =>
      !isShared ||
      currentWorkspace()
        .records.collections.share.where('documentId', documentId)
        .some(({ scopeId }) => scopeId === customerId),
  );

/** Asks, then deletes what is in the trash for good. Resolves to false where the person said no. */
export async function deleteForGood(entries: readonly TrashEntry[]): Promise<boolean> {
  const [first] = entries;
  const agreed = await confirm({
    title:
      entries.length === 1
        ? t('deleteTitle', { name: shownName(first!.name) })
        : t('deleteManyTitle', { count: entries.length }),
    body: t('deleteForGoodBody'),
    action: t('deleteForGood'),
    danger: true,
  });
  if (!agreed) return false;
  try {
    emptyTrash(
      currentWorkspace().records,
      entries.map(({ id }) => id),
    );
  } catch (error) {
    reportFailure(error, t('deleteFailed'));
  }
  return true;
}

/**
 * Deletes the records of what has been in the trash for too long, as soon as the workspace is ready: the server has let go of the
 * files by itself. Returns the function that stops it.
 */
export function dropExpired(root?: Root): () => void {
  const { records } = currentWorkspace();
  let isDropping = false;
  return reconcileOnChange(records, [], () => {
    const server = records.serverTime();
    // Each transaction is heard here before the next one.
    if (isDropping || server === undefined || !isReady(records)) return;
    const times = { server, device: Date.now() };
    const { trashEntry } = records.collections;
    const inTrash = root ? trashEntry.where('scopeId', root.scopeId) : trashEntry.all();
    const expired = inTrash.filter(
      (entry) => (!root || entry.customerId === root.customerId) && isToBeDeleted(entry, times),
    );
    isDropping = true;
    // What goes together is refused together: the trash of one project does not depend on another's.
    for (const entries of Map.groupBy(expired, ({ scopeId }) => scopeId).values()) {
      try {
        emptyTrash(
          records,
          entries.map(({ id }) => id),
        );
      } catch (error) {
        // Nobody asked for it; the next look at the trash tries again.
        reportError(error);
      }
    }
    isDropping = false;
  });
}

/** Makes an earlier content of a file the one in force. */
export function restoreContent(version: FileVersion): void {
  try {
    restoreVersion(currentWorkspace().records, version);
  } catch (error) {
    reportFailure(error, t('restoreFailed'));
  }
}

/** Asks, then deletes an earlier content of a file. Resolves to false where the person said no. */
export async function deleteVersion(name: string, version: FileVersion): Promise<boolean> {
  const agreed = await confirm({
    title: t('deleteVersionTitle', {
      time: formatDateTime(version.uploadedAt ?? 0),
      name: shownName(name),
    }),
    body: t('deleteVersionBody', { size: formatBytes(version.size ?? 0) }),
    action: t('deleteForGood'),
    danger: true,
  });
  if (!agreed) return false;
  try {
    removeVersion(currentWorkspace().records, version);
  } catch (error) {
    reportFailure(error, t('deleteFailed'));
  }
  return true;
}

/** Opens a file's content. Rejects after an abort, and when the file is not what was uploaded. */
export const openDocument = (document: Document, signal: AbortSignal): Promise<Blob> =>
  currentWorkspace().openFile(document, signal);

/** Bytes of a file from which on its download says how far it is, and can be stopped. */
const large = 64 * 1_048_576;

/** Saves a file on this computer under a name that every system takes. */
export async function downloadDocument(document: Document): Promise<void> {
  const { openFile, downloads } = currentWorkspace();
  if ((document.size ?? 0) >= large) return saveLarge(document, downloads.stream);
  toast.info(t('downloading', { name: shownName(document.name) }));
  try {
    saveFile(await openFile(document), document.name);
  } catch (error) {
    toast.error(openingFailureText(error));
  }
}

/** Returns what lies in a folder of the workspace. */
export const documentsIn: ContentsOf = (folderId) =>
  currentWorkspace().records.collections.document.where('container', folderId);

/**
 * Saves what was chosen: a file as it is, everything else as one archive, which says how far it is and can be stopped. A
 * single folder's has its name.
 */
export async function downloadChosen(
  chosen: readonly Document[],
  archiveName: string,
  contentsOf = documentsIn,
): Promise<void> {
  const only = chosen.length === 1 ? chosen[0] : undefined;
  if (only?.kind === 'file') return downloadDocument(only);
  const name = only ? shownName(only.name) : archiveName;
  await saveArchive(packed(chosen, contentsOf), name, currentWorkspace().downloads.stream);
}
