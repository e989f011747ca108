/** The trash: documents lie in a record that hides them until they are taken out, or deleted with it. */
import type { Document } from '@kontor/contract/nouns/document';
import { type TrashEntry, trashDays } from '@kontor/contract/nouns/trashEntry';
import { dayMs } from '@kontor/contract/time/day';
import type { Mutations } from '../replica/mutations.ts';
import type { Transaction } from '../replica/transaction.ts';
import { rootsOf } from '../replica/trees.ts';
import { freeNames } from './document.ts';
import { sharingOf } from './share.ts';

/** Tells whether the server has let go of what lies in the trash there, or is about to. */
export const isExpired = ({ updatedAt, createdAt }: TrashEntry, now: number): boolean =>
  (updatedAt || createdAt) < now - trashDays * dayMs;

/**
 * Tells whether what lies in the trash there may be deleted for everybody, unasked: the server has let go of it, and by the
 * moment that was signed and this device's clock (ms) its time is over, too. Neither a clock nor the server alone deletes anything.
 */
export const isToBeDeleted = (entry: TrashEntry, { server, device }: { server: number; device: number }) =>
  isExpired(entry, server) && entry.createdAt < device - trashDays * dayMs;

/**
 * Returns the days for which something can still be brought back: one at least, until it cannot. `now` may lie before it was
 * put there, by a clock that runs late.
 */
export const daysLeft = ({ updatedAt, createdAt }: TrashEntry, now: number): number =>
  Math.min(trashDays, Math.max(1, Math.ceil(trashDays - (now - (updatedAt || createdAt)) / dayMs)));

/** Tells whether a document lies in the trash, or in a folder that does. */
export const isInTrash = (transaction: Transaction, documentId: string): boolean =>
  [...foldersAbove(transaction, documentId)].some(({ row }) => row.trashEntryId);

/** Puts documents into the trash, folders with what lies in them. Returns the ids of the entries. */
export function trashDocuments(mutations: Mutations, documentIds: readonly string[]): string[] {
  const entries: string[] = [];
  mutations.transaction((transaction) => {
    for (const id of rootsOf(transaction, documentIds)) {
      const document = transaction.row('document', id) as unknown as Document;
      const { scopeId, kind, name, mimeType, parentId, taskId, customerId } = document;
      const entry = mutations.create('trashEntry', scopeId, {
        documentId: id,
        kind,
        name,
        ...sumOf(transaction, id),
        ...(mimeType && { mimeType }),
        ...(parentId && { parentId }),
        ...(taskId && { taskId }),
        ...(customerId && { customerId }),
        sharing: sharingOf(transaction, mutations, id),
      });
      mutations.update('document', id, { trashEntryId: entry.id, parentId: undefined, taskId: undefined });
      entries.push(entry.id);
    }
  });
  return entries;
}

/** A document that came out of the trash: its name and where it lies now; with the entry that it lay in. */
export interface Restored extends Pick<Document, 'id' | 'name' | 'parentId' | 'taskId'> {
  entry: TrashEntry;
}

/**
 * Takes documents out of the trash, to where they lay, be that taken out with them; to the top where that is gone. A name that was
 * given to another meanwhile gets a number. Who saw it before sees it again (`share.ts`). Returns what came out.
 */
export function restoreFromTrash(mutations: Mutations, entryIds: readonly string[]): Restored[] {
  const restored: Restored[] = [];
  mutations.transaction((transaction) => {
    const taken = new Map<string, string[]>();
    for (const entry of outerFirst(transaction, mutations, entryIds)) {
      const { id, scopeId } = entry;
      const document = transaction.after(entry.documentId);
      if (!document) continue;
      const { parentId, taskId } = oldPlace(transaction, mutations, entry);
      const place = { scopeId, parentId, taskId, customerId: entry.customerId };
      const names = taken.get(parentId ?? taskId ?? '') ?? namesComingBack(transaction, mutations, parentId);
      const [name] = freeNames(mutations, place, [String(document.name)], names);
      taken.set(parentId ?? taskId ?? '', [...names, name!]);
      mutations.update('document', entry.documentId, {
        trashEntryId: undefined,
        parentId,
        taskId,
        ...(name !== document.name && { name: name! }),
      });
      // Not `remove`: what lies in it has just been taken out.
      const base = transaction.row('trashEntry', id);
      transaction.add({ verb: 'delete', entity: 'trashEntry', id, scopeId, base });
      restored.push({ id: entry.documentId, name: name!, parentId, taskId, entry });
    }
  });
  return restored;
}

