/** Shared documents as folders: what stands at one level of the way that the shares themselves name. */
import type { FolderStep, Share } from '@kontor/contract/nouns/share';

export interface SharedFolder extends FolderStep {
  kind: 'folder';
  /** Of the customer with whom it is shared. */
  customerId: string;
}

export interface Level {
  /** The folders down to here, outermost first. */
  way: FolderStep[];
  folders: SharedFolder[];
  files: Share[];
  /** Nothing is shared there (any more). */
  isGone: boolean;
}

/** The folders that a share shows, itself included where it is one. */
const stepsOf = ({ kind, path, documentId, name }: Share): FolderStep[] =>
  kind === 'folder' ? [...path, { id: documentId, name }] : path;

/** One level of shared documents; `way` is the ids of the folders down to it. */
export function levelOf(shares: readonly Share[], way: readonly string[]): Level {
  const folders = new Map<string, SharedFolder>();
  const files = new Map<string, Share>();
  let found: FolderStep[] | undefined;
  for (const share of shares) {
    const steps = stepsOf(share);
    if (!way.every((id, i) => steps[i]?.id === id)) continue;
    found ??= steps.slice(0, way.length);
    const next = steps[way.length];
    // Two who share at the same moment make two records of one document.
    if (next) folders.set(next.id, { ...next, kind: 'folder', customerId: share.scopeId });
    else if (share.kind === 'file') files.set(share.documentId, share);
  }
  return {
    way: found ?? [],
    folders: [...folders.values()],
    files: [...files.values()],
    isGone: way.length > 0 && !found,
  };
}
