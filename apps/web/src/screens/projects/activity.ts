/** Reads from the records of a project what happened lately. */
import type { ViewOf } from '@kontor/client/replica/collections';
import { idTime } from '@kontor/contract/entity/idTime';
import type { Document } from '@kontor/contract/nouns/document';
import type { Task } from '@kontor/contract/nouns/task';
import type { TaskEdit } from '@kontor/contract/nouns/taskEdit';
import { adderOf } from '../../features/document/writer.ts';

export type Activity =
  | { kind: 'taskCreated' | 'taskChanged' | 'taskDone'; at: number; taskId: string; by: string }
  | { kind: 'documentAdded' | 'folderAdded'; at: number; document: Document; by?: string };

/** Returns the tasks of a project, those that were made last first. */
export const newestTasks = (projectId: string): ViewOf<'task'> => ({
  index: 'scopeId',
  key: projectId,
  compare: (a, b) => idTime(b.id) - idTime(a.id),
});

/** Returns the changes of the tasks of a project, the last first. */
export const newestEdits = (projectId: string): ViewOf<'taskEdit'> => ({
  index: 'scopeId',
  key: projectId,
  compare: (a, b) => b.at - a.at,
});

/** Returns the documents of a project, those that were added last first. */
export const newestDocuments = (projectId: string): ViewOf<'document'> => ({
  index: 'scopeId',
  key: projectId,
  compare: (a, b) => b.createdAt - a.createdAt,
});

const isDone = ({ edits }: TaskEdit) => edits.some(({ field, to }) => field === 'status' && to === 'DONE');

/** Returns the newest first; of each task what happened to it last, which an order of tasks does not count as. */
export function activityOf(
  edits: readonly TaskEdit[],
  tasks: readonly Task[],
  documents: readonly Document[],
  count: number,
): Activity[] {
  const ofTasks = new Map<string, Activity>();
  for (const edit of edits) {
    const { taskId, at, authorId, userId } = edit;
    const kind = isDone(edit) ? 'taskDone' : 'taskChanged';
    if (!ofTasks.has(taskId)) ofTasks.set(taskId, { kind, at, taskId, by: authorId ?? userId });
  }
  for (const { id, createdBy } of tasks)
    if (!ofTasks.has(id)) ofTasks.set(id, { kind: 'taskCreated', at: idTime(id), taskId: id, by: createdBy });
  const ofDocuments = documents.map((document): Activity => {
    const kind = document.kind === 'folder' ? 'folderAdded' : 'documentAdded';
    const by = adderOf(document);
    return { kind, at: document.createdAt, document, ...(by !== undefined && { by }) };
  });
  return [...ofTasks.values(), ...ofDocuments].sort((a, b) => b.at - a.at).slice(0, count);
}
