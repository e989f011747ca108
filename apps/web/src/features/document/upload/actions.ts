/** Actions upon uploads. What goes wrong with a single one shows in the tray. */
import {
  isOpen,
  isUnfinished,
  maxFilesAtOnce,
  maxFilesInFolders,
  storedBytes,
  type UploadEntry,
} from '@kontor/client/files/transfer';
import {
  type DocumentPlace,
  documentPlaceOf,
  fileNamed,
  folderOf,
  freeNames,
  makeFolders,
  placeAt,
} from '@kontor/client/nouns/document';
import type { Document } from '@kontor/contract/nouns/document';
import { readContents } from '../../../contents/readContents.ts';
import { reportFailure } from '../../../platform/failures/failures.ts';
import { formatBytes, formatNumber } from '../../../platform/text/format.ts';
import { firstNames, shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession } from '../../../platform/workspace/session.ts';
import { currentWorkspace, type OpenWorkspace } from '../../../platform/workspace/workspace.ts';
import { chooseFile, chooseFiles, type PlacedFile, type PlacedTree } from '../../../ui/form/chooseFiles.ts';
import type { Dropped } from '../../../ui/form/fileDrop.tsx';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { extensionOf, mimeTypeOf } from '../fileType.ts';
import { uploadMessages } from './messages.ts';
import { askAboutTaken, type TakenChoice, type TakenName } from './takenQuestion.ts';

const { t } = uploadMessages;

/** ms for which the server's word on the room that is left is waited for. */
const roomWait = 2_500;

/**
 * Takes files over for upload; asks about those whose names are taken in that place.
 * @param workspace as in `uploadPlaced`
 */
export const uploadFiles = (
  files: readonly File[],
  place: DocumentPlace,
  workspace?: OpenWorkspace,
): Promise<void> =>
  uploadPlaced(
    files.map((file) => ({ file, folders: [] })),
    place,
    [],
    workspace,
  );

interface Group {
  /** Names of folders below the place, outermost first. */
  path: readonly string[];
  files: readonly File[];
}

/**
 * Takes files over for upload, with the folders that they came in. Those for which an upload waits go to that one. Of the
 * others it says before a byte is sent if they are too many, asks about names that are taken, and says what does not fit of those
 * that are to be sent; only then are folders made. What cannot be done it says.
 * @param empty the paths of folders that are made though nothing lies in them
 * @param workspace of the place; the open one's unless told. Nothing is made in another one that was opened meanwhile.
 */
export async function uploadPlaced(
  placed: readonly PlacedFile[],
  place: DocumentPlace,
  empty: PlacedTree['empty'] = [],
  workspace = currentWorkspace(),
): Promise<void> {
  if (!isStillOpen(workspace)) return;
  try {
    await takeOver(placed, documentPlaceOf(place), empty, workspace);
  } catch (error) {
    reportFailure(error, t('notUploaded'));
  }
}

/**
 * Tells whether the workspace that files are for is still open, and its person signed in; says otherwise that they are not
 * uploaded, to that person alone.
 */
function isStillOpen({ records, userId }: OpenWorkspace): boolean {
  if (currentSession().user?.id !== userId) return false;
  const isSame = currentWorkspace().records === records;
  if (!isSame) toast.error(t('notUploaded'));
  return isSame;
}

async function takeOver(
  placed: readonly PlacedFile[],
  base: DocumentPlace,
  empty: PlacedTree['empty'],
  workspace: OpenWorkspace,
): Promise<void> {
  if (placed.length + empty.length === 0) {
    toast.info(t('noFiles'));
    return;
  }
  const hasFolders = empty.length > 0 || placed.some(({ folders }) => folders.length > 0);
  if (hasFolders && base.taskId) {
    toast.error(t('noFolders'));
    return;
  }
  const groups = await unclaimed(groupsOf(placed), base);
  const all = groups.flatMap(({ files }) => files);
  const most = hasFolders ? maxFilesInFolders : maxFilesAtOnce;
  const hint = hasFolders || base.taskId ? undefined : folderInstead();
  if (all.length + empty.length === 0 || !areFew(all.length + empty.length, most, hint)) return;
  await Promise.all(await afterEarlier(() => begin(groups, base, empty, workspace)));
}

