/**
 * Going on after the server was set back to a backup that an admin named: everything is pulled anew, beside what is
 * held, and what the server lacks is written again through the outbox. Nothing changes on the device before all of it is
 * here, so whatever interrupts it, it begins anew.
 */
import { type Actor, type Capability, can } from '@kontor/contract/capability';
import { standsWithContainer } from '@kontor/contract/entity/placement';
import { type ScopeKind, scopeKind } from '@kontor/contract/entity/scopeKind';
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { Scope } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import type { OpenedRecord } from '../vault/plainRecord.ts';
import { containerOf } from './containment.ts';
import type { Entry, Op, RestoreOp } from './entry.ts';
import { type KeptRecord, placeOf, scopeIn } from './keptRecord.ts';
import type { RecordSet } from './recordSet.ts';
import { restoredIn, restoredRow } from './restoredRow.ts';
import { type Row, rowOf } from './row.ts';
import { sameValue } from './sameValue.ts';
import { weightOf } from './transaction.ts';
import { checkVersion, type VersionMark } from './versionMarks.ts';

/** The `restore` entry, as far as records need it. */
export interface RestoreFacts {
  /** Names the entry. */
  of: string;
  /** When the newest record of the backup was written, ms by the server's clock. */
  changedAt: number;
}

export interface RestorationParts extends RestoreFacts {
  records: RecordSet;
  /** The scopes as they were known before. */
  scopes: ReadonlyMap<string, Scope>;
}

export interface RestorePlan {
  /** Records that the server has and this device does not show yet. */
  taken: OpenedRecord[];
  /** Ids of records that the server does not know. */
  unknown: string[];
  /** Transactions to write, oldest first. */
  entries: Entry[];
  /** Records that this person may not write themselves. */
  left: { entity: EntityName; id: string }[];
}

export interface Planner {
  userId: string;
  now: number;
  /**
   * Ids of the transactions to send must lie below this time, ms: what waits in the outbox was done on top of what is
   * brought back.
   */
  before: number;
  /** The person by the log of now; undefined for personal records, which are their own. */
  actor: Actor | undefined;
  isMember(userId: string): boolean;
  /** Tells who reads a scope that the server has; undefined where it has no known scope of that id. */
  accessOf(scopeId: string): Scope['access'] | undefined;
}

/** The place of what is in no windowed scope. */
const edgeless = Number.POSITIVE_INFINITY;

/** Most records in one transaction. */
const opsPerEntry = 50;
const sizePerEntry = 300_000;

/**
 * Tells whether a record came after a moment of the server's, ms, though it may stand among what is older: with what it lies in.
 */
export const cameSince = (kept: KeptRecord, moment: number): boolean =>
  'row' in kept &&
  standsWithContainer(entityOf(kept.entity)) &&
  kept.row.version === 1 &&
  kept.row.updatedAt > moment;

export class Restoration {
  readonly #parts: RestorationParts;
  readonly #seen = new Map<string, OpenedRecord | 'held'>();
  readonly #marks = new Map<string, VersionMark>();
  /** Of windowed scopes: where what the server shows begins. What is older was not looked at. */
  readonly #edges = new Map<string, number>();

  constructor(parts: RestorationParts) {
    this.#parts = parts;
  }

  get facts(): RestoreFacts {
    const { of, changedAt } = this.#parts;
    return { of, changedAt };
  }

