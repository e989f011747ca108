/** Folders: their order, their ancestors, where a thing may be moved. */
import type { Document } from '@kontor/contract/nouns/document';
import { compareFileNames } from '../../platform/text/compare.ts';
import type { Root } from './root.ts';

/** Stands in a folder path for the virtual folder of task documents; no id looks like it. */
export const taskDocumentsPath = 'task-documents';

/** Stand in a folder path for lists over all folders, and for the trash. */
const listPaths = ['recent', 'starred', 'trash'] as const;
export type ListPath = (typeof listPaths)[number];

export const isListPath = (path: string | undefined): path is ListPath =>
  listPaths.some((each) => each === path);

/** Tells whether a path names something into which nothing can be moved. */
export const isVirtualPath = (path: string | undefined): boolean =>
  path === taskDocumentsPath || isListPath(path);

/** Stands in a folder path of a customer for all that is shared with them, of whatever project. */
export const sharedPath = 'shared';

type Placed = Pick<Document, 'id' | 'kind' | 'parentId'>;

/** Orders folders before files, and each by name. */
export const foldersFirst = (
  a: Pick<Document, 'kind' | 'name'>,
  b: Pick<Document, 'kind' | 'name'>,
): number => (a.kind === b.kind ? compareFileNames(a.name, b.name) : a.kind === 'folder' ? -1 : 1);

/** Says whether a document belongs to a project's documents, or to a customer's. */
export const liesIn = (document: Pick<Document, 'scopeId' | 'customerId'>, root: Root): boolean =>
  document.scopeId === root.scopeId && document.customerId === root.customerId;

/** A document on a walk, and the folder on it that it lies in. */
interface Passed<T> {
  document: T;
  folder: T | undefined;
  /** Folders above it. */
  depth: number;
}

/**
 * Walks over documents and all that lies in them, folders first and each above its contents; over none twice. Others chose
 * how deep folders lie, so that it takes no stack.
 */
export function* inOrder<T extends Pick<Document, 'id' | 'kind' | 'name'>>(
  top: readonly T[],
  contentsOf: (folderId: string) => readonly T[],
): Generator<Passed<T>> {
  const seen = new Set<string>();
  const waiting: Passed<T>[] = [];
  const wait = (documents: readonly T[], folder: T | undefined, depth: number) => {
    for (const document of documents.toSorted(foldersFirst).reverse())
      waiting.push({ document, folder, depth });
  };
  wait(top, undefined, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { document, depth } = next;
    if (seen.has(document.id)) continue;
    seen.add(document.id);
    yield next;
    if (document.kind === 'folder') wait(contentsOf(document.id), document, depth + 1);
  }
}

/** Returns those of some documents that lie in none of the others. */
export function outermost<T extends Pick<Document, 'id' | 'kind' | 'name'>>(
  chosen: readonly T[],
  contentsOf: (folderId: string) => readonly T[],
): T[] {
  const inside = new Set<string>();
  for (const each of chosen)
    for (const { document, folder } of inOrder([each], contentsOf)) if (folder) inside.add(document.id);
  return chosen.filter(({ id }) => !inside.has(id));
}

type Folder = Pick<Document, 'id' | 'kind' | 'parentId' | 'scopeId' | 'customerId'>;

/**
 * Returns the folders down to a folder, outermost first, itself last; undefined where they lead out of the root, nowhere or in
 * a circle (only a hostile server could have made one).
 */
export function ancestorsOf<T extends Folder>(
  get: (id: string) => T | undefined,
  root: Root,
  folderId: string,
): T[] | undefined {
  const ancestors: T[] = [];
  const seen = new Set<string>();
  for (let id: string | undefined = folderId; id; ) {
    const folder = get(id);
    if (folder?.kind !== 'folder' || seen.has(id) || !liesIn(folder, root)) return undefined;
    seen.add(id);
    ancestors.unshift(folder);
    id = folder.parentId;
  }
  return ancestors;
}

/** Returns the ids of what lies below a folder at any depth. */
export function descendantsOf(documents: readonly Placed[], folderId: string): Set<string> {
  const byParent = Map.groupBy(documents, (document) => document.parentId);
  const found = new Set<string>();
  const queue = [folderId];
  for (let id = queue.pop(); id; id = queue.pop()) {
    for (const child of byParent.get(id) ?? []) {
      if (found.has(child.id)) continue;
      found.add(child.id);
      if (child.kind === 'folder') queue.push(child.id);
    }
  }
  return found;
}

/** Returns where a move must not go: the things themselves and everything below them. */
export function forbiddenTargets(documents: readonly Placed[], movedIds: Iterable<string>): Set<string> {
  const out = new Set<string>();
  for (const id of movedIds) {
    out.add(id);
    for (const below of descendantsOf(documents, id)) out.add(below);
  }
  return out;
}