/** Deletes what lies in the trash for good, with every version of it. */
export function emptyTrash(mutations: Mutations, entryIds: readonly string[]): void {
  mutations.transaction(() => {
    for (const id of entryIds)
      if (mutations.collections.trashEntry.get(id)) mutations.remove('trashEntry', id);
  });
}

/** Returns the entries, each behind that of what it lay in. */
function outerFirst(
  transaction: Transaction,
  { collections }: Mutations,
  entryIds: readonly string[],
): TrashEntry[] {
  const left = new Set(entryIds);
  const ordered: TrashEntry[] = [];
  const take = (id: string): void => {
    const entry = left.delete(id) && collections.trashEntry.get(id);
    if (!entry) return;
    for (const { row } of foldersAbove(transaction, entry.parentId))
      if (row.trashEntryId) take(String(row.trashEntryId));
    ordered.push(entry);
  };
  for (const id of entryIds) take(id);
  return ordered;
}

/** Hands out a folder and those that it lies in, innermost first, as they are by now. */
function* foldersAbove(transaction: Transaction, id: string | undefined) {
  const seen = new Set<unknown>();
  for (let at = id; at && !seen.has(at); ) {
    const row = transaction.after(at);
    if (!row || transaction.entityOf(at) !== 'document') return;
    seen.add(at);
    yield { id: at, row };
    at = row.parentId as string | undefined;
  }
}

/** Returns where a document lay, as far as that is still there, or is again. */
function oldPlace(
  transaction: Transaction,
  { collections }: Mutations,
  { scopeId, parentId, taskId, customerId }: TrashEntry,
) {
  const above = [...foldersAbove(transaction, parentId)];
  const folder = above[0]?.row;
  // Moved to another project or customer, it is the place of nothing here.
  const isFolder =
    folder?.kind === 'folder' &&
    folder.scopeId === scopeId &&
    (folder.customerId ?? undefined) === customerId;
  const task = taskId ? collections.task.get(taskId) : undefined;
  const outermost = above.at(-1)?.row;
  // Taken out just now, it is in no collection yet.
  const isBack =
    above.every(({ row }) => !row.trashEntryId) &&
    !outermost?.parentId &&
    (!outermost?.taskId || collections.task.get(String(outermost.taskId)) !== undefined);
  return {
    parentId: isFolder && isBack ? parentId : undefined,
    taskId: task?.scopeId === scopeId ? taskId : undefined,
  };
}

/** Returns the names in a folder that is hidden until now, and thus in no collection. */
function namesComingBack(
  transaction: Transaction,
  { collections }: Mutations,
  folderId: string | undefined,
): string[] {
  if (!folderId || collections.document.get(folderId)) return [];
  return transaction.contentsOf(folderId).flatMap((id) => {
    const row = transaction.entityOf(id) === 'document' ? transaction.after(id) : undefined;
    return row ? [String(row.name)] : [];
  });
}

/** Returns the bytes of a document's files, at any depth, and their number. */
function sumOf(transaction: Transaction, id: string): { size: number; files: number } {
  const sum = { size: 0, files: 0 };
  const seen = new Set<string>();
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const row = transaction.after(at);
    if (!row || seen.has(at) || transaction.entityOf(at) !== 'document') continue;
    seen.add(at);
    if (row.kind === 'folder') open.push(...transaction.contentsOf(at));
    else {
      sum.files++;
      sum.size += Number(row.size ?? 0);
    }
  }
  return sum;
}
