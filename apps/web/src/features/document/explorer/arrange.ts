/** The order of a folder's content: folders first, each kind by a column of the table. */
import type { Document } from '@kontor/contract/nouns/document';
import { compareWords } from '../../../platform/text/compare.ts';
import { comparing, type Orders, type Sort } from '../../../ui/list/sort.ts';
import { fileTypeOf } from '../fileType.ts';
import { documentMessages } from '../messages.ts';
import { foldersFirst } from '../tree.ts';

/** Returns when it was last changed: renamed, moved, or uploaded. */
export const changedAt = ({ updatedAt, createdAt }: Pick<Document, 'updatedAt' | 'createdAt'>): number =>
  updatedAt || createdAt;

/** Puts what was changed last first. */
export const latestFirst = (a: Document, b: Document): number => changedAt(b) - changedAt(a);

/** Returns the kind of a file as the table names it. */
const kindOf = ({ mimeType }: Document): string => documentMessages.t(fileTypeOf(mimeType));

const orders: Orders<Document> = {
  kind: (a, b) => compareWords(kindOf(a), kindOf(b)),
  size: (a, b) => (a.size ?? 0) - (b.size ?? 0),
  changed: (a, b) => changedAt(a) - changedAt(b),
};

/** Orders by a column: folders stay above files, whatever the column and the direction. */
export function arrangedBy(sort: Sort): (a: Document, b: Document) => number {
  const compare = comparing(orders, sort, foldersFirst);
  return (a, b) => (a.kind === b.kind ? compare(a, b) : foldersFirst(a, b));
}

/** Puts the documents of each task together, the tasks that were made last first. */
export const byTask =
  (compare: (a: Document, b: Document) => number) =>
  (a: Document, b: Document): number => {
    if (a.taskId === b.taskId) return compare(a, b);
    return (a.taskId ?? '') < (b.taskId ?? '') ? 1 : -1;
  };
