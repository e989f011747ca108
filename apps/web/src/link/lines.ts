/** The list of what lies behind a link. */
import type { LinkManifest } from '@kontor/client/link/manifest';
import { inOrder } from '../features/document/tree.ts';

/** Returns what lies in the linked folder, each folder above its contents; what leads in a circle is left out. */
export function linesOf({ documents, rootId }: Pick<LinkManifest, 'documents' | 'rootId'>) {
  const within = Map.groupBy(documents, ({ parentId }) => parentId);
  return [...inOrder(within.get(rootId) ?? [], (folderId) => within.get(folderId) ?? [])];
}
