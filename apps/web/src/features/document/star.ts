/** Stars: folders and files that somebody marked for themselves. */
import { useMemo } from 'react';
import { currentWorkspace, useAll } from '../../platform/workspace/workspace.ts';

/** Returns the ids of the documents that this person has starred, in whichever workspace. */
export function useStarred(): ReadonlySet<string> {
  const stars = useAll('star');
  return useMemo(() => new Set(stars.map(({ documentId }) => documentId)), [stars]);
}

/** Stars a document, or takes its stars away. */
export function toggleStar(documentId: string): void {
  const { records } = currentWorkspace();
  const stars = records.collections.star.where('documentId', documentId);
  for (const { id } of stars) records.remove('star', id);
  if (stars.length === 0) records.create('star', records.scopeOf('personal'), { documentId });
}
