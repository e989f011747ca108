/** The operations on documents and folders. */

import { listedUnder } from '@kontor/contract/entity/placement';
import { type Document, document, type FilePart, type SideFile } from '@kontor/contract/nouns/document';
import { beginning } from '@kontor/contract/text/beginning';
import { foldName } from '@kontor/crypto/nameTag';
import { conflictsOf } from '../replica/conflict.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { NounHooks } from '../replica/nounHooks.ts';
import type { Row } from '../replica/row.ts';
import { isInside, rootsOf } from '../replica/trees.ts';
import type { FileContent } from './fileVersion.ts';

/** Characters. */
const maxName = document.sealed.name.maxLength;
const maxExtension = 24;

const partsIn = (value: unknown): FilePart[] => {
  const { parts } = (value ?? {}) as { parts?: unknown };
  return Array.isArray(parts) ? (parts as FilePart[]) : [];
};

/**
 * Returns the storage keys of a file's parts, or of several files', and of what lies beside it, those of conflicts included:
 * the server sweeps what nobody names.
 */
function storageKeysOf(fields: Record<string, unknown>): string[] {
  const ofItems = Array.isArray(fields.files) ? (fields.files as Record<string, unknown>[]) : [];
  const contents = [fields, ...ofItems, ...conflictsOf(fields).map(({ kept }) => kept)];
  const files = contents.flatMap((content) => [content, content.thumbnail, content.words]);
  return [...new Set(files.flatMap(partsIn).map(({ fileKey }) => fileKey))];
}

/** A content with its words beside it. */
export type WordedFile = Pick<Document, 'id' | 'size' | 'parts'> & { fileKey: string; words: SideFile };

/** Returns the files with words of a record: itself, where it is a document or a share, or those that it lists in `files`. */
export function wordedFiles(row: Partial<Row>): WordedFile[] {
  const own = { ...row, id: row.documentId ?? row.id };
  const files = [own, ...(Array.isArray(row.files) ? row.files : [])] as Partial<WordedFile>[];
  return files.filter(
    (file): file is WordedFile => typeof file.words?.blobId === 'string' && typeof file.fileKey === 'string',
  );
}

/** Names the words of a record's files: other words have another name. Undefined where there are none. */
export const nameOfWords = (row: Partial<Row>): string | undefined =>
  wordedFiles(row)
    .map(({ words }) => words.blobId)
    .join() || undefined;

/** Holds for every record that lists the parts of a file, or of several in `files`. */
export const fileHooks: NounHooks = { derive: (fields) => ({ blobs: storageKeysOf(fields) }) };

type Records = Pick<Mutations, 'collections'>;

/** The place of a document, given by its refs. */
export interface DocumentPlace {
  scopeId: string;
  parentId?: string | undefined;
  taskId?: string | undefined;
  customerId?: string | undefined;
}

/** Returns the refs of a place, or of a document, that are there. */
export const documentPlaceOf = ({ scopeId, parentId, taskId, customerId }: DocumentPlace) => ({
  scopeId,
  ...(parentId && { parentId }),
  ...(taskId && { taskId }),
  ...(customerId && { customerId }),
});

/** Returns the id of what a document is listed under: a folder, else its task or its customer, else its project. */
export const folderOf = (place: DocumentPlace): string => listedUnder(document, { ...place });

/** Returns the documents of a kind in a place by their folded names, as the tag judges names; of one name the first. */
const byName = (
  { collections }: Records,
  place: DocumentPlace,
  kind: Document['kind'],
): ReadonlyMap<string, Document> =>
  new Map(
    collections.document
      .where('container', folderOf(place))
      .flatMap((each) => (each.kind === kind ? [[foldName(each.name), each] as const] : []))
      .reverse(),
  );

/** Returns the place that a path of folders' names leads to below a place; undefined where one of them is not there. */
export function placeAt(
  records: Records,
  place: DocumentPlace,
  path: readonly string[],
): DocumentPlace | undefined {
  let at = place;
  for (const name of path) {
    const folder = byName(records, at, 'folder').get(foldName(name));
    if (!folder) return undefined;
    at = { ...place, taskId: undefined, parentId: folder.id };
  }
  return at;
}

/**
 * Makes the folders that paths name below a place, as far as they are not there. Returns the id of each path's folder, by
 * the path's names, which are joined by slashes; a file that bears a folder's name gives the folder another one. No task has folders.
 */
