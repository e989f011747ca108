/** A transaction of a person while it is being made: its ops, one per record, as entries that fit on the wire. */

import { presentRefs } from '@kontor/contract/entity/entity';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import type { StructuralChange } from '@kontor/contract/wire/change';
import { limits } from '@kontor/contract/wire/protocol';
import type { Scope } from '@kontor/contract/wire/scope';
import { containerOf } from './containment.ts';
import { type Entry, type HeldRecord, type Op, valuesAfter } from './entry.ts';
import { neededBy } from './late.ts';
import { applyOp, joinOps } from './overlay.ts';
import type { RecordSet } from './recordSet.ts';
import type { Row } from './row.ts';

/** Characters of JSON that a batch may have: well below the server's limit, with room for what merging adds. */
const maxBatchSize = limits.jsonBytes * 0.6;

export interface TransactionParts {
  userId: string;
  /** ms. */
  at: number;
  records: RecordSet;
  /** Returns an id behind those of all transactions so far. */
  newId(): string;
  /** Tells who reads a scope once everything that was done before is on the server. */
  accessBefore(scopeId: string): ScopeAccess;
}

export class Transaction {
  readonly #parts: TransactionParts;
  readonly #ops = new Map<string, Op>();
  readonly #structural: StructuralChange[] = [];
  readonly #entry: Entry;
  #isProjecting = false;

  constructor(parts: TransactionParts) {
    this.#parts = parts;
    const { userId, at } = parts;
    this.#entry = { id: parts.newId(), at, userId, structural: this.#structural, ops: [], state: 'pending' };
  }

  /** Returns the person whose transaction it is. */
  get userId(): string {
    return this.#parts.userId;
  }

  /** Returns the time, in ms. */
  get at(): number {
    return this.#parts.at;
  }

  get records(): RecordSet {
    return this.#parts.records;
  }

  /** Marks what is added from here on as the work of projections. */
  beginProjections(): void {
    this.#isProjecting = true;
  }

  add(op: Op): void {
    const first = this.#ops.get(op.id);
    const next: Op = this.#isProjecting ? { ...op, isProjected: true } : op;
    const joined = first ? joinOps(first, next) : next;
    // What changes late goes late: a container's tombstone comes behind those of what lies in it.
    if (op.verb === 'delete') this.#ops.delete(op.id);
    if (joined) this.#ops.set(op.id, joined);
    else this.#ops.delete(op.id);
  }

