/**
 * The customers' view of documents. It is written in the same transaction as the change, so that it follows the
 * documents at once or not at all.
 *
 * A shared folder covers its contents: what moves in is shared, what leaves no longer is, wherever it goes. What was
 * shared on its own stays shared for as long as it belongs to the same customer, and is shared again when it comes out of
 * the trash.
 */
import { fileFields } from '@kontor/contract/nouns/document';
import type { FolderStep } from '@kontor/contract/nouns/share';
import type { SharingStep, TrashEntry } from '@kontor/contract/nouns/trashEntry';
import type { Mutations } from '../replica/mutations.ts';
import type { Projection } from '../replica/nounHooks.ts';
import type { Row } from '../replica/row.ts';
import type { Transaction } from '../replica/transaction.ts';
import { differs, rowsUnder, textOf } from './projected.ts';

/**
 * Shares documents with a customer, a folder together with its contents, present and future. Whoever changes or moves
 * a shared document changes what the customer sees in the same transaction.
 */
export function shareDocuments(
  mutations: Mutations,
  documentIds: readonly string[],
  customerId: string,
): void {
  mutations.transaction((transaction) => {
    const shares = new Shares(transaction, mutations);
    for (const id of documentIds) shares.add(id, customerId);
  });
}

/** Stops sharing documents, and their contents, with a customer. */
export function revokeDocuments(
  mutations: Mutations,
  documentIds: readonly string[],
  customerId: string,
): void {
  mutations.transaction((transaction) => {
    const shares = new Shares(transaction, mutations);
    for (const id of documentIds) shares.remove(id, customerId);
  });
}

/** Returns with whom a document, and what lies in it, is shared beside its folder. */
export const sharingOf = (
  transaction: Transaction,
  mutations: Mutations,
  documentId: string,
): SharingStep[] => new Shares(transaction, mutations).stepsOf(documentId);

/** Updates what is shared after a transaction on documents and projects. */
export const projectShares: Projection = {
  of: ['document', 'project'],
  write: (ops, transaction, mutations) => {
    const shares = new Shares(transaction, mutations);
    for (const op of ops)
      if (op.entity === 'project') shares.followProject(op.id);
      else shares.followDocument(op.id, 'base' in op ? textOf(op.base.trashEntryId) : undefined);
  },
};

class Shares {
  readonly #transaction: Transaction;
  readonly #mutations: Mutations;

  constructor(transaction: Transaction, mutations: Mutations) {
    this.#transaction = transaction;
    this.#mutations = mutations;
  }

