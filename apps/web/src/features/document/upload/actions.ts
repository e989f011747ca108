/** Actions upon uploads. What goes wrong with a single one shows in the tray. */
import {
  isUnfinished,
  maxFilesAtOnce,
  maxFilesInFolders,
  storedBytes,
  type UploadEntry,
} from '@kontor/client/files/transfer';
import {
  type DocumentPlace,
  fileNamed,
  folderOf,
  freeNames,
  makeFolders,
} from '@kontor/client/nouns/document';
import type { Document } from '@kontor/contract/nouns/document';
import { readContents } from '../../../contents/readContents.ts';
import { formatBytes } from '../../../platform/text/format.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession } from '../../../platform/workspace/session.ts';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { chooseFiles, type PlacedFile } from '../../../ui/form/chooseFiles.ts';
import type { Dropped } from '../../../ui/form/fileDrop.tsx';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { placeOf } from '../actions.ts';
import { mimeTypeOf } from '../fileType.ts';
import { uploadMessages } from './messages.ts';
import { askAboutTaken, type TakenChoice, type TakenName } from './takenQuestion.ts';

const { t } = uploadMessages;

/** Takes files over for upload; asks about those whose names are taken in that place. */
export const uploadFiles = (files: readonly File[], place: DocumentPlace): Promise<void> =>
  uploadPlaced(
    files.map((file) => ({ file, folders: [] })),
    place,
  );

/**
 * Takes files over for upload, with the folders that they came in: those are made, as far as they are not there. Says
 * before a byte is sent what does not fit, and asks about names that are taken.
 */
export async function uploadPlaced(placed: readonly PlacedFile[], place: DocumentPlace): Promise<void> {
  const count = placed.some(({ folders }) => folders.length > 0) ? maxFilesInFolders : maxFilesAtOnce;
  if (placed.length > count) {
    toast.error(t('tooMany', { count }));
    return;
  }
  if (!(await hasRoom(placed.map(({ file }) => file.size)))) return;
  const { records } = currentWorkspace();
  const base = placeOf(place);
  // A task's documents lie in no folders.
  const groups = Map.groupBy(placed, ({ folders }) => (base.taskId ? '' : folders.join('/')));
  const paths = [...groups].flatMap(([path, [first]]) => (path ? [first!.folders] : []));
  const folders = makeFolders(records, base, paths);
  const targets = [...groups].map(([path, group]) => {
    const parentId = folders.get(path);
    const { taskId: _, ...inFolder } = base;
    const target = parentId ? { ...inFolder, parentId } : base;
    return {
      target,
      files: namedFor(
        group.map(({ file }) => file),
        target,
      ),
    };
  });
  const taken = targets.flatMap(({ files }) => files.filter(({ file, free }) => file.name !== free));
  const choices = taken.length > 0 ? await askAboutTaken(taken.map(takenName)) : [];
  const choiceOf = new Map(taken.map((each, i) => [each, choices[i]!]));
  await Promise.all(targets.map(({ target, files }) => send(files, target, choiceOf)));
}

/** Takes over what was dropped: files, and folders with all that lies in them. */
export async function uploadDropped(dropped: Dropped, place: DocumentPlace): Promise<void> {
  try {
    await uploadPlaced(
      dropped.hasFolders
        ? await dropped.tree(maxFilesInFolders)
        : dropped.files.map((file) => ({ file, folders: [] })),
      place,
    );
  } catch (error) {
    toast.error(t('cannotRead'));
    reportError(error);
  }
}

interface NamedFile {
  file: File;
  free: string;
  /** The file that has the name. */
  document: Document | undefined;
}

const takenName = ({ file, free, document }: NamedFile, index: number): TakenName => ({
  key: `${index} ${file.name}`,
  name: file.name,
  free,
  hasVersions: document !== undefined,
});

