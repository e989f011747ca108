/**
 * The customers' view of documents. It is written in the same transaction as the change, so that it follows the
 * documents at once or not at all.
 *
 * A shared folder covers its contents: what moves in is shared, what leaves no longer is, wherever it goes. What was
 * shared on its own stays shared for as long as it belongs to the same customer, and is shared again when it comes out of
 * the trash. A share that came with a folder's names that one (`coveredBy`). What two people did at once is put right afterwards
 * (`wrongShares.ts`).
 */
import { fileFields } from '@kontor/contract/nouns/document';
import type { FolderStep } from '@kontor/contract/nouns/share';
import type { SharingStep, TrashEntry } from '@kontor/contract/nouns/trashEntry';
import type { Mutations } from '../replica/mutations.ts';
import type { NounHooks, Projection } from '../replica/nounHooks.ts';
import type { Row } from '../replica/row.ts';
import type { Transaction } from '../replica/transaction.ts';
import { circlesIn, treeOf } from '../replica/trees.ts';
import { fileHooks } from './document.ts';
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
    for (const id of documentIds) {
      shares.remove(id, customerId);
      shares.removeShown(id, customerId);
    }
  });
}

/** Returns with whom a document, and what lies in it, is shared beside its folder. */
export const sharingOf = (
  transaction: Transaction,
  mutations: Mutations,
  documentId: string,
): SharingStep[] => new Shares(transaction, mutations).stepsOf(documentId);

/** With whom folders are shared, and whose a document is. */
interface MovedBetween {
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
  /** The customer whose document it is by then. */
  own: string | undefined;
}

/** Tells whether a customer who sees a document sees it no more once it was moved from one folder to another. */
export const isLostBy = (customerId: string, { before, after, own }: MovedBetween): boolean =>
  !after.has(customerId) && (before.has(customerId) || customerId !== own);

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

/**
 * A share that came with a folder's is not made where that is gone by the time it is sent: somebody stopped sharing the folder
 * meanwhile.
 */
export const shareHooks: NounHooks = {
  ...fileHooks,
  waitsFor: ({ coveredBy }) => textOf(coveredBy),
  restate: ({ coveredBy }, confirmed) => {
    const cover = textOf(coveredBy);
    return cover && !confirmed(cover) ? undefined : {};
  },
};

/** Most folders that a share names; what lies deeper shows in the last of them. */
export const maxSteps = 100;

export class Shares {
  readonly #transaction: Transaction;
  readonly #mutations: Mutations;
  /** Facts about folders, which stand for as long as this is asked: it writes shares alone. */
  readonly #isInCircle = circlesIn((id) => textOf(this.#after(id)?.parentId));
  readonly #paths = new Map<string, readonly FolderStep[]>();

  constructor(transaction: Transaction, mutations: Mutations) {
    this.#transaction = transaction;
    this.#mutations = mutations;
  }

  /** Shares a document with a customer, a folder with everything in it. */
  add(documentId: string, customerId: string): void {
    for (const row of this.#tree(documentId)) this.#shareOne(row, customerId);
  }

  #shareOne(row: Row, customerId: string): void {
    if (this.#customersOf(row.id).has(customerId)) return;
    const coveredBy = this.#coverOf(row, customerId);
    this.#mutations.create('share', customerId, { ...this.#shown(row), ...(coveredBy && { coveredBy }) });
  }

  /** Returns the share with which what lies in a document's folder comes into a customer's sight; undefined where that is not in it. */
  #coverOf(row: Row, customerId: string): string | undefined {
    const folderId = this.#folderOf(row);
    const over = folderId && this.#sharesOf(folderId).find(({ scopeId }) => scopeId === customerId);
    return over ? (textOf(over.coveredBy) ?? over.id) : undefined;
  }

