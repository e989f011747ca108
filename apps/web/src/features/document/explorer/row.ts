/** The rows of a list of documents: folders and files, and what stands between them. */
import type { View } from '@kontor/client/replica/view';
import type { Document } from '@kontor/contract/nouns/document';
import { useMemo } from 'react';
import { useWindow } from '../../../platform/workspace/views.ts';
import { fixedView, startingWith } from '../../../ui/list/fixedView.ts';
import { taskDocumentsPath } from '../tree.ts';

/** Stands above the documents of a task. */
export interface TaskHeading {
  kind: 'task';
  taskId: string;
}

/** The virtual folder of task documents, a task's heading in it, or a real folder or file. */
export type DocumentRow = Document | TaskHeading | typeof taskDocumentsPath;

/** Returns the folder or file of a row; undefined of a row that cannot be chosen. */
export const documentOf = (row: DocumentRow): Document | undefined =>
  row === taskDocumentsPath || row.kind === 'task' ? undefined : row;

export const rowKey = (row: DocumentRow): string =>
  row === taskDocumentsPath ? row : row.kind === 'task' ? `task/${row.taskId}` : row.id;

/** Returns the folder that things can be dropped into, by its id. */
export const intoOf = (row: DocumentRow): string | undefined =>
  row === taskDocumentsPath || row.kind === 'folder' ? rowKey(row) : undefined;

/** Returns documents that lie together by task, below a heading for each task. */
export const underTasks = (documents: readonly Document[]): DocumentRow[] =>
  documents.flatMap((document, i) => {
    const { taskId } = document;
    return taskId && taskId !== documents[i - 1]?.taskId ? [{ kind: 'task', taskId }, document] : [document];
  });

/** Returns the rows of a folder's content: at a project's top below the virtual folder, in that one below their tasks. */
export function useRows(
  content: View<Document>,
  { hasTasks, isTaskDocuments }: { hasTasks: boolean; isTaskDocuments: boolean },
): View<DocumentRow> {
  const grouped = useWindow(content, 0, isTaskDocuments ? Number.POSITIVE_INFINITY : 0);
  return useMemo(() => {
    if (isTaskDocuments) return fixedView(underTasks(grouped), rowKey);
    return hasTasks ? startingWith<DocumentRow>(taskDocumentsPath, taskDocumentsPath, content) : content;
  }, [content, hasTasks, isTaskDocuments, grouped]);
}