  /** Shares a document with a customer, a folder with everything in it. */
  add(documentId: string, customerId: string): void {
    const row = this.#after(documentId);
    if (!row) return;
    this.#shareOne(row, customerId);
    for (const id of this.#inside(row)) this.add(id, customerId);
  }

  #shareOne(row: Row, customerId: string): void {
    if (!this.#customersOf(row.id).has(customerId))
      this.#mutations.create('share', customerId, this.#shown(row));
  }

  /** Takes a document out of a customer's sight, a folder with all that lies in it. */
  remove(documentId: string, customerId: string): void {
    for (const { id, scopeId } of this.#sharesOf(documentId))
      if (scopeId === customerId) this.#mutations.remove('share', id);
    const row = this.#after(documentId);
    if (row) for (const id of this.#inside(row)) this.remove(id, customerId);
  }

  /** Returns where sharing begins and ends in a document; `above` are the customers who see its folder. */
  stepsOf(documentId: string, above?: ReadonlySet<string>): SharingStep[] {
    const row = this.#after(documentId);
    if (!row) return [];
    const over = above ?? this.#customersOf(this.#folderOf(row));
    const here = this.#customersOf(documentId);
    const step = (isShared: boolean) => (customerId: string) => ({ documentId, customerId, isShared });
    return [
      ...[...here.difference(over)].map(step(true)),
      ...[...over.difference(here)].map(step(false)),
      ...this.#inside(row).flatMap((id) => this.stepsOf(id, here)),
    ];
  }

  /** Shares what came out of the trash as it was, with the customer whose it is and who is still there. */
  #shareAgain(id: string, steps: readonly SharingStep[], above: ReadonlySet<string>): void {
    const row = this.#after(id);
    if (!row) return;
    const here = new Set(above);
    for (const { documentId, customerId, isShared } of steps) {
      if (documentId !== id) continue;
      if (!isShared) here.delete(customerId);
      else if (customerId === this.#customerOf(row) && this.#after(customerId)) here.add(customerId);
    }
    for (const customerId of here) this.#shareOne(row, customerId);
    for (const inside of this.#inside(row)) this.#shareAgain(inside, steps, here);
  }

  /**
   * Follows a document that was made, changed, moved or deleted.
   * @param trashEntryId what it lay in before, where that was the trash
   */
  followDocument(id: string, trashEntryId: string | undefined): void {
    const before = this.#transaction.before('document', id);
    const after = this.#after(id);
    if (!after) {
      for (const share of this.#sharesOf(id)) this.#mutations.remove('share', share.id);
      return;
    }
    if (after.trashEntryId) {
      this.#removeAll(id);
      return;
    }
    if (trashEntryId) {
      const entry = this.#transaction.before('trashEntry', trashEntryId) as TrashEntry | undefined;
      this.#shareAgain(id, entry?.sharing ?? [], this.#customersOf(this.#folderOf(after)));
      return;
    }
    const isMoved = before?.parentId !== this.#folderOf(after) || before?.scopeId !== after.scopeId;
    if (!before || isMoved) this.#place(id, before, after);
    this.#refresh(id);
  }

  /** Takes a document, a folder with all that lies in it, out of the sight of every customer. */
  #removeAll(id: string): void {
    for (const share of this.#sharesOf(id)) this.#mutations.remove('share', share.id);
    const row = this.#after(id);
    if (row) for (const inside of this.#inside(row)) this.#removeAll(inside);
  }

  /** Takes what was shared out of the sight of a customer who lost the project. */
  followProject(id: string): void {
    const left = textOf(this.#transaction.before('project', id)?.customerId);
    if (!left || left === textOf(this.#after(id)?.customerId)) return;
    for (const share of this.#transaction.records.collections.share.where('projectId', id))
      if (share.scopeId === left && this.#after(share.id)) this.#mutations.remove('share', share.id);
  }

  /** Shares a document that came into a folder, and revokes what left one. */
  #place(id: string, before: Row | undefined, after: Row): void {
    const folderId = this.#folderOf(after);
    const here = this.#customersOf(folderId);
    const there = this.#customersOf(before?.parentId);
    const own = this.#customerOf(after);
    for (const { scopeId } of this.#sharesOf(id))
      if (!here.has(scopeId) && (there.has(scopeId) || scopeId !== own)) this.remove(id, scopeId);
    if (before && before.parentId === folderId) return;
    for (const customerId of here) this.add(id, customerId);
  }

  /** Makes the shares of a document, and the paths of what lies in it, say what the records say. */
  #refresh(id: string): void {
    const row = this.#after(id);
    if (!row) return;
    const shares = this.#sharesOf(id);
    const shown = shares.length > 0 ? this.#shown(row) : {};
    for (const share of shares) {
      const changed = withEmptied(share, shown);
      if (differs(share, changed)) this.#mutations.update('share', share.id, changed);
    }
    for (const inside of this.#inside(row)) this.#refresh(inside);
  }

  /** Returns the customers with whom a document is shared. */
  #customersOf(documentId: unknown): Set<string> {
    const id = textOf(documentId);
    return new Set(id ? this.#sharesOf(id).map(({ scopeId }) => scopeId) : []);
  }

  /** Returns the customer whose document it is: the project's, or the one that it is about. */
  #customerOf(document: Row): string | undefined {
    return textOf(this.#after(document.scopeId)?.customerId) ?? textOf(document.customerId);
  }

  /** Returns what a share says of a document. */
  #shown(row: Row): Record<string, unknown> {
    const isInProject = this.#transaction.entityOf(row.scopeId) === 'project';
    const shown: Record<string, unknown> = {
      documentId: row.id,
      path: this.#pathOf(row),
      kind: row.kind,
      name: row.name,
      ...(isInProject && { projectId: row.scopeId }),
    };
    for (const field of fileFields) if (row[field] !== undefined) shown[field] = row[field];
    return shown;
  }

  /** Returns the folders that a document lies in, outermost first. */
  #pathOf(row: Row): FolderStep[] {
    const path: FolderStep[] = [];
    for (let id = this.#folderOf(row); id; ) {
      const folder = this.#after(id);
      if (!folder) break;
      path.unshift({ id, name: String(folder.name) });
      id = this.#folderOf(folder);
    }
    return path;
  }

  #sharesOf(documentId: string): Row[] {
    return rowsUnder(this.#transaction, 'share', 'documentId', documentId);
  }

  /** Returns what lies directly in a folder, as the transaction leaves it so far. */
  #inside(folder: Row): string[] {
    if (folder.kind !== 'folder') return [];
    return this.#transaction.contentsOf(folder.id).filter((id) => {
      const row = this.#after(id);
      return row !== undefined && this.#folderOf(row) === folder.id;
    });
  }

  /** Returns what a document shows in: folders that two people moved into each other all show at the top. */
  #folderOf(row: Row): string | undefined {
    const seen = new Set<string>();
    for (let id = textOf(row.parentId); id && !seen.has(id); id = textOf(this.#after(id)?.parentId)) {
      if (id === row.id) return undefined;
      seen.add(id);
    }
    return textOf(row.parentId);
  }

  #after(id: string): Row | undefined {
    return this.#transaction.after(id);
  }
}

/** Returns what a share is to say, with the fields emptied that its document has no more. */
function withEmptied(share: Row, shown: Record<string, unknown>): Record<string, unknown> {
  const gone = ['projectId', ...fileFields].filter((key) => key in share && !(key in shown));
  return { ...Object.fromEntries(gone.map((key) => [key, undefined])), ...shown };
}
