import type { Comment } from '@kontor/contract/nouns/comment';
import { useMemo } from 'react';
import { useWhere } from '../../platform/workspace/workspace.ts';
import { type Thread, threadsOf } from './threads.ts';

/** Returns the comments on a task or file, in threads. */
export function useThreads(subjectId: string): readonly Thread<Comment>[] {
  const comments = useWhere('comment', 'container', subjectId);
  return useMemo(() => threadsOf(comments), [comments]);
}
