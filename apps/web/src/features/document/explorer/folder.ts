/** The content of a folder and where it is: the state behind the table, the breadcrumbs and the dialogs. */
import type { DocumentPlace } from '@kontor/client/nouns/document';
import type { ViewOf } from '@kontor/client/replica/collections';
import type { View } from '@kontor/client/replica/view';
import { tagOf } from '@kontor/client/searching/searchedDocument';
import type { Document } from '@kontor/contract/nouns/document';
import { useMemo, useRef } from 'react';
import { matches } from '../../../platform/text/matches.ts';
import { type Found, useFound } from '../../../platform/workspace/found.ts';
import { useCollection, useView } from '../../../platform/workspace/views.ts';
import { useRead } from '../../../platform/workspace/workspace.ts';
import type { Sort } from '../../../ui/list/sort.ts';
import type { Root } from '../root.ts';
import { ancestorsOf, isListPath, type ListPath, liesIn, taskDocumentsPath } from '../tree.ts';
import { arrangedBy, byTask, latestFirst } from './arrange.ts';

export interface Folder {
  /** Undefined at the top. */
  id: string | undefined;
  /** The virtual folder of task documents: nothing is put into it here. */
  isTaskDocuments: boolean;
  /** A list over all folders, or the trash; undefined in a folder. */
  list: ListPath | undefined;
  /** The text that is looked for, in all folders; empty where none is, or it is not answered yet. */
  search: string;
  /** Documents that the search has found of it so far. */
  found: Found;
  /** Somebody deleted it, or the address is wrong. */
  isGone: boolean;
  /** The folders down to this one, outermost first. */
  ancestors: readonly Document[];
  /** Folders first, in the order of the table. */
  content: View<Document>;
  /** Where new things go. */
  place: DocumentPlace;
}

/** Returns the content of a folder; of the top without an id. */
const folderSpec = (root: Root, id: string | undefined, sort: Sort): ViewOf<'document'> => ({
  index: 'container',
  key: id ?? root.customerId ?? root.scopeId,
  filter: (document) => liesIn(document, root) && !document.taskId,
  compare: arrangedBy(sort),
});

/** Returns the documents of a project's tasks, those of a task together. */
const taskDocumentsSpec = ({ scopeId }: Root, sort: Sort): ViewOf<'document'> => ({
  index: 'scopeId',
  key: scopeId,
  filter: ({ taskId }) => Boolean(taskId),
  compare: byTask(arrangedBy(sort)),
});

/** Returns files that were changed last, of all folders; or what is starred. */
const listSpec = (
  root: Root,
  list: ListPath,
  starred: ReadonlySet<string>,
  sort: Sort,
): ViewOf<'document'> => ({
  index: root.customerId ? 'customerId' : 'scopeId',
  key: root.customerId ?? root.scopeId,
  filter: ({ kind, id }) => (list === 'recent' ? kind === 'file' : list === 'starred' && starred.has(id)),
  compare: list === 'recent' ? latestFirst : arrangedBy(sort),
});

/**
 * Returns folders and files of all folders and tasks that have the words of a text in their names or in
 * themselves.
 */
const foundSpec = (
  root: Root,
  text: string,
  { ids, mayLack }: Pick<Found, 'ids' | 'mayLack'>,
  sort: Sort,
): ViewOf<'document'> => ({
  index: root.customerId ? 'customerId' : 'scopeId',
  key: root.customerId ?? root.scopeId,
  filter: ({ id, name }) => ids.has(id) || (mayLack && matches(name, text)),
  compare: arrangedBy(sort),
});

/** Returns the folder that a path of ids names; its last id counts. With a `text` its content is what was found. */
export function useFolder(
  { scopeId, customerId }: Root,
  path: string | undefined,
  sort: Sort,
  starred: ReadonlySet<string>,
  text: string,
): Folder {
  const documents = useCollection('document');
  const last = path?.split('/').filter(Boolean).at(-1);
  const isTaskDocuments = last === taskDocumentsPath;
  const list = isListPath(last) ? last : undefined;
  const id = isTaskDocuments || list ? undefined : last;
  // What is in the trash is none of the documents.
  const wanted = list === 'trash' ? '' : text;
  const within = customerId ? tagOf('customerId', customerId) : tagOf('scopeId', scopeId);
  const found = useFound('document', wanted, within);
  const { ids, mayLack } = found;
  const search = found.isPending ? '' : wanted;
  const spec = useMemo(() => {
    const root = { scopeId, customerId };
    if (search) return foundSpec(root, search, { ids, mayLack }, sort);
    if (list) return listSpec(root, list, starred, sort);
    return isTaskDocuments ? taskDocumentsSpec(root, sort) : folderSpec(root, id, sort);
  }, [scopeId, customerId, isTaskDocuments, list, starred, id, sort, search, ids, mayLack]);
  const content = useView(documents, spec);
  const known = useRef<readonly Document[] | undefined>(undefined);
  const ancestors = useRead(documents, () => {
    const found = id ? ancestorsOf((one) => documents.get(one), { scopeId, customerId }, id) : [];
    const isSame =
      found?.length === known.current?.length && found?.every((one, i) => one === known.current?.[i]);
    if (!isSame) known.current = found;
    return known.current;
  });
  return useMemo(
    () => ({
      id,
      isTaskDocuments,
      list,
      search,
      found,
      isGone: ancestors === undefined,
      ancestors: ancestors ?? [],
      content,
      place: { scopeId, customerId, parentId: id },
    }),
    [id, isTaskDocuments, list, search, found, ancestors, content, scopeId, customerId],
  );
}

/** Tells whether a folder shows a document of its project or customer while nothing is looked for. */
export const liesHere = (
  { taskId, parentId }: Pick<Document, 'taskId' | 'parentId'>,
  { id, isTaskDocuments, list }: Pick<Folder, 'id' | 'isTaskDocuments' | 'list'>,
): boolean => !list && (isTaskDocuments ? Boolean(taskId) : !taskId && parentId === id);

/** Returns the path of a folder in the address: the ids down to it, outermost first. */
export const pathOf = (folders: readonly Pick<Document, 'id'>[]): string =>
  folders.map(({ id }) => id).join('/');
