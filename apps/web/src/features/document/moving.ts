/** Moves of documents within their project or customer, and to another one. What goes wrong on this side is said in a toast. */
import {
  documentPlaceOf,
  firstNamedAlike,
  isNameTaken,
  moveDocuments as moveInto,
} from '@kontor/client/nouns/document';
import { isLostBy } from '@kontor/client/nouns/share';
import type { Replica } from '@kontor/client/replica/replica';
import { treeOf } from '@kontor/client/replica/trees';
import type { Document } from '@kontor/contract/nouns/document';
import { reportFailure } from '../../platform/failures/failures.ts';
import { firstNames, shownName } from '../../platform/text/shownName.ts';
import { toast } from '../../platform/toasts.tsx';
import { untilAllIsHere } from '../../platform/workspace/loaded.ts';
import { currentWorkspace, workspaceIfOpen } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { documentsIn } from './actions.ts';
import { linksMovedTo } from './link/queries.ts';
import { documentMessages } from './messages.ts';
import { moveMessages } from './moveMessages.ts';
import type { Root } from './root.ts';
import { forbiddenTargets, isVirtualPath, liesIn, outermost } from './tree.ts';

const { t } = documentMessages;
const { t: m } = moveMessages;

/**
 * Moves folders and files into a folder (its id, undefined for the top) of the same project or customer. Refuses, with
 * the reason, what cannot go.
 */
export function moveDocuments(
  ids: readonly string[],
  { scopeId, customerId }: Root,
  folderId: string | undefined,
): boolean {
  if (isVirtualPath(folderId)) {
    toast.error(t('intoTaskDocuments'));
    return false;
  }
  const { records } = currentWorkspace();
  const all = records.collections.document.where('scopeId', scopeId);
  const moved = documentsOf(ids);
  if (moved.length === 0) {
    toast.error(t('moveFailed'));
    return false;
  }
  const leaving = moved.filter((document) => document.parentId !== folderId || document.taskId);
  if (leaving.length === 0) return true;
  if (folderId && forbiddenTargets(all, ids).has(folderId)) {
    toast.error(t('intoItself'));
    return false;
  }
  if (!areNamesFree(leaving, { scopeId, customerId }, folderId)) return false;
  // What a customer sees follows each move, and would not be what it was before.
  const folders = new Set([...leaving.map(({ parentId = '' }) => parentId), folderId ?? '']);
  const canUndo = !isSharing(records, new Set(leaving.map(({ id }) => id)), folders);
  try {
    moveInto(
      records,
      leaving.map((document) => document.id),
      documentPlaceOf({ scopeId, customerId, parentId: folderId }),
    );
    const [first] = leaving;
    const folder = folderId && records.collections.document.get(folderId);
    toast.info(
      leaving.length === 1
        ? folder
          ? t('moved', { name: shownName(first!.name), folder: shownName(folder.name) })
          : t('movedUp', { name: shownName(first!.name) })
        : t('movedMany', { count: leaving.length }),
      canUndo ? { label: t('undo'), isUndo: true, run: () => moveBack(leaving) } : undefined,
    );
    return true;
  } catch (error) {
    reportFailure(error, t('moveFailed'));
    return false;
  }
}

/** Tells whether a folder has none of these names, and each of them is there once; says which not otherwise. */
function areNamesFree(
  documents: readonly Document[],
  { scopeId, customerId }: Root,
  folderId: string | undefined,
): boolean {
  const { records } = currentWorkspace();
  const place = { scopeId, customerId, parentId: folderId };
  const taken = documents.find(({ id, name }) => isNameTaken(records, place, name, id));
  const twin = taken ? undefined : firstNamedAlike(documents);
  const wrong = taken ?? twin;
  if (wrong) toast.error(`${shownName(wrong.name)}: ${t(taken ? 'nameExists' : 'nameTwice')}`);
  return !wrong;
}

/**
 * Moves folders and files, with all that lies in them, into a folder (its id, undefined for the top) of a project or customer:
 * their own, or another one. Of that it asks where the move changes who sees them: once everything is here. Refuses, with the
 * reason, what cannot go.
 */
