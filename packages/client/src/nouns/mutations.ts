/** What people do with records, as ops of the outbox. Everything here answers at once. */

import { readValues } from '@kontor/contract/entity/entity';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { type EntityName, entityOf, type OpenOf } from '@kontor/contract/nouns/entities';
import { foldName } from '@kontor/crypto/nameTag';
import { v7 as uuidv7 } from 'uuid';
import { blobsOf } from '../replica/batchBuilder.ts';
import type { Clock } from '../replica/clock.ts';
import { type DocumentPlace, folderOf } from '../replica/collections.ts';
import { conflictsKey, conflictsOf } from '../replica/conflict.ts';
import type { ChangesOf, DraftOf } from '../replica/draft.ts';
import type { Op } from '../replica/entry.ts';
import type { Outbox } from '../replica/outbox.ts';
import type { PendingOp } from '../replica/overlay.ts';
import type { RecordSet } from '../replica/recordSet.ts';
import { fieldsOf, type Row, readRow } from '../replica/row.ts';
import { Act } from '../replica/transaction.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { Follower, type FollowerParts, follow } from './customerProjection.ts';
import { byRank, freshRanks, rankBehind, rankBetween } from './rank.ts';

type Verb =
  | 'create'
  | 'update'
  | 'remove'
  | 'batch'
  | 'createProject'
  | 'accessOf'
  | 'setAccess'
  | 'moveTasks'
  | 'moveDocuments'
  | 'shareDocuments'
  | 'revokeDocuments'
  | 'reorder'
  | 'lastRank'
  | 'isNameTaken'
  | 'resolveConflict';

export interface VerbParts {
  userId: string;
  records: RecordSet;
  outbox: Outbox;
  clock: Clock;
  /** Who reads a scope by what is on the server. */
  accessOf(scopeId: string): ScopeAccess | undefined;
}

export class Verbs implements Pick<Workspace, Verb> {
  readonly #parts: VerbParts;
  #act: Act | undefined;
  /** What is done now follows from what somebody did. */
  #isFollowing = false;
  /** The last rank that the act under way gave out, by container. */
  readonly #ranks = new Map<string, string>();

  constructor(parts: VerbParts) {
    this.#parts = parts;
  }

  /** What the act under way does with a record. */
  pendingOf(id: string): PendingOp | undefined {
    return this.#act?.pendingOf(id);
  }

  batch(act: () => void): string | undefined {
    if (this.#act) {
      act();
      return undefined;
    }
    const { userId, clock, outbox } = this.#parts;
    const made = new Act(userId, clock.now(), (scopeId) => this.accessOf(scopeId) === 'private');
    this.#act = made;
    try {
      act();
      this.#isFollowing = true;
      follow(this.#followerParts());
    } finally {
      this.#isFollowing = false;
      this.#act = undefined;
      this.#ranks.clear();
    }
    const entries = made.entries();
    if (entries.length > 0) outbox.add(entries);
    return entries[0]?.id;
  }

  create<N extends EntityName>(entity: N, scopeId: string, draft: DraftOf<N> & { id?: string }): OpenOf<N> {
    const { id = uuidv7(), ...values } = draft as Record<string, unknown> & { id?: string };
    const { userId, clock, records } = this.#parts;
    const { sealed, refs } = entityOf(entity);
    const fields = fieldsOf(entity, values, { userId, now: clock.now() });
    if (sealed.order?.kind === 'rank') fields.order ??= this.#nextRank(String(fields.parentId ?? scopeId));
    if ('blobs' in refs) fields.blobs = blobsOf(fields);
    const complete = readValues(entityOf(entity), fields);
    this.batch(() => this.#add({ verb: 'create', entity, id, scopeId, fields: complete }));
    const shown = records.collections[entity].get(id) as OpenOf<N> | undefined;
    return shown ?? readRow(entity, { ...complete, id, scopeId, version: 0, updatedAt: clock.now() });
  }

  update<N extends EntityName>(entity: N, id: string, changes: ChangesOf<N>): void {
    const base = this.#row(entity, id);
    const changed = Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value ?? null]));
    if ('blobs' in entityOf(entity).refs && 'parts' in changed)
      changed.blobs = blobsOf({ ...base, ...changed });
    if (Object.keys(changed).length === 0) return;
    this.batch(() => this.#add({ verb: 'update', entity, id, scopeId: base.scopeId, base, changed }));
  }

