import type { SearchProgress } from '@kontor/client/searching/search';
import { useEffect, useState } from 'react';
import { currentWorkspace } from './workspace.ts';

/**
 * Returns how far the index is, while `isAsked`; undefined until the search is open. Looked at again once something `isAnswered`,
 * since it may not have opened before.
 */
export function useSearchProgress(isAnswered: boolean, isAsked = true): SearchProgress | undefined {
  const [progress, setProgress] = useState<SearchProgress>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first answer asks again
  useEffect(() => {
    if (!isAsked) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    void currentWorkspace()
      .records.search()
      .then((search) => {
        if (isOver) return;
        const show = () => setProgress(search.progress.get());
        stop = search.progress.subscribe(show);
        show();
      })
      .catch(() => {});
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isAnswered, isAsked]);
  return isAsked ? progress : undefined;
}
