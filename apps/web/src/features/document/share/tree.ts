/** Shows shared documents in the folders that the shares themselves name. */
import type { Document } from '@kontor/contract/nouns/document';
import type { FolderStep, Share } from '@kontor/contract/nouns/share';

export interface Level {
  /** The folders down to here, outermost first. */
  ancestors: FolderStep[];
  /** Folders and files, each as the document that it stands for; of the scope of the customer with whom it is shared. */
  content: Document[];
  /** Nothing is shared there (any more). */
  isGone: boolean;
}

/** Returns the folders that a share shows, itself included where it is one. */
const stepsOf = ({ kind, path, documentId, name }: Share): FolderStep[] =>
  kind === 'folder' ? [...path, { id: documentId, name }] : path;

/** Returns a shared file as the document that it is, for everything that opens and shows documents. */
export const documentOf = ({ documentId, projectId: _, path: __, ...share }: Share): Document => ({
  ...share,
  id: documentId,
  nameTag: '',
});

/** Returns a folder that something shared lies in. */
export const folderOf = (inside: Share, { id, name }: FolderStep): Document => ({
  ...documentOf(inside),
  id,
  name,
  kind: 'folder',
  size: undefined,
});

/** Returns what stands in a folder; `folderIds` lead down to it, outermost first. */
export function levelOf(shares: readonly Share[], folderIds: readonly string[]): Level {
  const content = new Map<string, Document>();
  let found: FolderStep[] | undefined;
  for (const share of shares) {
    const steps = stepsOf(share);
    if (!folderIds.every((id, i) => steps[i]?.id === id)) continue;
    found ??= steps.slice(0, folderIds.length);
    const next = steps[folderIds.length];
    // Two who share at the same moment make two records of one document.
    if (next) content.set(next.id, folderOf(share, next));
    else if (share.kind === 'file') content.set(share.documentId, documentOf(share));
  }
  return {
    ancestors: found ?? [],
    content: [...content.values()],
    isGone: folderIds.length > 0 && !found,
  };
}

/** Returns what stands in a folder, wherever it lies. */
export function contentsOf(shares: readonly Share[], folderId: string): Document[] {
  for (const share of shares) {
    const way = stepsOf(share).map(({ id }) => id);
    if (way.includes(folderId)) return levelOf(shares, way.slice(0, way.indexOf(folderId) + 1)).content;
  }
  return [];
}
