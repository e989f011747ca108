import type { ViewOf } from '@kontor/client/replica/collections';
import type { Document } from '@kontor/contract/nouns/document';
import { useMemo } from 'react';
import { useCollection, useView, useWindow } from '../../platform/workspace/views.ts';
import { useRecord, useWhere } from '../../platform/workspace/workspace.ts';
import { latestFirst } from './explorer/arrange.ts';
import type { Root } from './root.ts';
import { useStarred } from './star.ts';
import { foldersFirst } from './tree.ts';

export const useDocument = (id: string | undefined): Document | undefined => useRecord('document', id);

/** Returns every folder and file of a root; a project's with those of its tasks. */
export const useDocumentsOf = ({ scopeId, customerId }: Root): readonly Document[] =>
  useWhere('document', customerId ? 'customerId' : 'scopeId', customerId ?? scopeId);

/** Returns a task's documents by name. */
export function useTaskDocuments(taskId: string): readonly Document[] {
  const spec = useMemo(() => ({ index: 'taskId', key: taskId, compare: foldersFirst }) as const, [taskId]);
  return useWindow(useView(useCollection('document'), spec));
}

/** Number of files that "last documents" shows. */
const recentCount = 8;

const latestFiles: ViewOf<'document'> = {
  filter: ({ kind }) => kind === 'file',
  compare: latestFirst,
};

/** Returns the files that were changed last, new ones among them, the latest first. */
export const useRecentDocuments = (): readonly Document[] =>
  useWindow(useView(useCollection('document'), latestFiles), 0, recentCount);

/** Returns what this person has starred, of all projects and customers, folders first, by name. */
export function useStarredDocuments(): readonly Document[] {
  const starred = useStarred();
  const spec = useMemo(
    (): ViewOf<'document'> => ({ filter: ({ id }) => starred.has(id), compare: foldersFirst }),
    [starred],
  );
  return useWindow(useView(useCollection('document'), spec));
}
