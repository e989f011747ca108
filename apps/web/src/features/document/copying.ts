/**
 * Copies of documents: each file is fetched, sealed under keys of its own and uploaded, so that it counts in the storage and lives as
 * long as itself. What goes wrong is said in a toast, or in the list of uploads.
 */
import { type DocumentPlace, documentPlaceOf, isNameTaken } from '@kontor/client/nouns/document';
import type { Document } from '@kontor/contract/nouns/document';
import { readContents } from '../../contents/readContents.ts';
import { reportFailure } from '../../platform/failures/failures.ts';
import { firstNames, shownName } from '../../platform/text/shownName.ts';
import { toast } from '../../platform/toasts.tsx';
import { untilAllIsHere } from '../../platform/workspace/loaded.ts';
import { currentWorkspace, openWorkspaceId } from '../../platform/workspace/workspace.ts';
import { documentsIn } from './actions.ts';
import { moveMessages } from './moveMessages.ts';
import { isThere, placeName } from './moving.ts';
import type { Root } from './root.ts';
import { inOrder, outermost } from './tree.ts';
import { freeNamesIn, hasRoom, typed } from './upload/actions.ts';

const { t } = moveMessages;

interface Copy {
  file: Document;
  name: string;
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
  const { document: documents } = currentWorkspace().records.collections;
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
  const names = { name: shownName(first.name), place: placeName(to, folderId), count: chosen.length };
  let copies: Copy[];
  try {
    copies = makeFolders(all, chosen, documentPlaceOf({ ...rootOf(to), parentId: folderId }));
  } catch (error) {
    reportFailure(error, t('copyFailed'));
    return;
  }
  if (copies.length > 0) toast.info(t('copying', { count: copies.length }));
  const lacking = await copyFiles(copies);
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
  const free = freeNamesIn(
    place,
    chosen.map(({ name }) => name),
  );
  const nameOf = new Map(chosen.map((document, i) => [document, free[i]!]));
  const made = new Map<Document, string>();
  const copies: Copy[] = [];
  records.transaction(() => {
    for (const { document, folder } of all) {
      const name = nameOf.get(document) ?? document.name;
      const target = folder ? { ...place, parentId: made.get(folder) } : place;
      if (document.kind === 'file') {
        copies.push({ file: document, name, place: target });
        continue;
      }
      const { scopeId, ...refs } = documentPlaceOf(target);
      const fields = { kind: 'folder' as const, name, ...refs, createdBy: userId, createdAt: Date.now() };
      made.set(document, records.create('document', scopeId, fields).id);
    }
  });
  return copies;
}

/** Copies files one after the other, so that one at a time is in memory. Returns the names of those that are not there then. */
async function copyFiles(copies: readonly Copy[]): Promise<string[]> {
  const { records, downloads, uploads } = currentWorkspace();
  const lacking: string[] = [];
  for (const { file, name, place } of copies) {
    try {
      if (openWorkspaceId() !== records.id) throw new Error('another workspace was opened');
      const content = await downloads.blob(file);
      const lastModified = file.uploadedAt ?? file.createdAt;
      await uploads.add([typed(new File([content], name, { lastModified }))], place, readContents);
    } catch {
      // Damaged, or out of reach: the others go on.
    }
    if (!isNameTaken(records, place, name)) lacking.push(name);
  }
  return lacking;
}
