/** Changes that others made since the person was last here. */
import type { OpenOf } from '@kontor/contract/nouns/entities';

/** Nouns whose changes are told of. */
const toldNouns = ['task', 'comment', 'document', 'project'] as const;
export type ToldNoun = (typeof toldNouns)[number];

/** A change of one thing: the newest of several, and what it was. */
export interface Change {
  /** The task, file or project that it is about. */
  noun: 'task' | 'document' | 'project';
  id: string;
  kind: 'new' | 'changed' | 'comment';
  commentId?: string;
  authorId: string;
  /** ms, by the server's clock. */
  at: number;
}

type Told = { [N in ToldNoun]: { noun: N; record: OpenOf<N> } }[ToldNoun];

/** Sums up records that others changed: one change for each thing, the newest first. */
export function changesOf(records: readonly Told[]): Change[] {
  const found = records.flatMap((told): Change[] => {
    const { authorId = '', updatedAt: at, version } = told.record;
    if (told.noun === 'comment') {
      const { taskId, documentId } = told.record;
      const by = { kind: 'comment' as const, commentId: told.record.id, authorId, at };
      if (taskId) return [{ noun: 'task', id: taskId, ...by }];
      return documentId ? [{ noun: 'document', id: documentId, ...by }] : [];
    }
    return [{ noun: told.noun, id: told.record.id, kind: version === 1 ? 'new' : 'changed', authorId, at }];
  });
  const newest = new Map<string, Change>();
  for (const change of found.sort((a, b) => b.at - a.at))
    if (!newest.has(change.id)) newest.set(change.id, change);
  return [...newest.values()];
}
