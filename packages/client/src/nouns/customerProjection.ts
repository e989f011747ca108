/**
 * What follows in customers' scopes from what somebody changes in projects and documents, written in the same act: what
 * a customer sees says what the records say, at once or not at all.
 *
 * A shared folder covers what lies in it: what comes in is shared, what leaves is not any more, wherever it goes. What
 * was shared by itself stays shared for as long as it belongs to the same customer.
 */
import type { Project } from '@kontor/contract/nouns/project';
import type { ProjectCard } from '@kontor/contract/nouns/projectCard';
import type { FolderStep } from '@kontor/contract/nouns/share';
import { fileFields, sameValue } from '../replica/merge.ts';
import type { RecordSet } from '../replica/recordSet.ts';
import type { Row } from '../replica/row.ts';
import type { Act } from '../replica/transaction.ts';
import type { Workspace } from '../workspace/workspace.ts';

export interface FollowerParts {
  records: RecordSet;
  /** The act under way, with what was done so far. */
  act: Act;
  verbs: Pick<Workspace, 'create' | 'update' | 'remove'>;
  isPrivate(projectId: string): boolean;
}

/** Writes what follows from the act so far. */
export function follow(parts: FollowerParts): void {
  const { records, act } = parts;
  const follower = new Follower(parts);
  const projects = new Set<string>();
  for (const op of act.ops()) {
    if (op.entity === 'document') follower.document(op.id);
    if (op.entity !== 'project' && op.entity !== 'task') continue;
    projects.add(op.scopeId);
    if (op.verb === 'move') projects.add(op.from);
  }
  for (const id of projects) if (records.entityOf(id) === 'project') follower.project(id);
}