  /** Returns what has been done so far, one op per record. */
  ops(): readonly Op[] {
    return [...this.#ops.values()];
  }

  /** Returns the record as screens showed it before the transaction; undefined where it is new. */
  before(entity: EntityName, id: string): Row | undefined {
    return this.records.collections[entity].get(id) as Row | undefined;
  }

  /**
   * Returns the record as the transaction leaves it so far; undefined where it is gone, and where it is none of the noun that
   * is asked for: whoever could write there may have put something else under the id.
   */
  after(id: string, entity?: EntityName): Row | undefined {
    const own = this.#ops.get(id);
    const known = this.records.entityOf(id) ?? own?.entity;
    if (entity !== undefined && known !== entity) return undefined;
    const row = this.records.displayed(id);
    return own && own.entity === known ? applyOp({ entry: this.#entry, op: own }, row) : row;
  }

  /** Returns a record as this transaction leaves it. @throws RangeError where it is gone */
  row(entity: EntityName, id: string): Row {
    const row = this.after(id, entity);
    if (!row) throw new RangeError(`no ${entity} ${id}`);
    return row;
  }

  entityOf(id: string): EntityName | undefined {
    return this.#ops.get(id)?.entity ?? this.records.entityOf(id);
  }

  /** Returns the ids of what lies directly in a record, including what the transaction created in it. */
  contentsOf(id: string): string[] {
    const contents = new Set(this.records.contentsOf(id));
    for (const op of this.#ops.values())
      if (op.verb === 'create' && containerOf(op.entity, op.fields) === id) contents.add(op.id);
    return [...contents];
  }

  /** Tells whether it writes a record. */
  touches(id: string): boolean {
    return this.#ops.has(id);
  }

  isDeleted(id: string): boolean {
    return this.#ops.get(id)?.verb === 'delete';
  }

  /** Creates a scope, with the records that the transaction writes into it. */
  createScope(scope: Scope): void {
    if (scope.access === 'private') this.setAccess(scope.id, scope.access);
    this.#structural.push({ name: 'scope.create', args: { scope } });
  }

  /** Opens a scope to everybody who works here, or makes it private to its members. */
  setAccess(scopeId: string, access: ScopeAccess): void {
    this.#entry.access = { ...this.#entry.access, [scopeId]: access };
  }

  /** Tells who reads a scope once the transaction is done. */
  accessOf(scopeId: string): ScopeAccess {
    return this.#entry.access?.[scopeId] ?? this.#parts.accessBefore(scopeId);
  }

  /** Returns the entries to send, in order: one, unless it is more than a batch can carry; each of several follows the one before. */
  entries(): Entry[] {
    const entries: Entry[] = [];
    let entry: Entry = { ...this.#entry, structural: [...this.#structural], ops: [] };
    let [changes, size] = [this.#structural.length, JSON.stringify(this.#structural).length];
    const isFull = ([more, moreSize]: [number, number]) =>
      changes + more > limits.changesPerBatch || (changes > 0 && size + moreSize > maxBatchSize);
    const begin = () => {
      entries.push(entry);
      entry = { ...this.#entry, id: this.#parts.newId(), follows: entry.id, structural: [], ops: [] };
      [changes, size] = [0, 0];
    };
    for (const ops of this.#groups()) {
      const weights = ops.map(weightOf);
      const sum = weights.reduce(([all, chars], [one, more]) => [all + one, chars + more], [0, 0]);
      if (changes > 0 && isFull(sum)) begin();
      for (const [i, op] of ops.entries()) {
        const weight = weights[i]!;
        if (isFull(weight)) begin();
        entry.ops.push(op);
        changes += weight[0];
        size += weight[1];
      }
    }
    if (changes > 0) entries.push(entry);
    return entries.map((each) => this.#withContainers(this.#withPrivateScopes(each)));
  }

  /**
   * Returns the ops in their order, in groups that go in one batch where they fit: what belongs to somebody is moved and deleted
   * only in that of what it lies in (ADR 27).
   */
  #groups(): Op[][] {
    const groups = new Map<string, Op[]>();
    const along: [Op, string][] = [];
    for (const op of this.#ops.values()) {
      const container = this.#goesWith(op);
      if (container === undefined) groups.set(op.id, [op]);
      else along.push([op, container]);
    }
    for (const [op, container] of along) {
      const group = groups.get(container);
      if (!group) groups.set(op.id, [op]);
      else if (op.verb === 'delete') group.splice(-1, 0, op);
      else group.push(op);
    }
    return [...groups.values()];
  }

  /** Returns the outermost record with which a record that belongs to somebody is moved or deleted. */
  #goesWith(op: Op): string | undefined {
    let found: string | undefined;
    const seen = new Set<string>();
    for (let at: Op | undefined = op; at && !seen.has(at.id); ) {
      if ((at.verb !== 'move' && at.verb !== 'delete') || entityOf(at.entity).owner === undefined) break;
      seen.add(at.id);
      const container = containerOf(at.entity, at.base);
      const next: Op | undefined = container === undefined ? undefined : this.#ops.get(container);
      if (next?.verb !== op.verb) break;
      found = next.id;
      at = next;
    }
    return found;
  }

  #withContainers(entry: Entry): Entry {
    const containers: Record<string, HeldRecord> = {};
    for (const op of entry.ops) {
      const id = op.isProjected ? undefined : neededBy(op);
      const verb = id && this.#ops.get(id)?.verb;
      // It is made by the same transaction, or moved ahead of it.
      if (id === undefined || verb === 'create' || (verb === 'move' && op.verb === 'move')) continue;
      const [entity, row] = [this.entityOf(id), this.after(id)];
      const owner = entity && entityOf(entity).owner;
      const isOwn = owner === undefined || row?.[owner] === this.userId;
      // Its content goes with it: nobody could make that anew.
      if (entity && row && isOwn && !namesBlobs(entity, row)) containers[id] = { entity, row };
    }
    return Object.keys(containers).length > 0 ? { ...entry, containers } : entry;
  }

  #withPrivateScopes(entry: Entry): Entry {
    const scopeIds = new Set(entry.ops.map(({ scopeId }) => scopeId));
    const privateScopes = [...scopeIds].filter((id) => this.accessOf(id) === 'private');
    return privateScopes.length > 0 ? { ...entry, privateScopes } : entry;
  }
}

/** Tells whether a record holds content outside itself, which the server lets go of with it. */
const namesBlobs = (entity: EntityName, row: Row): boolean =>
  Object.entries(entityOf(entity).refs).some(
    ([ref, { kind }]) => kind === 'blobs' && Array.isArray(row[ref]) && row[ref].length > 0,
  );

/**
 * Counts the changes on the wire and about how many characters: an envelope is padded and written as base64.
 */
export function weightOf(op: Op): [changes: number, size: number] {
  const frame = 400;
  if (op.verb === 'delete')
    return [1, frame + 800 + JSON.stringify(presentRefs(entityOf(op.entity), op.base)).length];
  const put = frame + Math.max(800, JSON.stringify(valuesAfter(op)).length * 1.5);
  return op.verb === 'move' ? [2, put + frame + 800] : [1, put];
}
