/** Actions upon uploads. What goes wrong with a single one shows in the tray. */
import {
  isUnfinished,
  maxFilesAtOnce,
  maxFilesInFolders,
  needsFile,
  storedBytes,
  type UploadEntry,
} from '@kontor/client/files/transfer';
import {
  type DocumentPlace,
  fileNamed,
  folderOf,
  freeNames,
  makeFolders,
  placeAt,
  placeOf,
} from '@kontor/client/nouns/document';
import type { Document } from '@kontor/contract/nouns/document';
import { readContents } from '../../../contents/readContents.ts';
import { formatBytes } from '../../../platform/text/format.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession } from '../../../platform/workspace/session.ts';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { chooseFiles, type PlacedFile, type PlacedTree } from '../../../ui/form/chooseFiles.ts';
import type { Dropped } from '../../../ui/form/fileDrop.tsx';
import { confirm } from '../../../ui/overlay/confirm.tsx';
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

interface Group {
  /** Names of folders below the place, outermost first. */
  path: readonly string[];
  files: readonly File[];
}

/**
 * Takes files over for upload, with the folders that they came in. Those for which an upload waits go to that one. Of the
 * others it says before a byte is sent what does not fit, and asks about names that are taken; only then are folders made.
 * @param empty the paths of folders that are made though nothing lies in them
 */
export async function uploadPlaced(
  placed: readonly PlacedFile[],
  place: DocumentPlace,
  empty: PlacedTree['empty'] = [],
): Promise<void> {
  const base = placeOf(place);
  const groups = await unclaimed(groupsOf(placed, base), base);
  const all = groups.flatMap(({ files }) => files);
  // A task's documents lie in no folders.
  const folders = base.taskId ? [] : empty;
  const hasFolders = folders.length > 0 || groups.some(({ path }) => path.length > 0);
  const count = hasFolders ? maxFilesInFolders : maxFilesAtOnce;
  if (all.length + folders.length === 0 || !(await fits(all, count, folders.length))) return;
  await Promise.all(await inTurn(() => begin(groups, base, folders)));
}

/** Settles with what was chosen last: the answer to its question decides what names are free for the next. */
let before: Promise<unknown> = Promise.resolve();

/** Does something that may ask about names once everything before it was answered. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const done = before.then(act);
  before = done.catch(() => {});
  return done;
}

/** Begins the uploads of files after asking about names that are taken. Returns what resolves as they end. */
async function begin(
  groups: readonly Group[],
  base: DocumentPlace,
  empty: PlacedTree['empty'],
): Promise<Promise<void>[]> {
  const { records } = currentWorkspace();
  // By now: what was dropped before may have made the same folder.
  const named = groups.map(({ path, files }) => namedFor(files, placeAt(records, base, path)));
  const taken = named.flat().filter(({ file, free }) => file.name !== free);
  const choices = taken.length > 0 ? await askAboutTaken(taken.map(takenName)) : [];
  if (!choices) return [];
  const choiceOf = new Map(taken.map((each, i) => [each, choices[i]!]));
  const isSent = (each: NamedFile) => choiceOf.get(each) !== 'skip';
  const paths = groups.flatMap(({ path }, i) => (path.length > 0 && named[i]!.some(isSent) ? [path] : []));
  const folders = makeFolders(records, base, [...paths, ...empty]);
  return groups.map(({ path }, i) => {
    const parentId = folders.get(path.join('/'));
    const { taskId: _, ...inFolder } = base;
    return send(named[i]!.filter(isSent), parentId ? { ...inFolder, parentId } : base, choiceOf);
  });
}

/** Puts the files of each folder together. A task's documents lie in no folders. */
function groupsOf(placed: readonly PlacedFile[], base: DocumentPlace): Group[] {
  const groups = Map.groupBy(placed, ({ folders }) => (base.taskId ? '' : folders.join('/')));
  return [...groups.values()].map((group) => {
    const path = base.taskId ? [] : group[0]!.folders;
    return { path, files: group.map(({ file }) => file) };
  });
}

/** Hands files to the uploads that wait for them; returns the groups with those that are left. */
async function unclaimed(groups: readonly Group[], base: DocumentPlace): Promise<Group[]> {
  const { records, uploads } = currentWorkspace();
  if (!uploads.entries.get().some(needsFile)) return [...groups];
  const left: Group[] = [];
  for (const { path, files } of groups) {
    const target = placeAt(records, base, path);
    const rest = target ? await uploads.claim(files.map(typed), target, readContents) : files;
    if (rest.length > 0) left.push({ path, files: rest });
  }
  return left;
}