/** Shares and stops sharing, and what an act upon documents and projects means for what is shared. */
export class Follower {
  readonly #parts: FollowerParts;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** Shows a document to a customer, a folder with all that lies in it. */
  share(documentId: string, customerId: string): void {
    const row = this.#after(documentId);
    if (!row) return;
    if (!this.#sharesOf(documentId).some(({ scopeId }) => scopeId === customerId))
      this.#parts.verbs.create('share', customerId, this.#shown(row));
    for (const id of this.#inside(row)) this.share(id, customerId);
  }

  /** Takes a document out of a customer's sight, a folder with all that lies in it. */
  revoke(documentId: string, customerId: string): void {
    for (const { id, scopeId } of this.#sharesOf(documentId))
      if (scopeId === customerId) this.#parts.verbs.remove('share', id);
    const row = this.#after(documentId);
    if (row) for (const id of this.#inside(row)) this.revoke(id, customerId);
  }

  /** A document was made, changed, moved or deleted. */
  document(id: string): void {
    const before = this.#before('document', id);
    const after = this.#after(id);
    if (!after) {
      for (const share of this.#sharesOf(id)) this.#parts.verbs.remove('share', share.id);
      return;
    }
    const isMoved = before?.parentId !== this.#folderOf(after) || before?.scopeId !== after.scopeId;
    if (!before || isMoved) this.#place(id, before, after);
    this.#refresh(id);
  }

  /** A project or its tasks changed. */
  project(id: string): void {
    const { records, verbs, isPrivate } = this.#parts;
    const before = this.#before('project', id);
    const after = this.#after(id);
    const customerId = textOf(after?.customerId);
    const cards = this.#live('projectCard', 'projectId', id);
    // A customer who is not here any more (or never was) must not hold up a change of the project.
    const isKnown = customerId !== undefined && records.entityOf(customerId) === 'customer';
    const isShown = after !== undefined && isKnown && !isPrivate(id);
    const kept = isShown ? cards.find(({ scopeId }) => scopeId === customerId) : undefined;
    for (const card of cards) if (card !== kept) verbs.remove('projectCard', card.id);
    if (isShown) {
      const shown = { ...this.#progress(id), ...cardOf(after) };
      if (!kept) verbs.create('projectCard', customerId, { projectId: id, ...shown });
      else if (differs(kept, shown)) verbs.update('projectCard', kept.id, shown);
    }
    const left = textOf(before?.customerId);
    if (!left || left === customerId) return;
    for (const share of records.collections.share.where('projectId', id))
      if (share.scopeId === left && this.#after(share.id)) verbs.remove('share', share.id);
  }

  /** A document came into a folder, or left one. */
  #place(id: string, before: Row | undefined, after: Row): void {
    const folderId = this.#folderOf(after);
    const here = this.#customersOf(folderId);
    const there = this.#customersOf(before?.parentId);
    const own = this.#customerOf(after);
    for (const { scopeId } of this.#sharesOf(id))
      if (!here.has(scopeId) && (there.has(scopeId) || scopeId !== own)) this.revoke(id, scopeId);
    if (before && before.parentId === folderId) return;
    for (const customerId of here) this.share(id, customerId);
  }

  /** Makes what is shared of a document, and the way to what lies in it, say what the records say. */
  #refresh(id: string): void {
    const row = this.#after(id);
    if (!row) return;
    const shares = this.#sharesOf(id);
    const shown = shares.length > 0 ? this.#shown(row) : {};
    for (const share of shares) {
      const changed = withEmptied(share, shown);
      if (differs(share, changed)) this.#parts.verbs.update('share', share.id, changed);
    }
    for (const inside of this.#inside(row)) this.#refresh(inside);
  }

  /** With whom a folder is shared. */
  #customersOf(folderId: unknown): Set<string> {
    const id = textOf(folderId);
    return new Set(id ? this.#sharesOf(id).map(({ scopeId }) => scopeId) : []);
  }

  /** Whose a document is: its project's customer, or the one that it is about. */
  #customerOf(document: Row): string | undefined {
    return textOf(this.#after(document.scopeId)?.customerId) ?? textOf(document.customerId);
  }

  /** What a share says of a document. */
  #shown(row: Row): Record<string, unknown> {
    const isInProject = this.#parts.records.entityOf(row.scopeId) === 'project';
    const shown: Record<string, unknown> = {
      documentId: row.id,
      path: this.#wayTo(row),
      kind: row.kind,
      name: row.name,
      ...(isInProject && { projectId: row.scopeId }),
    };
    for (const field of fileFields) if (row[field] !== undefined) shown[field] = row[field];
    return shown;
  }

  /** The folders that a document lies in, outermost first. */
  #wayTo(row: Row): FolderStep[] {
    const way: FolderStep[] = [];
    for (let id = this.#folderOf(row); id; ) {
      const folder = this.#after(id);
      if (!folder) break;
      way.unshift({ id, name: String(folder.name) });
      id = this.#folderOf(folder);
    }
    return way;
  }

  /** Tasks of a project, subtasks not counted. */
  #progress(projectId: string): { tasksTotal: number; tasksDone: number } {
    const { records, act } = this.#parts;
    const touched = act.ops().flatMap(({ entity, id }) => (entity === 'task' ? [id] : []));
    const ids = new Set([
      ...records.collections.task.where('scopeId', projectId).map(({ id }) => id),
      ...touched,
    ]);
    const tasks = [...ids].flatMap((id) => {
      const task = this.#after(id);
      return task && task.scopeId === projectId && task.parentId === undefined ? [task] : [];
    });
    return { tasksTotal: tasks.length, tasksDone: tasks.filter(({ status }) => status === 'DONE').length };
  }

  #sharesOf(documentId: string): Row[] {
    return this.#live('share', 'documentId', documentId);
  }

  /** The records under a key of an index, as the act leaves them so far. */
  #live(entity: 'share' | 'projectCard', index: 'documentId' | 'projectId', key: string): Row[] {
    const { records, act } = this.#parts;
    const known = records.collections[entity].where(index, key).map(({ id }) => id);
    const made = act.ops().flatMap((op) => (op.verb === 'create' && op.entity === entity ? [op.id] : []));
    return [...new Set([...known, ...made])].flatMap((id) => {
      const row = this.#after(id);
      return row?.[index] === key ? [row] : [];
    });
  }

  /** What lies directly in a folder, as the act leaves it so far. */
  #inside(folder: Row): string[] {
    if (folder.kind !== 'folder') return [];
    const { records, act } = this.#parts;
    const ids = new Set([...records.contentsOf(folder.id), ...act.createdIn(folder.id)]);
    return [...ids].filter((id) => {
      const row = this.#after(id);
      return row !== undefined && this.#folderOf(row) === folder.id;
    });
  }

  /** What a document shows in: folders that two people moved into each other all show at the top. */
  #folderOf(row: Row): string | undefined {
    const seen = new Set<string>();
    for (let id = textOf(row.parentId); id && !seen.has(id); id = textOf(this.#after(id)?.parentId)) {
      if (id === row.id) return undefined;
      seen.add(id);
    }
    return textOf(row.parentId);
  }

  #before(entity: 'document' | 'project', id: string): Row | undefined {
    return this.#parts.records.collections[entity].get(id) as Row | undefined;
  }

  #after(id: string): Row | undefined {
    return this.#parts.records.displayed(id);
  }
}

/** The facts of a project that its customer sees. */
function cardOf(project: Row): Partial<ProjectCard> {
  const { name, startDate, endDate, archivedAt } = project as unknown as Project;
  return { name, startDate, endDate, archivedAt } as Partial<ProjectCard>;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const differs = (row: Row, shown: object): boolean =>
  Object.entries(shown).some(([key, value]) => !sameValue(row[key], value));

/** With the fields emptied that the share has and its document has no more. */
function withEmptied(share: Row, shown: Record<string, unknown>): Record<string, unknown> {
  const gone = ['projectId', ...fileFields].filter((key) => key in share && !(key in shown));
  return { ...Object.fromEntries(gone.map((key) => [key, undefined])), ...shown };
}
