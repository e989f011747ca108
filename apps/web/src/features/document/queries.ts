import type { Document } from '@kontor/contract/nouns/document';
import { useMemo } from 'react';
import { useLanguage } from '../../platform/text/locale.ts';
import { useAll, useWhere } from '../../platform/workspace/workspace.ts';
import type { Root } from './root.ts';
import { byName } from './tree.ts';

/** How many "last documents" shows. */
const recentCount = 8;

/** Every folder and file of a root; a project's with those of its tasks. */
export const useDocumentsOf = ({ scopeId, customerId }: Root): readonly Document[] =>
  useWhere('document', customerId ? 'customerId' : 'scopeId', customerId ?? scopeId);

/** A task's documents by name. */
export function useTaskDocuments(taskId: string): readonly Document[] {
  const documents = useWhere('document', 'taskId', taskId);
  const language = useLanguage();
  return useMemo(() => [...documents].sort(byName(language)), [documents, language]);
}

/** The files that came in last, the newest first. */
export function useRecentDocuments(): readonly Document[] {
  const documents = useAll('document');
  return useMemo(
    () =>
      documents
        .filter((document) => document.kind === 'file')
        .sort((a, b) => b.createdAt - a.createdAt)
        .slice(0, recentCount),
    [documents],
  );
}