/** Settles with what was chosen last: the answer to its question decides what names are free for the next. */
let before: Promise<unknown> = Promise.resolve();

/** Does something that may ask about names once everything before it was answered. */
function afterEarlier<T>(act: () => Promise<T>): Promise<T> {
  const done = before.then(act);
  before = done.catch(() => {});
  return done;
}

/** Begins the uploads of files after asking about names that are taken. Returns what resolves as they end. */
async function begin(
  groups: readonly Group[],
  base: DocumentPlace,
  empty: PlacedTree['empty'],
  workspace: OpenWorkspace,
): Promise<Promise<void>[]> {
  if (!isStillOpen(workspace)) return [];
  const { records } = currentWorkspace();
  // By now: what was dropped before may have made the same folder.
  const named = groups.map(({ path, files }) => namedFor(files, placeAt(records, base, path)));
  const choiceOf = await agreedChoices(named.flat());
  if (!choiceOf || !isStillOpen(workspace)) return [];
  const isSent = (each: NamedFile) => choiceOf.get(each) !== 'skip';
  const paths = groups.flatMap(({ path }, i) => (path.length > 0 && named[i]!.some(isSent) ? [path] : []));
  const folders = makeFolders(records, base, [...paths, ...empty]);
  return groups.map(({ path }, i) => {
    const parentId = folders.get(path.join('/'));
    return send(named[i]!.filter(isSent), parentId ? { ...base, parentId } : base, choiceOf);
  });
}

type Choices = ReadonlyMap<NamedFile, TakenChoice>;

/**
 * Asks what becomes of the files whose names are taken; then says so where there is no room for those that are to be sent.
 * @returns the choices; undefined where nothing is to be done
 */
async function agreedChoices(named: readonly NamedFile[]): Promise<Choices | undefined> {
  const taken = named.filter(({ file, free }) => file.name !== free);
  const choices = taken.length > 0 ? await askAboutTaken(taken.map(takenName)) : [];
  if (!choices) return undefined;
  const choiceOf = new Map(taken.map((each, i) => [each, choices[i]!]));
  const sizes = named.flatMap((each) => (choiceOf.get(each) === 'skip' ? [] : each.file.size));
  return sizes.length === 0 || (await hasRoom(sizes)) ? choiceOf : undefined;
}

/** Puts the files of each folder together. */
const groupsOf = (placed: readonly PlacedFile[]): Group[] =>
  [...Map.groupBy(placed, ({ folders }) => folders.join('/')).values()].map((group) => ({
    path: group[0]!.folders,
    files: group.map(({ file }) => file),
  }));

/** Hands files to the uploads that wait for them, or failed; returns the groups with those that are left. */
async function unclaimed(groups: readonly Group[], base: DocumentPlace): Promise<Group[]> {
  const { records, uploads } = currentWorkspace();
  if (!uploads.entries.get().some(({ status }) => status === 'failed')) return [...groups];
  const left: Group[] = [];
  for (const { path, files } of groups) {
    const target = placeAt(records, base, path);
    const rest = target ? await uploads.claim(files.map(typed), target, readContents) : files;
    if (rest.length > 0) left.push({ path, files: rest });
  }
  return left;
}