export async function moveTo(
  ids: readonly string[],
  to: Root,
  folderId: string | undefined,
): Promise<boolean> {
  if (!isThere(to, folderId)) return false;
  // By now: somebody else may have moved them since they were chosen.
  if (documentsOf(ids).every((document) => liesIn(document, to))) return moveDocuments(ids, to, folderId);
  const [asked] = ids;
  if (!asked || !(await untilAllIsHere(asked, 'doneLater'))) return false;
  const movedIds = outermost(documentsOf(ids), documentsIn).map(({ id }) => id);
  const moved = await agreedMove(movedIds, to, folderId);
  if (!moved) return false;
  const { records } = currentWorkspace();
  const folders = new Set([...moved.map(({ parentId = '' }) => parentId), folderId ?? '']);
  const canUndo = !isSharing(records, new Set(moved.map(({ id }) => id)), folders);
  try {
    // One that was deleted meanwhile fails, and so all do.
    moveInto(
      records,
      movedIds,
      documentPlaceOf({ scopeId: to.scopeId, customerId: to.customerId, parentId: folderId }),
    );
  } catch (error) {
    reportFailure(error, t('moveFailed'));
    return false;
  }
  const names = namesOfMove(moved, to, folderId);
  toast.info(
    moved.length === 1 ? t('moved', { name: names.name, folder: names.place }) : m('movedManyTo', names),
    canUndo ? { label: t('undo'), isUndo: true, run: () => moveBack(moved) } : undefined,
  );
  return true;
}

/** Returns those of some documents that are there. */
const documentsOf = (ids: readonly string[]): Document[] =>
  ids.flatMap((id) => currentWorkspace().records.collections.document.get(id) ?? []);

const namesOfMove = (moved: readonly Document[], to: Root, folderId: string | undefined) => ({
  name: shownName(moved[0]!.name),
  place: placeName(to, folderId),
  count: moved.length,
});

/**
 * Asks about a move where it changes who sees the documents, until what it said is so. Returns them as they are then; undefined,
 * with the reason said, where they cannot go.
 */
async function agreedMove(
  ids: readonly string[],
  to: Root,
  folderId: string | undefined,
): Promise<Document[] | undefined> {
  for (let agreed = ''; ; ) {
    // Somebody else may have acted while the question stood.
    const moved = documentsOf(ids);
    if (moved.length === 0) toast.error(t('moveFailed'));
    if (moved.length === 0 || !isThere(to, folderId) || !areNamesFree(moved, to, folderId)) return undefined;
    const body = changesOfReaders(moved, to, folderId).join(' ');
    if (body === '' || body === agreed) return moved;
    const names = namesOfMove(moved, to, folderId);
    const title = m(moved.length === 1 ? 'moveTitle' : 'moveManyTitle', names);
    if (!(await confirm({ title, body, action: t('move') }))) return undefined;
    agreed = body;
  }
}

/** Returns the name of a project or customer; undefined where it is not there any more. */
function nameOf({ scopeId, customerId }: Root): string | undefined {
  const { project, customer } = currentWorkspace().records.collections;
  return (customerId ? customer.get(customerId) : project.get(scopeId))?.name;
}

/** Returns the name of a project or customer, and behind it that of a folder in it. */
export function placeName(root: Root, folderId: string | undefined): string {
  const folder = folderId && currentWorkspace().records.collections.document.get(folderId);
  return [nameOf(root) ?? '', ...(folder ? [folder.name] : [])].map(shownName).join(' / ');
}

/** Tells whether a place and its folder are there still; says so otherwise. */
export function isThere(root: Root, folderId: string | undefined): boolean {
  const folder = folderId ? currentWorkspace().records.collections.document.get(folderId) : undefined;
  const isFolder = !folderId || (folder?.kind === 'folder' && liesIn(folder, root));
  if (isFolder && nameOf(root) !== undefined) return true;
  toast.error(m('targetGone'));
  return false;
}