export function makeFolders(
  mutations: Mutations,
  place: Omit<DocumentPlace, 'taskId'>,
  paths: readonly (readonly string[])[],
): Map<string, string> {
  const made = new Map<string, string>();
  /** The folders and the taken names of each place, folded, by its path. */
  const places = new Map<string, { folders: ReadonlyMap<string, Document>; taken: Set<string> }>();
  mutations.transaction(() => {
    const { scopeId, customerId } = place;
    for (const path of paths)
      path.forEach((name, depth) => {
        const key = path.slice(0, depth + 1).join('/');
        if (made.has(key)) return;
        const above = path.slice(0, depth).join('/');
        const parentId = depth === 0 ? place.parentId : made.get(above);
        const inside = { scopeId, customerId, parentId };
        const at = places.get(above) ?? {
          folders: byName(mutations, inside, 'folder'),
          taken: namesIn(mutations, inside),
        };
        places.set(above, at);
        const known = at.folders.get(foldName(name));
        const create = () =>
          mutations.create('document', scopeId, {
            kind: 'folder',
            name: takeFree(at.taken, name),
            ...(parentId && { parentId }),
            ...(customerId && { customerId }),
          });
        made.set(key, (known ?? create()).id);
      });
  });
  return made;
}

/** Adds a file, whose content is stored, to a place. */
export function addFile(
  mutations: Mutations,
  place: DocumentPlace,
  file: FileContent & Pick<Document, 'id' | 'name'>,
): void {
  const { scopeId, ...refs } = documentPlaceOf(place);
  mutations.create('document', scopeId, { ...file, kind: 'file', ...refs });
}

/** Names what lies beside a document's content, as long as that is its content. */
export function addBeside(
  mutations: Mutations,
  { id, blobId }: Pick<Document, 'id' | 'blobId'>,
  beside: Pick<FileContent, 'thumbnail' | 'words' | 'searchable'>,
): void {
  // Of another content it would say what is not so.
  if (mutations.collections.document.get(id)?.blobId === blobId) mutations.update('document', id, beside);
}

/** Moves documents and folders, with their contents, to another folder, task, project or customer. */
export function moveDocuments(
  mutations: Mutations,
  documentIds: readonly string[],
  { scopeId, parentId, taskId, customerId }: DocumentPlace,
): void {
  mutations.transaction((transaction) => {
    const containerOf = (id: string) => transaction.records.containerOf(id);
    for (const id of rootsOf(transaction, documentIds)) {
      if (parentId !== undefined && isInside(parentId, id, containerOf))
        throw new RangeError('a folder cannot be moved into itself');
      const fields = {
        parentId: parentId ?? null,
        taskId: taskId ?? null,
        customerId: customerId ?? null,
      };
      mutations.move('document', id, { scopeId, fields });
    }
  });
}

/** Returns the folded names in a place; `exceptId` is a record that bears its name rightly. */
function namesIn({ collections }: Records, place: DocumentPlace, exceptId?: string) {
  const taken = new Set<string>();
  for (const { id, name } of collections.document.where('container', folderOf(place)))
    if (id !== exceptId) taken.add(foldName(name));
  return taken;
}

/**
 * Tells whether a folder has this name already, as the sealed name tag judges it: `Straße.pdf` and `STRASSE.pdf` are one
 * name. `exceptId` is the record that bears the name rightly.
 */
export const isNameTaken = (
  mutations: Records,
  place: DocumentPlace,
  name: string,
  exceptId?: string,
): boolean => namesIn(mutations, place, exceptId).has(foldName(name));

/** Returns the first of documents whose name one before it has, as the tag judges names. */
export function firstNamedAlike<D extends Pick<Document, 'name'>>(documents: readonly D[]): D | undefined {
  const names = new Set<string>();
  return documents.find(({ name }) => names.size === names.add(foldName(name)).size);
}

/** Returns the file that has a name in a place, as the tag judges names; a folder is none. */
export const fileNamed = (records: Records, place: DocumentPlace, name: string): Document | undefined =>
  byName(records, place, 'file').get(foldName(name));

/**
 * Returns each name where the folder (a new one without a place) does not have it, nor one before it in the list, nor
 * `others`; else a name like it that is free: `Plan (2).pdf`.
 */
export function freeNames(
  mutations: Records,
  place: DocumentPlace | undefined,
  names: readonly string[],
  others: readonly string[] = [],
): string[] {
  const taken = place ? namesIn(mutations, place) : new Set<string>();
  for (const other of others) taken.add(foldName(other));
  return names.map((name) => takeFree(taken, name));
}

/** Takes a name, or one like it that is free. */
function takeFree(taken: Set<string>, name: string): string {
  let free = name;
  for (let n = 2; taken.has(foldName(free)); n++) free = withSuffix(name, ` (${n})`);
  taken.add(foldName(free));
  return free;
}

/** Inserts a suffix before a name's extension, and shortens the name where it would be too long. */
export function withSuffix(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= maxExtension ? name.slice(dot) : '';
  const stem = name.slice(0, name.length - extension.length);
  return beginning(stem, maxName - extension.length - suffix.length) + suffix + extension;
}