/** Takes over what was dropped: files, and folders with all that lies in them; says what of that could not be read. */
export async function uploadDropped(dropped: Dropped, place: DocumentPlace): Promise<void> {
  if (!dropped.hasFolders) return uploadFiles(dropped.files, place);
  const workspace = currentWorkspace();
  const { files, empty, unread } = await dropped.tree(maxFilesInFolders);
  if (unread.length > 0) toast.error(t('notRead', { count: unread.length, names: firstNames(unread) }));
  if (files.length + empty.length > 0 || unread.length === 0)
    await uploadPlaced(files, place, empty, workspace);
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

async function send(files: readonly NamedFile[], target: DocumentPlace, choiceOf: Choices): Promise<void> {
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

/**
 * Uploads the next version of a file, where there is room for it. Asks first about a file of another kind: the name stays, and
 * nobody would open what is in it by that.
 */
export async function uploadVersion(document: Document, file: File): Promise<void> {
  const workspace = currentWorkspace();
  if (extensionOf(file.name) !== extensionOf(document.name) && !(await isMeant(document, file))) return;
  if ((await hasRoom([file.size])) && isStillOpen(workspace)) await sendVersion(document, file);
}

const isMeant = ({ name }: Document, file: File): Promise<boolean> =>
  confirm({
    title: t('otherKind', { name: shownName(name) }),
    body: t('otherKindBody', { file: shownName(file.name), name: shownName(name) }),
    action: t('uploadAnyway'),
  });

/** Sends the next version of a file. It keeps its name, whatever the file is called. */
function sendVersion({ id, scopeId, parentId, taskId, customerId, name }: Document, file: File) {
  const place = documentPlaceOf({ scopeId, parentId, taskId, customerId });
  return currentWorkspace().uploads.add([named(file, name)], { ...place, documentId: id }, readContents);
}

/** Tells whether so many files and folders can be taken over at once; says why not otherwise, and what to do. */
function areFew(count: number, most = maxFilesAtOnce, hint?: string): boolean {
  if (count > most) toast.error([t('tooMany', { count: most }), hint].filter(Boolean).join(' '));
  return count <= most;
}

const folderInstead = () => t('folderInstead', { most: formatNumber(maxFilesInFolders, 0) });

/**
 * Asks about files that are to go to a place which is not made yet, as uploading them would: whether they are too many, what
 * becomes of names that come twice, and whether there is room for what is left.
 * @returns the files to upload, by the names that they get; undefined where nothing is to be made yet
 */
export async function agreedFiles(files: readonly File[]): Promise<readonly File[] | undefined> {
  if (!areFew(files.length)) return undefined;
  const workspace = currentWorkspace();
  const all = namedFor(files, undefined);
  const choiceOf = await afterEarlier(async () => (isStillOpen(workspace) ? agreedChoices(all) : undefined));
  if (!choiceOf || !isStillOpen(workspace)) return undefined;
  return all.filter((each) => choiceOf.get(each) !== 'skip').map(({ file, free }) => named(file, free));
}

/**
 * Tells whether the storage has room for files of these sizes behind those that are under way, or nobody can say; says what is
 * missing otherwise.
 */
export async function hasRoom(sizes: readonly number[]): Promise<boolean> {
  const { workspaces } = currentSession();
  const { records, uploads } = currentWorkspace();
  // A line that is silent holds nothing up: the server says it again when the bytes come.
  const wait = new Promise((resume) => setTimeout(resume, roomWait));
  await Promise.race([workspaces.reload().catch(() => undefined), wait]);
  const summary = workspaces.list.find(({ id }) => id === records.id);
  if (!summary || summary.storageLimit === null) return true;
  const taken = summary.storageUsed + uploads.unreserved();
  const missing = taken + storedBytes(sizes) - summary.storageLimit;
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
  chooseFile(async (file) => {
    if (await currentWorkspace().uploads.supply(id, typed(file), readContents)) return;
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

/** Takes the uploads that are shown off the list, but for saves of open files; asks first where some are not finished. */
export async function closeUploads(shown: readonly UploadEntry[]): Promise<void> {
  const { uploads } = currentWorkspace();
  const unfinished = shown.filter((entry) => !entry.target.save && isUnfinished(entry));
  const count = unfinished.length;
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
  for (const { id } of unfinished) uploads.cancel(id);
  uploads.clear();
}

/** Returns names that neither the folder has nor an upload on its way there. */
export function freeNamesIn(
  place: DocumentPlace | undefined,
  names: readonly string[],
  except?: string,
): string[] {
  const { records, uploads } = currentWorkspace();
  const isComing = (entry: UploadEntry) =>
    isOpen(entry) &&
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

/** Returns the file with the type that its name says. */
export const typed = (file: File): File => named(file, file.name);

function named(file: File, name: string): File {
  const type = mimeTypeOf(file);
  const { lastModified } = file;
  return file.type === type && name === file.name ? file : new File([file], name, { type, lastModified });
}
