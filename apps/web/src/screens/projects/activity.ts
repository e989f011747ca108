/** Reads from the records of a project what happened lately. */
import type { ViewOf } from '@kontor/client/replica/collections';
import type { Document } from '@kontor/contract/nouns/document';
import type { Task } from '@kontor/contract/nouns/task';
import { adderOf } from '../../features/document/writer.ts';
import { createdAt } from '../../platform/createdAt.ts';

export type Activity =
  | { kind: 'taskCreated' | 'taskChanged' | 'taskDone'; at: number; task: Task; by?: string }
  | { kind: 'documentAdded' | 'folderAdded'; at: number; document: Document; by?: string };

/** Returns when something last happened to a task. */
const changedAt = (task: Task): number => (task.version === 1 ? createdAt(task.id) : task.updatedAt);

/** The tasks of a project, those that changed last first. */
export const newestTasks = (projectId: string): ViewOf<'task'> => ({
  index: 'scopeId',
  key: projectId,
  compare: (a, b) => changedAt(b) - changedAt(a) || (a.id < b.id ? 1 : -1),
});

/** The documents of a project, those that were added last first. */
export const newestDocuments = (projectId: string): ViewOf<'document'> => ({
  index: 'scopeId',
  key: projectId,
  compare: (a, b) => b.createdAt - a.createdAt,
});

/** Returns the newest first. */
export function activityOf(
  tasks: readonly Task[],
  documents: readonly Document[],
  count: number,
): Activity[] {
  const ofTasks = tasks.map((task): Activity => {
    const at = changedAt(task);
    if (task.version === 1) return { kind: 'taskCreated', at, task, by: task.createdBy };
    const by = task.authorId;
    return { kind: task.status === 'DONE' ? 'taskDone' : 'taskChanged', at, task, ...(by && { by }) };
  });
  const ofDocuments = documents.map((document): Activity => {
    const kind = document.kind === 'folder' ? 'folderAdded' : 'documentAdded';
    const by = adderOf(document);
    return { kind, at: document.createdAt, document, ...(by !== undefined && { by }) };
  });
  return [...ofTasks, ...ofDocuments].sort((a, b) => b.at - a.at).slice(0, count);
}
