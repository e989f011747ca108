/** Shares that contradict the records: two people changed documents and shares at once, or somebody did before all was here. */
import type { Document } from '@kontor/contract/nouns/document';
import type { Mutations } from '../replica/mutations.ts';
import type { Transaction } from '../replica/transaction.ts';
import { textOf } from './projected.ts';
import { maxSteps, Shares } from './share.ts';

/** The state of looking for wrong shares. */
export interface SharesLook {
  /** The faults that were corrected, by the share's id: two devices that see one in different ways would correct each other for ever. */
  told: Map<string, string>;
  /** The records from which each share followed that has no other fault, by its id: while they are the same it is not looked at again. */
  sources: Map<string, readonly unknown[]>;
}

/** Returns the documents whose shares contradict the records, as far as this person wrote one of them last. */
export function wrongShares(mutations: Mutations, userId: string, { told, sources }: SharesLook): string[] {
  const { share, document, project } = mutations.collections;
  const wrong = new Set<string>();
  mutations.transaction((transaction) => {
    const shares = new Shares(transaction, mutations);
    for (const each of share.all()) {
      const { id, documentId, projectId } = each;
      const of = document.get(documentId);
      const own = [each, of, projectId && project.get(projectId)];
      if (!own.some((source) => source && source.authorId === userId)) continue;
      const now = of && [...own, ...sourcesOf(mutations, transaction, of)];
      const before = sources.get(id);
      if (before?.length === now?.length && before?.every((source, i) => source === now?.[i])) continue;
      // As `settle` reads it, which is to find the same.
      const row = transaction.after(id, 'share');
      if (!row) continue;
      const fault = shares.faultOf(row);
      if (fault !== undefined && told.get(id) !== fault) wrong.add(documentId);
      else if (now && !shares.isUnsure(row)) sources.set(id, now);
    }
  });
  return [...wrong];
}

/** Returns the records, besides itself, that the shares of a document follow from: also where its folder does not show it. */
function sourcesOf({ collections }: Mutations, transaction: Transaction, of: Document): unknown[] {
  const { share, document, project } = collections;
  const folderOf = (id: string) => textOf(transaction.after(id, 'document')?.parentId);
  const found: unknown[] = [project.get(of.scopeId)];
  let folder = folderOf(of.id);
  for (const id of [of.id, folder]) if (id) found.push(share.where('documentId', id));
  for (let steps = 0; folder && steps < maxSteps; steps++) {
    found.push(document.get(folder));
    folder = folderOf(folder);
  }
  return found;
}

/**
 * Makes the shares of documents follow from the records, save in what was told already. Returns the transaction's id, and the faults
 * that it corrects, by the share's id.
 */
export function settleShares(
  mutations: Mutations,
  documentIds: readonly string[],
  { told }: SharesLook,
): { id: string | undefined; faults: ReadonlyMap<string, string> } {
  const faults = new Map<string, string>();
  const id = mutations.transaction((transaction) => {
    const shares = new Shares(transaction, mutations);
    for (const documentId of documentIds)
      for (const [shareId, fault] of shares.settle(documentId, told)) faults.set(shareId, fault);
  });
  return { id, faults };
}