/** Takes over what was dropped: files, and folders with all that lies in them. */
export async function uploadDropped(dropped: Dropped, place: DocumentPlace): Promise<void> {
  try {
    if (!dropped.hasFolders) return await uploadFiles(dropped.files, place);
    const { files, empty } = await dropped.tree(maxFilesInFolders);
    await uploadPlaced(files, place, empty);
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
function namedFor(files: readonly File[], target: DocumentPlace | undefined): NamedFile[] {
  const { records } = currentWorkspace();
  const free = freeNamesIn(
    target,
    files.map(({ name }) => name),
  );
  return files.map((file, i) => ({
    file,
    free: free[i]!,
    document: free[i] === file.name || !target ? undefined : fileNamed(records, target, file.name),
  }));
}

async function send(
  files: readonly NamedFile[],
  target: DocumentPlace,
  choiceOf: ReadonlyMap<NamedFile, TakenChoice>,
): Promise<void> {
  const { uploads } = currentWorkspace();
  const added = files.flatMap((each) => {
    const isVersion = choiceOf.get(each) === 'version' && each.document;
    return isVersion ? [] : [named(each.file, each.free)];
  });
  const versions = files.flatMap((each) =>
    choiceOf.get(each) === 'version' && each.document ? [{ file: each.file, document: each.document }] : [],
  );
  await Promise.all([
    ...(added.length > 0 ? [uploads.add(added, target, readContents)] : []),
    ...versions.map(({ file, document }) => sendVersion(document, file)),
  ]);
}

/** Uploads the next version of a file, where there is room for it. */
export async function uploadVersion(document: Document, file: File): Promise<void> {
  if (await hasRoom([file.size])) await sendVersion(document, file);
}

/** Sends the next version of a file. It keeps its name, whatever the file is called. */
function sendVersion({ id, scopeId, parentId, taskId, customerId, name }: Document, file: File) {
  const place = placeOf({ scopeId, parentId, taskId, customerId });
  return currentWorkspace().uploads.add([named(file, name)], { ...place, documentId: id }, readContents);
}

/**
 * Tells whether files, and so many `folders` besides, can be taken over at once, as far as number and room go; says why not
 * otherwise.
 */
export async function fits(files: readonly File[], count = maxFilesAtOnce, folders = 0): Promise<boolean> {
  const isFew = files.length + folders <= count;
  if (!isFew) toast.error(t('tooMany', { count }));
  return isFew && (files.length === 0 || hasRoom(files.map(({ size }) => size)));
}

/**
 * Asks about files that are to go to a place which is not made yet, as uploading them would: whether they fit, and what
 * becomes of names that come twice.
 * @returns the files to upload, by the names that they get; undefined where nothing is to be made yet
 */
export async function agreedFiles(files: readonly File[]): Promise<readonly File[] | undefined> {
  if (!(await fits(files))) return undefined;
  const all = namedFor(files, undefined);
  const taken = all.filter(({ file, free }) => file.name !== free);
  const choices = taken.length > 0 ? await inTurn(() => askAboutTaken(taken.map(takenName))) : [];
  if (!choices) return undefined;
  const skipped = new Set(taken.filter((_, i) => choices[i] === 'skip'));
  return all.filter((each) => !skipped.has(each)).map(({ file, free }) => named(file, free));
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
    if (!file || (await currentWorkspace().uploads.supply(id, typed(file), readContents))) return;
    toast.error(t('otherFile', { name: shownName(name) }));
  });
}

/** Lets the person choose the files again of all uploads that need them. */
export function chooseAllAgain(): void {
  chooseFiles(async (files) => {
    const left = await currentWorkspace().uploads.claim(files.map(typed), undefined, readContents);
    if (left.length > 0) toast.error(t('otherFiles', { count: left.length }));
  });
}

/** Takes all uploads off the list but those of open files; asks first where some are not finished. */
export async function closeUploads(): Promise<void> {
  const { uploads } = currentWorkspace();
  const count = uploads.entries.get().filter((entry) => !entry.target.save && isUnfinished(entry)).length;
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
function freeNamesIn(place: DocumentPlace | undefined, names: readonly string[], except?: string): string[] {
  const { records, uploads } = currentWorkspace();
  const isComing = (entry: UploadEntry) =>
    isUnfinished(entry) &&
    !entry.target.documentId &&
    entry.documentId !== except &&
    place !== undefined &&
    folderOf(entry.target) === folderOf(place);
  const coming = uploads.entries.get().filter(isComing);
  return freeNames(
    records,
    place,
    names,
    coming.map(({ name }) => name),
  );
}

/** The file with the type that its name says. */
export const typed = (file: File): File => named(file, file.name);

function named(file: File, name: string): File {
  const type = mimeTypeOf(file);
  const { lastModified } = file;
  return file.type === type && name === file.name ? file : new File([file], name, { type, lastModified });
}