/** Finds a free name for each file in a place, and the file that has its name. */
function namedFor(files: readonly File[], target: DocumentPlace): NamedFile[] {
  const { records } = currentWorkspace();
  const free = freeNamesIn(
    target,
    files.map(({ name }) => name),
  );
  return files.map((file, i) => ({
    file,
    free: free[i]!,
    document: free[i] === file.name ? undefined : fileNamed(records, target, file.name),
  }));
}

async function send(
  files: readonly NamedFile[],
  target: DocumentPlace,
  choiceOf: ReadonlyMap<NamedFile, TakenChoice>,
): Promise<void> {
  const { uploads } = currentWorkspace();
  const added = files.flatMap((each) => {
    const choice = choiceOf.get(each);
    return choice === 'skip' || (choice === 'version' && each.document) ? [] : [named(each.file, each.free)];
  });
  const versions = files.flatMap((each) =>
    choiceOf.get(each) === 'version' && each.document ? [{ file: each.file, document: each.document }] : [],
  );
  await Promise.all([
    ...(added.length > 0 ? [uploads.add(added, target, readContents)] : []),
    ...versions.map(({ file, document }) => uploadVersion(document, file)),
  ]);
}

/** Uploads the next version of a file. It keeps its name, whatever the file is called. */
export function uploadVersion({ id, scopeId, parentId, taskId, customerId, name }: Document, file: File) {
  const place = placeOf({ scopeId, parentId, taskId, customerId });
  return currentWorkspace().uploads.add([named(file, name)], { ...place, documentId: id }, readContents);
}

/** Tells whether the storage has room for files of these sizes, or nobody can say; says what is missing otherwise. */
export async function hasRoom(sizes: readonly number[]): Promise<boolean> {
  const { workspaces } = currentSession();
  const { records } = currentWorkspace();
  await workspaces.reload().catch(() => undefined);
  const summary = workspaces.list.find(({ id }) => id === records.id);
  if (!summary || summary.storageLimit === null) return true;
  const missing = summary.storageUsed + storedBytes(sizes) - summary.storageLimit;
  if (missing > 0) toast.error(t('noRoom', { missing: formatBytes(missing) }));
  return missing <= 0;
}

/** Uploads a file whose name was taken under another one. */
export function keepBoth({ id, target, name, documentId }: UploadEntry): void {
  const [free] = freeNamesIn(target, [name], documentId);
  void currentWorkspace().uploads.retry(id, free);
}

/** Lets the person choose the file of an upload again. */
export function chooseAgain({ id, name }: UploadEntry): void {
  chooseFiles(async ([file]) => {
    if (!file || (await currentWorkspace().uploads.supply(id, typed(file)))) return;
    toast.error(t('otherFile', { name: shownName(name) }));
  });
}

/** Takes all uploads off the list; asks first where some are not finished. */
export async function closeUploads(): Promise<void> {
  const { uploads } = currentWorkspace();
  const count = uploads.entries.get().filter(isUnfinished).length;
  const agreed =
    count === 0 ||
    (await confirm({
      title: t('cancelAllTitle', { count }),
      body: t('cancelAllBody'),
      action: t('cancelAll'),
      cancel: t('keepUploading'),
      danger: true,
    }));
  if (!agreed) return;
  uploads.cancelAll();
  uploads.clear();
}

/** Names that neither the folder has nor an upload on its way there. */
function freeNamesIn(place: DocumentPlace, names: readonly string[], except?: string): string[] {
  const { records, uploads } = currentWorkspace();
  const isComing = (entry: UploadEntry) =>
    isUnfinished(entry) &&
    !entry.target.documentId &&
    entry.documentId !== except &&
    folderOf(entry.target) === folderOf(place);
  const coming = uploads.entries.get().filter(isComing);
  return freeNames(
    records,
    place,
    names,
    coming.map(({ name }) => name),
  );
}

/** The file with the type that its name says where the browser knows none. */
export const typed = (file: File): File => named(file, file.name);

const named = (file: File, name: string): File =>
  file.type && name === file.name
    ? file
    : new File([file], name, { type: file.type || mimeTypeOf(file), lastModified: file.lastModified });
