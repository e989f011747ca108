/** The trash: documents lie in a record that hides them until they are taken out, or deleted with it. */
import type { Document } from '@kontor/contract/nouns/document';
import { type TrashEntry, trashDays } from '@kontor/contract/nouns/trashEntry';
import type { Mutations } from '../replica/mutations.ts';
import type { Transaction } from '../replica/transaction.ts';
import { rootsOf } from '../replica/trees.ts';
import { freeNames } from './document.ts';
import { sharingOf } from './share.ts';

const day = 86_400_000;

/** Tells whether the server has let go of what lies in the trash there, or is about to. */
export const isExpired = ({ updatedAt, createdAt }: TrashEntry, now: number): boolean =>
  (updatedAt || createdAt) < now - trashDays * day;

/**
 * Returns the days for which something can still be brought back: one at least, until it cannot. `now` may lie before it was
 * put there, by a clock that runs late.
 */
export const daysLeft = ({ updatedAt, createdAt }: TrashEntry, now: number): number =>
  Math.min(trashDays, Math.max(1, Math.ceil(trashDays - (now - (updatedAt || createdAt)) / day)));

/** Puts documents into the trash, folders with what lies in them. Returns the ids of the entries. */
export function trashDocuments(mutations: Mutations, documentIds: readonly string[]): string[] {
  const entries: string[] = [];
  mutations.transaction((transaction) => {
    for (const id of rootsOf(transaction, documentIds)) {
      const document = transaction.row('document', id) as unknown as Document;
      const { scopeId, kind, name, mimeType, parentId, taskId, customerId } = document;
      const entry = mutations.create('trashEntry', scopeId, {
        ...{ documentId: id, kind, name, ...sumOf(transaction, id) },
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

/**
 * Takes documents out of the trash, to where they lay; to the top where that is gone. A name that was given to another
 * meanwhile gets a number. Who saw it before sees it again (`share.ts`).
 */
export function restoreFromTrash(mutations: Mutations, entryIds: readonly string[]): void {
  mutations.transaction((transaction) => {
    const taken = new Map<string, string[]>();
    for (const id of entryIds) {
      const entry = mutations.collections.trashEntry.get(id);
      const document = entry && transaction.after(entry.documentId);
      if (!entry || !document) continue;
      const { scopeId } = entry;
      const { parentId, taskId } = oldPlace(mutations, entry);
      const place = { scopeId, parentId, taskId, customerId: entry.customerId };
      const names = taken.get(parentId ?? taskId ?? '') ?? [];
      const [name] = freeNames(mutations, place, [String(document.name)], names);
      taken.set(parentId ?? taskId ?? '', [...names, name!]);
      mutations.update('document', entry.documentId, {
        ...{ trashEntryId: undefined, parentId, taskId },
        ...(name !== document.name && { name: name! }),
      });
      // Not `remove`: what lies in it has just been taken out.
      const base = transaction.row('trashEntry', id);
      transaction.add({ verb: 'delete', entity: 'trashEntry', id, scopeId, base });
    }
  });
}

/** Deletes what lies in the trash for good, with every version of it. */
export function emptyTrash(mutations: Mutations, entryIds: readonly string[]): void {
  mutations.transaction(() => {
    for (const id of entryIds)
      if (mutations.collections.trashEntry.get(id)) mutations.remove('trashEntry', id);
  });
}

/** Returns where a document lay, as far as that is still there. */
function oldPlace({ collections }: Mutations, { scopeId, parentId, taskId }: TrashEntry) {
  const folder = parentId ? collections.document.get(parentId) : undefined;
  const task = taskId ? collections.task.get(taskId) : undefined;
  return {
    parentId: folder?.kind === 'folder' && folder.scopeId === scopeId ? parentId : undefined,
    taskId: task?.scopeId === scopeId ? taskId : undefined,
  };
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
