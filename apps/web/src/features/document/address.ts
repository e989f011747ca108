import type { Document } from '@kontor/contract/nouns/document';
import type { DocumentSearch } from './search.ts';
import { taskDocumentsPath } from './tree.ts';

type Placed = Pick<Document, 'id' | 'kind' | 'scopeId' | 'customerId' | 'parentId' | 'taskId'>;

/**
 * Returns where a folder opens, and a file shows: the page below the workspace's address, and what stands in
 * its query.
 */
export function addressOf(document: Placed): { path: string; search: DocumentSearch } {
  const { id, kind, scopeId, customerId, parentId, taskId } = document;
  const root = customerId ? `customers/${customerId}` : `projects/${scopeId}`;
  if (kind === 'folder') return { path: `${root}/documents/${id}`, search: {} };
  const folder = taskId ? taskDocumentsPath : parentId;
  return { path: [root, 'documents', folder].filter(Boolean).join('/'), search: { file: id } };
}