  remove(entity: EntityName, id: string): void {
    // Gone by the same act already, with the folder that it lies in.
    if (this.#act?.pendingOf(id)?.op.verb === 'delete') return;
    this.#row(entity, id);
    this.batch(() => {
      const inside = entity === 'project' ? this.#parts.records.idsInScope(id) : [];
      const seen = new Set<string>();
      for (const each of [...inside, id]) this.#removeTree(each, seen, entity === 'project');
    });
  }

  createProject(draft: DraftOf<'project'>, access: ScopeAccess = 'open'): OpenOf<'project'> {
    const id = uuidv7();
    let made: OpenOf<'project'> | undefined;
    this.batch(() => {
      const scope = { id, kind: 'project', access } as const;
      if (access === 'private') this.#act!.setAccess(id, access);
      this.#act!.addStructural({ name: 'scope.create', args: { scope } });
      made = this.create('project', id, { ...draft, id });
    });
    return this.#parts.records.collections.project.get(id) ?? made!;
  }

  accessOf(projectId: string): ScopeAccess {
    const inAct = this.#act?.accessOf(projectId);
    if (inAct) return inAct;
    // An acknowledged act is in force, though the pull that says so is still to come.
    for (const { access, state } of this.#parts.outbox.entries.toReversed())
      if (state !== 'failed' && access?.[projectId]) return access[projectId];
    return this.#parts.accessOf(projectId) ?? 'open';
  }

  setAccess(projectId: string, access: ScopeAccess): void {
    if (this.accessOf(projectId) === access) return;
    const { memberIds } = this.#row('project', projectId) as unknown as OpenOf<'project'>;
    this.batch(() => {
      this.#act!.setAccess(projectId, access);
      // The members are its readers: the act carries them.
      if (!this.#act!.pendingOf(projectId)) this.update('project', projectId, { memberIds });
    });
  }

  moveTasks(taskIds: readonly string[], projectId: string): void {
    const top = new Set(taskIds);
    this.batch(() => {
      for (const id of this.#roots(top)) {
        const row = this.#row('task', id);
        if (row.scopeId === projectId && row.parentId === undefined) continue;
        const order = this.#nextRank(projectId);
        this.#moveTree('task', id, projectId, { parentId: null, order });
      }
    });
  }

  moveDocuments(
    documentIds: readonly string[],
    to: { scopeId: string; parentId?: string | undefined },
  ): void {
    this.batch(() => {
      for (const id of this.#roots(new Set(documentIds))) {
        if (to.parentId !== undefined && this.#isInside(to.parentId, id))
          throw new RangeError('a folder cannot be moved into itself');
        this.#moveTree('document', id, to.scopeId, { parentId: to.parentId ?? null, taskId: null });
      }
    });
  }

  shareDocuments(documentIds: readonly string[], customerId: string): void {
    this.batch(() => {
      const follower = new Follower(this.#followerParts());
      for (const id of documentIds) follower.share(id, customerId);
    });
  }

  revokeDocuments(documentIds: readonly string[], customerId: string): void {
    this.batch(() => {
      const follower = new Follower(this.#followerParts());
      for (const id of documentIds) follower.revoke(id, customerId);
    });
  }

  reorder(taskId: string, after: string | undefined, before: string | undefined): void {
    const { task } = this.#parts.records.collections;
    const [left, right] = [after, before].map((id) => (id === undefined ? undefined : task.get(id)));
    const order = rankBetween(left?.order, right?.order);
    if (order !== undefined) {
      this.update('task', taskId, { order });
      return;
    }
    const container = left ?? right ?? task.get(taskId);
    if (!container) throw new RangeError(`no task ${taskId}`);
    const siblings = task.where('container', container.parentId ?? container.scopeId);
    const ids = siblings
      .filter(({ id }) => id !== taskId)
      .sort(byRank)
      .map(({ id }) => id);
    ids.splice(after === undefined ? 0 : ids.indexOf(after) + 1, 0, taskId);
    const ranks = freshRanks(ids.length);
    this.batch(() => {
      for (const [i, id] of ids.entries())
        if (task.get(id)?.order !== ranks[i]) this.update('task', id, { order: ranks[i]! });
    });
  }

  lastRank(containerId: string): string {
    const tasks = this.#parts.records.collections.task.where('container', containerId);
    return rankBehind(tasks.map(({ order }) => order));
  }

  isNameTaken(place: DocumentPlace, name: string): boolean {
    const folded = foldName(name);
    return this.#parts.records.collections.document
      .where('container', folderOf(place))
      .some((document) => foldName(document.name) === folded);
  }

  resolveConflict(entity: EntityName, id: string, conflictId: string, choice: 'kept' | 'current'): void {
    const base = this.#row(entity, id);
    const conflicts = conflictsOf(base);
    const conflict = conflicts.find((candidate) => candidate.id === conflictId);
    if (!conflict) throw new RangeError(`no kept copy ${conflictId}`);
    const rest = conflicts.filter((candidate) => candidate !== conflict);
    const changed: Record<string, unknown> = {
      ...(choice === 'kept' ? conflict.kept : {}),
      [conflictsKey]: rest.length > 0 ? rest : null,
    };
    if (entity === 'document') changed.blobs = blobsOf({ ...base, ...changed });
    this.batch(() => this.#add({ verb: 'update', entity, id, scopeId: base.scopeId, base, changed }));
  }

  #add(op: Op): void {
    this.#act!.add(this.#isFollowing ? { ...op, follows: true } : op);
  }

  #followerParts(): FollowerParts {
    const { records } = this.#parts;
    return { records, act: this.#act!, verbs: this, isPrivate: (id) => this.accessOf(id) === 'private' };
  }

  #row(entity: EntityName, id: string): Row {
    const row = this.#parts.records.displayed(id);
    if (!row) throw new RangeError(`no ${entity} ${id}`);
    return row;
  }

  #nextRank(containerId: string): string {
    const given = this.#ranks.get(containerId);
    const rank = given === undefined ? this.lastRank(containerId) : rankBehind([given]);
    if (this.#act) this.#ranks.set(containerId, rank);
    return rank;
  }

  #contentsOf(id: string): string[] {
    return [...this.#parts.records.contentsOf(id), ...this.#act!.createdIn(id)];
  }

  /** Of records that lie in themselves, each shows at the top, and goes nowhere with the one that it lies in. */
  #isApart(id: string): boolean {
    return this.#parts.records.cycles.has(id);
  }

  /** Deletes what lies in a record, then the record. `isWhole`: with the whole project, records in themselves too. */
  #removeTree(id: string, seen: Set<string>, isWhole: boolean): void {
    if (seen.has(id)) return;
    seen.add(id);
    const { records } = this.#parts;
    const entityOf = (each: string) => this.#act!.pendingOf(each)?.op.entity ?? records.entityOf(each);
    for (const inside of this.#contentsOf(id)) {
      const base = records.displayed(inside);
      const entity = entityOf(inside);
      if (isWhole || !this.#isApart(inside) || !base || !entity) this.#removeTree(inside, seen, isWhole);
      // Nothing would show it once what it lies in is gone.
      else if (this.#act!.pendingOf(inside)?.op.verb !== 'delete')
        this.#moveTree(entity, inside, base.scopeId, { parentId: null });
    }
    const base = records.displayed(id);
    const entity = entityOf(id);
    if (base && entity) this.#add({ verb: 'delete', entity, id, scopeId: base.scopeId, base });
  }

  /** Moves a record, then what lies in it. */
  #moveTree(
    entity: EntityName,
    id: string,
    scopeId: string,
    changed: Record<string, unknown>,
    seen: Set<string> = new Set(),
  ): void {
    if (seen.has(id)) return;
    seen.add(id);
    const { records } = this.#parts;
    const base = records.displayed(id);
    if (!base) return;
    if (base.scopeId === scopeId) {
      this.#add({ verb: 'update', entity, id, scopeId, base, changed });
      return;
    }
    this.#add({ verb: 'move', entity, id, scopeId, from: base.scopeId, base, changed });
    for (const inside of this.#contentsOf(id))
      if (!this.#isApart(inside))
        this.#moveTree(records.entityOf(inside) ?? entity, inside, scopeId, {}, seen);
  }

  /** Of these records, those that show in none of the others. */
  #roots(ids: ReadonlySet<string>): string[] {
    const shownIn = (id: string) => (this.#isApart(id) ? undefined : this.#parts.records.containerOf(id));
    return [...ids].filter(
      (id) => ![...ids].some((other) => other !== id && this.#isInside(id, other, shownIn)),
    );
  }

  /** Whether a record is another one or lies in it, at any depth. */
  #isInside(
    id: string,
    container: string,
    liesIn = (each: string) => this.#parts.records.containerOf(each),
  ): boolean {
    const seen = new Set<string>();
    for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = liesIn(at)) {
      if (at === container) return true;
      seen.add(at);
    }
    return false;
  }
}
