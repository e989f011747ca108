/** Shows shared documents in the folders that the shares themselves name. */
import type { FolderStep, Share } from '@kontor/contract/nouns/share';

export interface FolderOfShares extends FolderStep {
  kind: 'folder';
  /** Of the customer with whom it is shared. */
  customerId: string;
}

export interface Level {
  /** The folders down to here, outermost first. */
  ancestors: FolderStep[];
  folders: FolderOfShares[];
  files: Share[];
  /** Nothing is shared there (any more). */
  isGone: boolean;
}

/** The folders that a share shows, itself included where it is one. */
const stepsOf = ({ kind, path, documentId, name }: Share): FolderStep[] =>
  kind === 'folder' ? [...path, { id: documentId, name }] : path;

/** Returns what stands in a folder; `folderIds` lead down to it, outermost first. */
export function levelOf(shares: readonly Share[], folderIds: readonly string[]): Level {
  const folders = new Map<string, FolderOfShares>();
  const files = new Map<string, Share>();
  let found: FolderStep[] | undefined;
  for (const share of shares) {
    const steps = stepsOf(share);
    if (!folderIds.every((id, i) => steps[i]?.id === id)) continue;
    found ??= steps.slice(0, folderIds.length);
    const next = steps[folderIds.length];
    // Two who share at the same moment make two records of one document.
    if (next) folders.set(next.id, { ...next, kind: 'folder', customerId: share.scopeId });
    else if (share.kind === 'file') files.set(share.documentId, share);
  }
  return {
    ancestors: found ?? [],
    folders: [...folders.values()],
    files: [...files.values()],
    isGone: folderIds.length > 0 && !found,
  };
}