  /** Takes a document out of a customer's sight, a folder with all that lies in it. */
  remove(documentId: string, customerId: string): void {
    for (const each of this.#treeIds(documentId))
      for (const { id, scopeId } of this.#sharesOf(each))
        if (scopeId === customerId) this.#mutations.remove('share', id);
  }

  /** Takes what shows in a folder out of a customer's sight, though the person may not read the documents themselves. */
  removeShown(folderId: string, customerId: string): void {
    for (const { id, path } of this.#transaction.records.collections.share.where('scopeId', customerId))
      if (path.some((step) => step.id === folderId)) this.#mutations.remove('share', id);
  }

  /** Returns where sharing begins and ends in a document. */
  stepsOf(documentId: string): SharingStep[] {
    const known = new Map<string, ReadonlySet<string>>();
    return this.#tree(documentId).flatMap((row) => {
      const folderId = this.#folderOf(row) ?? '';
      const over = known.get(folderId) ?? this.#customersOf(folderId);
      const here = this.#customersOf(row.id);
      known.set(row.id, here);
      const step = (isShared: boolean) => (customerId: string) => ({
        documentId: row.id,
        customerId,
        isShared,
      });
      return [...[...here.difference(over)].map(step(true)), ...[...over.difference(here)].map(step(false))];
    });
  }

  /** Shares what came out of the trash as it was, with the customer whose it is and who is still there. */
  #shareAgain(id: string, sharing: readonly SharingStep[]): void {
    const steps = Map.groupBy(sharing, ({ documentId }) => documentId);
    const known = new Map<string, ReadonlySet<string>>();
    for (const row of this.#tree(id)) {
      const folderId = this.#folderOf(row) ?? '';
      const here = new Set(known.get(folderId) ?? this.#customersOf(folderId));
      for (const { customerId, isShared } of steps.get(row.id) ?? []) {
        if (!isShared) here.delete(customerId);
        else if (customerId === this.#customerOf(row) && this.#after(customerId)) here.add(customerId);
      }
      known.set(row.id, here);
      for (const customerId of here) this.#shareOne(row, customerId);
    }
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
      this.#shareAgain(id, entry?.sharing ?? []);
      return;
    }
    const isMoved =
      before?.parentId !== this.#folderOf(after) ||
      before?.scopeId !== after.scopeId ||
      before?.customerId !== textOf(after.customerId);
    if (!before || isMoved) this.#place(id, before, after);
    this.#refresh(id);
  }

  /** Takes a document, a folder with all that lies in it, out of the sight of every customer. */
  #removeAll(id: string): void {
    for (const each of this.#treeIds(id))
      for (const share of this.#sharesOf(each)) this.#mutations.remove('share', share.id);
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
    const moved = { before: this.#customersOf(before?.parentId), after: here, own: this.#customerOf(after) };
    for (const { scopeId } of this.#sharesOf(id)) if (isLostBy(scopeId, moved)) this.remove(id, scopeId);
    if (before && before.parentId === folderId) return;
    for (const customerId of here) this.add(id, customerId);
  }

  /** Makes the shares of a document, and the paths of what lies in it, say what the records say. */
  #refresh(id: string): void {
    for (const row of this.#tree(id)) {
      const shares = this.#sharesOf(row.id);
      const shown = shares.length > 0 ? this.#shown(row) : {};
      for (const share of shares) {
        const changed = this.#corrected(share, row, shown);
        if (changed) this.#mutations.update('share', share.id, changed);
      }
    }
  }

  /** Returns what a share is to say; undefined where it says that. */
  #corrected(share: Row, row: Row, shown = this.#shown(row)): Record<string, unknown> | undefined {
    const coveredBy = share.coveredBy ? this.#coverOf(row, share.scopeId) : undefined;
    const changed = { ...withEmptied(share, shown), ...(coveredBy && { coveredBy }) };
    return differs(share, changed) ? changed : undefined;
  }

  /**
   * Returns what is wrong with a share, in words for comparison; undefined where it stands as it should, and while it is not sure
   * what it is to follow.
   */
  faultOf(share: Row): string | undefined {
    if (this.isUnsure(share)) return undefined;
    if (this.#isVoid(share)) return 'void';
    const row = this.#after(String(share.documentId));
    const changed = row && this.#corrected(share, row);
    return changed && JSON.stringify(changed);
  }

  /**
   * Tells whether the author of something that a share follows from is not verified yet: correcting it would put this person's
   * signature under that. Or a change of it was refused: it shows, and may be discarded.
   */
  isUnsure(share: Row): boolean {
    const { records } = this.#transaction;
    const documentId = String(share.documentId);
    const row = this.#after(documentId);
    const folders = row ? this.#pathOf(row).map(({ id }) => id) : [];
    const sources = [share.id, documentId, row?.scopeId ?? textOf(share.projectId), ...folders];
    return sources.some((id) => id !== undefined && (records.isUnverified(id) || records.hasFailed(id)));
  }

  /**
   * Tells whether a share contradicts the records: its document is gone, in the trash or another customer's by now, the folder with
   * which it came is not shared any more, or it is the second one. What cannot be read here is not judged.
   */
  #isVoid(share: Row): boolean {
    const { records } = this.#transaction;
    const documentId = String(share.documentId);
    const isGone = (id: string | undefined) => id !== undefined && records.presence(id) === 'deleted';
    const row = this.#after(documentId);
    const left = textOf(share.projectId);
    // A move leaves a tombstone behind it: what counts is one where the share says that the document is.
    const isLeftThere = !left || records.mark(documentId)?.scopeId === left;
    if (!row) return (isGone(documentId) && isLeftThere) || isGone(left);
    if (records.isHidden(documentId)) return true;
    const { scopeId } = share;
    const isKnown = row.customerId !== undefined || this.#transaction.entityOf(row.scopeId) === 'project';
    if (isKnown && scopeId !== this.#customerOf(row)) return true;
    if (share.coveredBy && !this.#coverOf(row, scopeId)) return true;
    return this.#sharesOf(documentId).some((other) => other.scopeId === scopeId && other.id < share.id);
  }

  /** Removes the shares of a document that contradict the records, and corrects the others. Returns what was wrong, by the share's id. */
  settle(documentId: string, told: ReadonlyMap<string, string>): Map<string, string> {
    const faults = new Map<string, string>();
    for (const share of this.#sharesOf(documentId)) {
      const fault = this.faultOf(share);
      if (fault === undefined || told.get(share.id) === fault) continue;
      faults.set(share.id, fault);
      const row = this.#after(documentId);
      if (this.#isVoid(share)) {
        if (row && !share.coveredBy) this.#rememberInTrash(row, share.scopeId);
        this.#mutations.remove('share', share.id);
        continue;
      }
      const changed = row && this.#corrected(share, row);
      if (changed) this.#mutations.update('share', share.id, changed);
    }
    return faults;
  }

  /** Notes in the trash with whom a document was shared when it came there, so that it is shared again when it comes out. */
  #rememberInTrash(document: Row, customerId: string): void {
    if (customerId !== this.#customerOf(document)) return;
    let at: Row | undefined = document;
    while (at && !at.trashEntryId) {
      const folderId: string | undefined = this.#folderOf(at);
      at = folderId === undefined ? undefined : this.#after(folderId);
    }
    const entry = at && this.#transaction.after(String(at.trashEntryId), 'trashEntry');
    if (!entry) return;
    const step = { documentId: document.id, customerId, isShared: true };
    const others = (entry.sharing as SharingStep[]).filter(
      (each) => each.documentId !== document.id || each.customerId !== customerId,
    );
    this.#mutations.update('trashEntry', entry.id, { sharing: [...others, step] });
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

  /** Returns the folders that a document lies in, outermost first, as many as a share names. */
  #pathOf(row: Row): readonly FolderStep[] {
    const folders: Row[] = [];
    let known: readonly FolderStep[] | undefined;
    for (let id = this.#folderOf(row); id && !known; ) {
      known = this.#paths.get(id);
      const folder = known ? undefined : this.#after(id);
      if (!folder) break;
      folders.push(folder);
      id = this.#folderOf(folder);
    }
    let path = known ?? [];
    for (const { id, name } of folders.toReversed()) {
      path = path.length < maxSteps ? [...path, { id, name: String(name) }] : path;
      this.#paths.set(id, path);
    }
    return path;
  }

  #sharesOf(documentId: string): Row[] {
    return rowsUnder(this.#transaction, 'share', 'documentId', documentId);
  }

  /** Returns a document and what lies in it at any depth, each before its contents. */
  #treeIds = (id: string) => treeOf(id, (each) => this.#inside(each));
  #tree = (id: string): Row[] => [...this.#treeIds(id)].flatMap((each) => this.#after(each) ?? []);

  /** Returns what lies directly in a folder, as the transaction leaves it so far. */
  #inside(id: string): string[] {
    const folder = this.#after(id);
    if (folder?.kind !== 'folder') return [];
    return this.#transaction.contentsOf(folder.id).filter((id) => {
      const row = this.#after(id);
      return row !== undefined && this.#folderOf(row) === folder.id;
    });
  }

  /** Returns what a document shows in: folders that two people moved into each other all show at the top. */
  #folderOf(row: Row): string | undefined {
    if (this.#isInCircle(row.id)) return undefined;
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
