/**
 * Copies of documents: each file is fetched, sealed under keys of its own and uploaded, so that it counts in the storage and lives as
 * long as itself. What goes wrong is said in a toast, or in the list of uploads.
 */
import type { UploadEntry } from '@kontor/client/files/transfer';
import { type DocumentPlace, documentPlaceOf } from '@kontor/client/nouns/document';
import type { Replica } from '@kontor/client/replica/replica';
import type { Document } from '@kontor/contract/nouns/document';
import { readContents } from '../../contents/readContents.ts';
import { reportFailure } from '../../platform/failures/failures.ts';
import { firstNames, shownName } from '../../platform/text/shownName.ts';
import { toast } from '../../platform/toasts.tsx';
import { untilAllIsHere } from '../../platform/workspace/loaded.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { documentsIn } from './actions.ts';
import { type Copying, copyings } from './copyingState.ts';
import { moveMessages } from './moveMessages.ts';
import { isThere, placeName } from './moving.ts';
import type { Root } from './root.ts';
import { inOrder, outermost } from './tree.ts';
import { freeNamesIn, hasRoom, typed } from './upload/actions.ts';

const { t } = moveMessages;

interface Copy {
  file: Document;
  place: DocumentPlace;
}

/**
 * Copies files, and folders with all that lies in them, into a folder (its id, undefined for the top) of any project or customer. What
 * is called as something there gets a number. The files follow one after the other; resolves when they have.
 */
export async function copyDocuments(
  ids: readonly string[],
  to: Root,
  folderId: string | undefined,
): Promise<void> {
  const [asked] = ids;
  if (!asked || !(await untilAllIsHere(asked, 'doneLater'))) return;
  const { records, userId } = currentWorkspace();
  const { document: documents } = records.collections;
  const chosen = outermost(
    ids.flatMap((id) => documents.get(id) ?? []),
    documentsIn,
  );
  const [first] = chosen;
  if (!first || !isThere(to, folderId)) return;
  // Before a folder is made: one that is copied into itself has no end.
  const all = [...inOrder(chosen, documentsIn)];
  const sizes = all.flatMap(({ document }) => (document.kind === 'file' ? (document.size ?? 0) : []));
  if (sizes.length > 0 && !(await hasRoom(sizes))) return;
  if (currentWorkspace().records !== records) {
    toast.error(t('copyFailed'));
    return;
  }
  const names = { name: shownName(first.name), place: placeName(to, folderId), count: chosen.length };
  let copies: Copy[];
  try {
    copies = makeFolders(all, chosen, documentPlaceOf({ ...rootOf(to), parentId: folderId }));
  } catch (error) {
    reportFailure(error, t('copyFailed'));
    return;
  }
  if (copies.length > 0) toast.info(t('copying', { count: copies.length }));
  const lacking = await copyFiles(copies, names.place);
  // Whoever comes next hears nothing of it.
  if (currentSession().user?.id !== userId) return;
  if (lacking.length > 0) toast.error(t('notCopied', { names: firstNames(lacking) }));
  else toast.success(t(chosen.length === 1 ? 'copied' : 'copiedMany', names));
}

const rootOf = ({ scopeId, customerId }: Root): Root => ({ scopeId, customerId });

/** Makes the folders of copies. Returns the files to copy, with where they go. */
function makeFolders(
  all: readonly { document: Document; folder: Document | undefined }[],
  chosen: readonly Document[],
  place: DocumentPlace,
): Copy[] {
  const { records, userId } = currentWorkspace();
  const folders = chosen.filter(({ kind }) => kind === 'folder');
  const free = freeNamesIn(
    place,
    folders.map(({ name }) => name),
  );
  const nameOf = new Map(folders.map((folder, i) => [folder, free[i]!]));
  const made = new Map<Document, string>();
  const copies: Copy[] = [];
  records.transaction(() => {
    for (const { document, folder } of all) {
      const target = folder ? { ...place, parentId: made.get(folder) } : place;
      if (document.kind === 'file') {
        copies.push({ file: document, place: target });
        continue;
      }
      const { scopeId, ...refs } = documentPlaceOf(target);
      const name = nameOf.get(document) ?? document.name;
      const fields = { kind: 'folder' as const, name, ...refs, createdBy: userId, createdAt: Date.now() };
      made.set(document, records.create('document', scopeId, fields).id);
    }
  });
  return copies;
}

/** Tells whether the others are not to be fetched after a file that ended like this: somebody stopped it, or none would be taken. */
const endsAll = ({ status, cause }: UploadEntry): boolean =>
  status === 'cancelled' || cause === 'OVER_QUOTA' || cause === 'SUBSCRIPTION_EXPIRED';

/** Refuses to go on in another workspace, or in somebody else's name. @throws Error where one was opened meanwhile */
function mustBeOpen(records: Replica): void {
  if (currentWorkspace().records !== records) throw new Error('another workspace was opened');
}

let last = 0;

/**
 * Copies files one after the other, so that one at a time is in memory; shows how many, and stops where somebody wants no more.
 * Returns the names of those that are not there then.
 */
async function copyFiles(copies: readonly Copy[], placeName: string): Promise<string[]> {
  const { records } = currentWorkspace();
  const stopping = new AbortController();
  const id = ++last;
  const show = (change: (own: Copying) => Copying[]) =>
    copyings.set(copyings.get().flatMap((each) => (each.id === id ? change(each) : each)));
  const stop = () => {
    stopping.abort();
    show(() => []);
  };
  if (copies.length > 0)
    copyings.set([...copyings.get(), { id, place: placeName, done: 0, total: copies.length, stop }]);
  const lacking: string[] = [];
  for (const [i, { file, place }] of copies.entries()) {
    show((own) => [{ ...own, done: i }]);
    try {
      mustBeOpen(records);
      const ended = await copyFile(file, place, stopping.signal);
      if (ended.status === 'success') continue;
      if (endsAll(ended)) stop();
    } catch {
      // Damaged, or out of reach: the others go on.
    }
    lacking.push(file.name);
  }
  stop();
  return lacking;
}

/**
 * Copies a file, under the name that is free once it is fetched. Returns how its upload ended.
 * @throws Error where it could not be fetched, or nothing more is wanted
 */
async function copyFile(file: Document, place: DocumentPlace, signal: AbortSignal): Promise<UploadEntry> {
  signal.throwIfAborted();
  const { records, downloads, uploads } = currentWorkspace();
  const content = await downloads.blob(file, signal);
  mustBeOpen(records);
  const [name] = freeNamesIn(place, [file.name]);
  const lastModified = file.uploadedAt ?? file.createdAt;
  const copy = typed(new File([content], name!, { lastModified }));
  const [ended] = await uploads.add([copy], place, readContents);
  return ended!;
}