/** Returns what to say of who sees documents by a move, and who does not any more. */
function changesOfReaders(moved: readonly Document[], to: Root, folderId: string | undefined): string[] {
  const { records } = currentWorkspace();
  const { document: documents, project, customer, link, share } = records.collections;
  const inside = ({ id }: Document) => [
    ...treeOf(id, (each) => documents.where('parentId', each).map((below) => below.id)),
  ];
  const seeing = (id: string | undefined) =>
    new Set(id ? share.where('documentId', id).map(({ scopeId }) => scopeId) : []);
  const own = to.customerId ?? project.get(to.scopeId)?.customerId;
  const there = seeing(folderId);
  const [ended, begun] = [new Set<string>(), new Set<string>()];
  for (const each of moved) {
    const between = { before: seeing(each.parentId), after: there, own };
    for (const id of seeing(each.id)) if (isLostBy(id, between)) ended.add(id);
    for (const sees of inside(each).map(seeing)) {
      // It keeps its folder: what is shared by itself stays so, unless it is another customer's by then.
      for (const id of sees) if (isLostBy(id, { before: there, after: there, own })) ended.add(id);
      for (const id of there) if (!sees.has(id)) begun.add(id);
    }
  }
  const namesOf = (ids: ReadonlySet<string>) =>
    firstNames([...ids].flatMap((id) => customer.get(id)?.name ?? []).toSorted());
  // What the firm keeps about customers is read by all who work there.
  const isPrivate = ({ scopeId, customerId }: Root) => !customerId && records.accessOf(scopeId) === 'private';
  const notes = [
    ...(isPrivate(to) ? [m('toMembers', { place: nameOf(to)! })] : moved.some(isPrivate) ? [m('toAll')] : []),
    ...(ended.size > 0 ? [m('unshared', { customers: namesOf(ended) })] : []),
    ...(begun.size > 0 ? [m('sharedThere', { customers: namesOf(begun) })] : []),
  ];
  const links = linksMovedTo(
    to.scopeId,
    moved.flatMap(inside).flatMap((id) => link.where('documentId', id)),
  );
  return notes.length > 0 && links ? [...notes, m(links)] : notes;
}

/** Tests if a customer sees one of these documents, something in them, or one of the folders. */
const isSharing = (
  { collections }: Replica,
  ids: ReadonlySet<string>,
  folders: ReadonlySet<string>,
): boolean =>
  collections.share
    .all()
    .some(
      ({ documentId, path }) =>
        ids.has(documentId) || folders.has(documentId) || path.some((step) => ids.has(step.id)),
    );

/** Moves documents back to where they were, as far as they and their places are there and no other bears their name. */
function moveBack(documents: readonly Document[]): void {
  const records = workspaceIfOpen()?.records;
  if (!records) return void toast.error(t('placeGone'));
  const { document: known, task: tasks } = records.collections;
  const there = documents.flatMap((before) => {
    const now = known.get(before.id);
    return now ? [{ ...before, name: now.name }] : [];
  });
  const isGone = ({ parentId, taskId, ...place }: Document) => {
    const folder = parentId && known.get(parentId);
    // Where somebody moved that elsewhere, this would come among other readers.
    if (parentId) return !folder || !liesIn(folder, place);
    return taskId !== undefined && tasks.get(taskId)?.scopeId !== place.scopeId;
  };
  // In another workspace, none of them is there.
  if (there.length === 0 || there.some((document) => nameOf(document) === undefined || isGone(document))) {
    toast.error(t('placeGone'));
    return;
  }
  const taken = there.find((document) =>
    isNameTaken(records, documentPlaceOf(document), document.name, document.id),
  );
  if (taken) {
    toast.error(`${shownName(taken.name)}: ${t('nameExists')}`);
    return;
  }
  try {
    records.transaction(() => {
      for (const document of there) moveInto(records, [document.id], document);
    });
  } catch (error) {
    reportFailure(error, t('moveFailed'));
  }
}