  /** Notes what the server has; checked against nothing but its other answers since. Returns the ids of what is news. */
  take(record: OpenedRecord): string[] {
    const { id, scopeId, version, plain } = record;
    if (checkVersion(this.#marks.get(id), record, () => true) !== 'take') return [];
    this.#marks.set(id, { state: plain ? 'live' : 'deleted', scopeId, version });
    this.#seen.set(id, this.#isHeld(record) ? 'held' : record);
    return [id];
  }

  /** Notes from which created revision on the server has shown everything of a windowed scope. */
  takeEdge(scopeId: string, from: number): void {
    this.#edges.set(scopeId, Math.min(from, this.#edges.get(scopeId) ?? from));
  }

  #isHeld(record: OpenedRecord): boolean {
    const held = this.#parts.records.confirmed(record.id);
    if (!held || !record.plain || held.version !== record.version) return false;
    return sameValue(rowOf({ ...record, plain: record.plain }, held.updatedAt), held);
  }

  /** Returns what has to be done, once the server has shown everything. */
  plan(planner: Planner): RestorePlan {
    const { records } = this.#parts;
    const taken = [...this.#seen.values()].filter((record) => record !== 'held');
    const unknown: string[] = [];
    const left: RestorePlan['left'] = [];
    const ops: Op[] = [];
    for (const id of records.ids()) {
      const server = this.#seen.get(id);
      const kept = records.kept(id);
      if (!server) unknown.push(id);
      if (!kept || kept.entity === undefined) continue;
      // It is there or not: nobody looked, and nothing is said of it from here on.
      const isBelow = (placeOf(kept) ?? edgeless) < (this.#edges.get(scopeIn(kept)) ?? 0);
      if (!server && isBelow && !cameSince(kept, this.#parts.changedAt)) continue;
      const op = 'row' in kept ? this.#restore(kept, server, planner) : this.#deletion(id, kept, server);
      if (!op) continue;
      if (this.#may(op, server, planner)) ops.push(op);
      else left.push({ entity: kept.entity, id });
    }
    return { taken, unknown, left, entries: this.#entriesOf(inOrder(ops, records), planner) };
  }

  #restore(
    { entity, row }: Extract<KeptRecord, { row: Row }>,
    server: OpenedRecord | 'held' | undefined,
    planner: Planner,
  ): RestoreOp | undefined {
    // A container's deletion took it along, or somebody deleted it since.
    if (server !== undefined && server !== 'held' && !server.plain) return undefined;
    const isForced = madeWithScope(entity) !== undefined && this.#accessChanges(row.scopeId, planner);
    if (server === 'held' && !isForced) return undefined;
    const { of, changedAt, records } = this.#parts;
    const current =
      server === 'held' ? row : server && rowOf({ ...server, plain: server.plain! }, server.updatedAt);
    const base = withPeople(entity, row, current, planner.isMember);
    const written = records.formerAuthor(row.id, planner.userId);
    const op: RestoreOp = {
      verb: 'restore',
      entity,
      id: row.id,
      scopeId: row.scopeId,
      base,
      of,
      changedAt,
      ...(written && { written }),
    };
    if (isForced) return { ...op, force: true };
    const author = { transactionId: '', userId: planner.userId, at: planner.now };
    return current && restoredRow(op, current, author) === current ? undefined : op;
  }

  /** Deletes again what was deleted after the backup, unless somebody has written to it since. */
  #deletion(
    id: string,
    { entity, version, gone }: Extract<KeptRecord, { gone: string }>,
    server: OpenedRecord | 'held' | undefined,
  ): Op | undefined {
    if (gone !== 'deleted' || !server || server === 'held' || !server.plain) return undefined;
    const { of, changedAt } = this.#parts;
    const mark = restoredIn(server.plain, of);
    const isEarlier = mark
      ? mark.as === server.version && mark.was < version
      : server.version < version && server.updatedAt <= changedAt;
    if (!isEarlier) return undefined;
    const base = rowOf({ ...server, plain: server.plain }, server.updatedAt);
    return { verb: 'delete', entity, id, scopeId: server.scopeId, base, force: true };
  }

  #accessChanges(scopeId: string, { accessOf }: Planner): boolean {
    const now = accessOf(scopeId);
    const before = this.#parts.scopes.get(scopeId)?.access;
    return now !== undefined && before !== undefined && now !== before;
  }

  #may(op: Op, server: OpenedRecord | 'held' | undefined, { actor, isMember }: Planner): boolean {
    if (!actor) return true;
    const verb = op.verb === 'delete' ? 'delete' : server ? 'update' : 'create';
    const { owner } = entityOf(op.entity);
    const named = owner !== undefined && 'base' in op ? op.base[owner] : undefined;
    const ownerId = typeof named === 'string' ? named : undefined;
    // Who came behind the backup is no member now: their entry comes with them.
    if (ownerId !== undefined && verb === 'create' && !isMember(ownerId)) return false;
    return can(actor, `${op.entity}.${verb}` as Capability, ownerId === undefined ? {} : { ownerId });
  }

  #entriesOf(ops: readonly Op[], planner: Planner): Entry[] {
    const entries: Entry[] = [];
    let open: { entry: Entry; size: number } | undefined;
    const begin = (): Entry => ({
      id: '',
      at: planner.now,
      userId: planner.userId,
      structural: [],
      ops: [],
      restores: this.#parts.of,
      state: 'pending',
    });
    for (const op of ops) {
      const size = weightOf(op)[1];
      const kind = madeWithScope(op.entity);
      if (kind && op.verb === 'restore') {
        entries.push(this.#headEntry(begin(), op, kind, planner));
        continue;
      }
      if (!open || open.entry.ops.length >= opsPerEntry || open.size + size > sizePerEntry) {
        open = { entry: begin(), size: 0 };
        entries.push(open.entry);
      }
      open.entry.ops.push(op);
      open.size += size;
    }
    const first = planner.before - entries.length;
    return entries.map((entry, i) => this.#withPrivateScopes({ ...entry, id: uuidv7({ msecs: first + i }) }));
  }

  /** Returns the entry of a head, which comes back with its scope, and with those who read it. */
  #headEntry(entry: Entry, op: RestoreOp, kind: ScopeKind, { accessOf }: Planner): Entry {
    const { scopeId } = op;
    const access = this.#parts.scopes.get(scopeId)?.access ?? 'open';
    const now = accessOf(scopeId);
    const scope = { id: scopeId, kind, access };
    return {
      ...entry,
      ops: [op],
      ...(now === undefined && { structural: [{ name: 'scope.create', args: { scope } }] }),
      ...((now ?? 'open') !== access && { access: { [scopeId]: access } }),
    };
  }

  #withPrivateScopes(entry: Entry): Entry {
    const ids = new Set(entry.ops.map(({ scopeId }) => scopeId));
    const privateScopes = [...ids].filter((id) => {
      const scope = this.#parts.scopes.get(id);
      return scope !== undefined && scopeKind(scope.kind).key === 'shared' && scope.access === 'private';
    });
    return privateScopes.length > 0 ? { ...entry, privateScopes } : entry;
  }
}

/** Returns the row without people who are no members now, unless the server has them in it. */
function withPeople(
  entity: EntityName,
  row: Row,
  current: Row | undefined,
  isMember: (userId: string) => boolean,
): Row {
  const out = { ...row };
  for (const [key, field] of Object.entries(entityOf(entity).refs)) {
    const ids = row[key];
    if (field.target !== 'user' || !Array.isArray(ids)) continue;
    const before = Array.isArray(current?.[key]) ? (current[key] as unknown[]) : [];
    const known = ids.filter((id) => isMember(String(id)) || before.includes(id));
    if (known.length < ids.length) out[key] = known;
  }
  return out;
}

/** Returns the kind of scope that comes about with its head; undefined for nouns that head none such. */
function madeWithScope(entity: EntityName): ScopeKind | undefined {
  const { head, scopes } = entityOf(entity);
  return head && scopeKind(scopes[0]).key === 'shared' ? scopes[0] : undefined;
}

/**
 * Orders: heads of scopes first, containers before what lies in them, in windowed scopes what was written first, wherever it
 * lay on the device; deletions last.
 */
function inOrder(ops: readonly Op[], records: RecordSet): Op[] {
  const isHead = (name: EntityName) => entityOf(name).head !== undefined;
  const ranks = [...entityNames.filter(isHead), ...entityNames.filter((name) => !isHead(name))];
  const depthOf = (op: Op): number => {
    let depth = 0;
    const seen = new Set<string>();
    let at = 'base' in op ? containerOf(op.entity, op.base) : undefined;
    for (; at !== undefined && !seen.has(at); at = records.containerOf(at)) {
      seen.add(at);
      depth++;
    }
    return depth;
  };
  const keyed = ops.map((op) => {
    const rank = ranks.indexOf(op.entity);
    const kept = records.kept(op.id);
    const place = (kept && placeOf(kept)) ?? 0;
    return { op, key: op.verb === 'delete' ? [1, -rank, -depthOf(op), 0] : [0, rank, depthOf(op), place] };
  });
  keyed.sort(({ key: a }, { key: b }) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]! || a[3]! - b[3]!);
  return keyed.map(({ op }) => op);
}
