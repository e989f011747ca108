/** Folders: what lies in them, the way to them, where a thing may be moved. */
import type { Document } from '@kontor/contract/nouns/document';

/** Stands in a folder path for the virtual folder of task documents; no id looks like it. */
export const taskDocumentsPath = 'task-documents';

type Placed = Pick<Document, 'id' | 'name' | 'kind' | 'parentId' | 'taskId'>;

const collators = new Map<string, Intl.Collator>();

/** Compares names as people sort them: `Plan 2` before `Plan 10`, case aside. */
function compareNames(a: string, b: string, language: string): number {
  let collator = collators.get(language);
  if (!collator) {
    collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
    collators.set(language, collator);
  }
  return collator.compare(a, b);
}

/** Folders first, then files, each by name. */
export const byName =
  (language: string) =>
  (a: Pick<Document, 'kind' | 'name'>, b: Pick<Document, 'kind' | 'name'>): number =>
    a.kind === b.kind ? compareNames(a.name, b.name, language) : a.kind === 'folder' ? -1 : 1;

/** What lies directly in a folder; `undefined` is the top. What hangs on a task lies in no folder. */
export const childrenOf = <T extends Placed>(documents: readonly T[], folderId: string | undefined): T[] =>
  documents.filter((document) => !document.taskId && document.parentId === folderId);

/** What hangs on tasks: the content of the virtual folder. */
export const taskDocumentsOf = <T extends Placed>(documents: readonly T[]): T[] =>
  documents.filter((document) => document.taskId);

/**
 * The folders on the way to a folder, outermost first, itself last; undefined where the way leads nowhere or in a
 * circle (only a hostile server could have made one).
 */
export function wayTo<T extends Placed>(byId: ReadonlyMap<string, T>, folderId: string): T[] | undefined {
  const way: T[] = [];
  const seen = new Set<string>();
  for (let id: string | undefined = folderId; id; ) {
    const folder = byId.get(id);
    if (folder?.kind !== 'folder' || seen.has(id)) return undefined;
    seen.add(id);
    way.unshift(folder);
    id = folder.parentId;
  }
  return way;
}

/** Ids of what lies below a folder at any depth. */
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

/** Where a move must not go: the things themselves and everything below them. */
export function forbiddenTargets(documents: readonly Placed[], movedIds: Iterable<string>): Set<string> {
  const out = new Set<string>();
  for (const id of movedIds) {
    out.add(id);
    for (const below of descendantsOf(documents, id)) out.add(below);
  }
  return out;
}

/** Names are unique in a folder, whatever their case or Unicode form: the same folding as the sealed name tag's. */
const folded = (name: string) => name.normalize('NFC').toLowerCase();

/** Whether another thing in the folder bears the name. */
export const nameExists = (
  documents: readonly Placed[],
  folderId: string | undefined,
  name: string,
  exceptId?: string,
): boolean =>
  childrenOf(documents, folderId).some(
    (document) => document.id !== exceptId && folded(document.name) === folded(name),
  );
