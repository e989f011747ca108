/**
 * The server's half of the protocol in memory, for tests of the client: batches, versions, names, revisions, pages,
 * hints. What it stores it cannot read. It can lose answers, go away, and be made to lie.
 */

import type { SealedRecord, Uniqueness } from '@kontor/contract/entity/entity';
import { containerOf, recordRefs, shareScope, standsWithContainer } from '@kontor/contract/entity/placement';
import { namedIn } from '@kontor/contract/entity/ref';
import { isWindowed, type ScopeKind } from '@kontor/contract/entity/scopeKind';
import { entityOf } from '@kontor/contract/nouns/entities';
import { concat, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { Batch, BatchResult, RecordChange } from '@kontor/contract/wire/change';
import type { RevisionHint } from '@kontor/contract/wire/channel';
import { limits } from '@kontor/contract/wire/protocol';
import type { Scope } from '@kontor/contract/wire/scope';
import { encodeSync, type SyncAnswer, type SyncScope } from '@kontor/contract/wire/sync';
import type { HistoryRequest, SyncRequest } from '@kontor/contract/wire/syncRequest';
import type { CallCode } from '../../http/callError.ts';
import type { RevisionHints, SyncTransport } from '../../http/transport.ts';

export class ServerError extends Error {
  readonly code: CallCode;
  readonly data: unknown;
  constructor(code: CallCode, data?: unknown) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

export class ProtocolServer {
  readonly scopes = new Map<string, { scope: Scope; revision: number }>();
  readonly rows = new Map<string, SealedRecord>();
  readonly batches = new Map<string, BatchResult>();
  /** Rows in one answer, and the scopes that are not shown any more. */
  /** It hands out what lies before the cursors, too, whenever it answers with a scope. */
  pastToo = false;
  pageSize = 5_000;
  /** Rows of a windowed scope that a client begins with, and most that come whole. */
  headRows: number = limits.headRows;
  newRows: number = limits.newRows;
  /** Pages of history that were asked for. */
  readonly histories: HistoryRequest[] = [];
  readonly hidden = new Set<string>();
  /** The time on its clock; it advances with each batch, even where the rest is set back. */
  time = 0;
  /** Refuses or changes an answer, or passes it on, as each of these does. */
  onApply: (batch: Batch) => void = () => {};
  onSync: (answer: SyncAnswer) => SyncAnswer = (answer) => answer;
  onHistory: (answer: SyncAnswer, request: HistoryRequest) => SyncAnswer = (answer) => answer;
  /** Says what the hint of a batch brings along; undefined for nothing but the revision. */
  onPage: (page: string, revision: number) => string | undefined = () => undefined;
  readonly #listeners = new Set<(hint: RevisionHint) => void>();

  addScope(scope: Scope): void {
    this.scopes.set(scope.id, { scope, revision: 0 });
  }

  readonly hints: RevisionHints = {
    onHint: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
    onConnected: () => () => {},
  };

  /** Announces over the realtime connection that a scope moved on. */
  tell(hint: RevisionHint): void {
    for (const listener of this.#listeners) queueMicrotask(() => listener(hint));
  }

  /**
   * Returns a connection to the server; `gate` throws to cut it, before the server acts or before its answer arrives.
   */
  transport(gate: (when: 'before' | 'after') => void = () => {}): SyncTransport {
    const through = async <T>(act: () => T): Promise<T> => {
      await Promise.resolve();
      gate('before');
      const answer = act();
      await Promise.resolve();
      gate('after');
      return answer;
    };
    return {
      sync: (request) => through(() => this.onSync(structuredClone(this.#sync(request)))),
      history: (request) => through(() => this.onHistory(structuredClone(this.#history(request)), request)),
      apply: (batch) => through(() => this.#apply(structuredClone(batch))),
    };
  }

  /** Returns a function that puts the present state back later; the clock goes on. */
  backup(): () => void {
    const kept = structuredClone([this.scopes, this.rows, this.batches] as const);
    return () => {
      for (const [i, map] of ([this.scopes, this.rows, this.batches] as Map<string, unknown>[]).entries()) {
        map.clear();
        for (const [key, value] of structuredClone(kept[i]!)) map.set(key, value);
      }
    };
  }

  #sync({ cursors, only, first }: SyncRequest): SyncAnswer {
    let room = this.pageSize;
    let more = false;
    const scopes: SyncAnswer['scopes'] = [];
    const isMoved = (id: string) =>
      this.scopes.has(id) && !this.hidden.has(id) && cursors[id] !== this.scopes.get(id)!.revision;
    const wanted = first?.filter(isMoved) ?? [];
    for (const [id, { scope, revision }] of this.scopes) {
      if (wanted.length > 0 && !wanted.includes(id)) {
        more ||= isMoved(id);
        continue;
      }
      if (this.hidden.has(id) || (only && !only.includes(id))) continue;
      const from = cursors[id] ?? 0;
      const window = isWindowed(scope.kind) ? this.#windowAbove(id, from) : undefined;
      const rows = [...this.rows.values()]
        .filter((row) => row.scopeId === id && (this.pastToo || row.revision > from))
        .filter((row) => !window || isInWindow(row, from, window.from))
        .sort((a, b) => a.revision - b.revision);
      if (id in cursors && rows.length === 0 && from === revision) continue;
      // A page ends between revisions: what one batch wrote comes together.
      let count = Math.min(room, rows.length);
      while (count > 0 && count < rows.length && rows[count]!.revision === rows[count - 1]!.revision) count++;
      room = Math.max(0, room - count);
      if (count < rows.length) more = true;
      const cursor = count < rows.length ? (rows[count - 1]?.revision ?? from) : revision;
      const page = { ...scope, cursor, keys: [], rows: rows.slice(0, count), isWhole: count === rows.length };
      scopes.push(window ? { ...page, window } : page);
    }
    const gone = Object.keys(cursors).filter((id) => !this.scopes.has(id) || this.hidden.has(id));
    return { scopes, log: [], gone, more };
  }

  /** Returns the answer to a pull of one scope, as a hint carries it. */
  #pageBehind(id: string, cursor: number): string {
    return toBase64Url(
      concat(...encodeSync(this.#sync({ cursors: { [id]: cursor }, only: [id], logLength: 0 }))),
    );
  }

  /** Returns created revisions of a scope on one side of one, newest first. */
  #created(scopeId: string, isIn: (created: number) => boolean): number[] {
    return [...this.rows.values()]
      .flatMap((row) => (row.scopeId === scopeId && isIn(row.createdRevision!) ? [row.createdRevision!] : []))
      .sort((a, b) => b - a);
  }

  #windowAbove(scopeId: string, cursor: number): NonNullable<SyncScope<never>['window']> {
    const created = this.#created(scopeId, (each) => each > cursor);
    if (created.length <= (cursor > 0 ? this.newRows : this.headRows))
      return { from: cursor + 1, isStart: cursor === 0 };
    return { from: created[this.headRows - 1]!, isStart: false };
  }

  #history({ scopeId, before, limit }: HistoryRequest): SyncAnswer {
    const known = this.scopes.get(scopeId);
    if (!known || this.hidden.has(scopeId) || !isWindowed(known.scope.kind))
      throw new ServerError('NOT_FOUND');
    this.histories.push({ workspaceId: '', scopeId, before, limit });
    const created = this.#created(scopeId, (each) => each < before);
    const isStart = created.length <= limit;
    const from = isStart ? 0 : created[limit - 1]!;
    const rows = [...this.rows.values()].filter(
      (row) => row.scopeId === scopeId && row.createdRevision! >= from && row.createdRevision! < before,
    );
    const { scope, revision } = known;
    const page = { ...scope, cursor: revision, keys: [], rows, isWhole: true, window: { from, isStart } };
    return { scopes: [page], log: [], gone: [], more: false };
  }

  #apply(batch: Batch): BatchResult {
    const known = this.batches.get(batch.id);
    if (known) return known;
    this.onApply(batch);
    this.time++;
    const scopes = new Map([...this.scopes].map(([id, value]) => [id, { ...value }]));
    const rows = new Map(this.rows);
    const touched = new Set<string>();
    for (const change of batch.changes) {
      if (change.name === 'scope.create') {
        const { id: scopeId, kind } = change.args.scope;
        if (scopes.has(scopeId) && kind === 'hours') throw new ServerError('OUTDATED_KEY', { scopeId });
        if (scopes.has(scopeId)) throw new ServerError('BAD_INPUT');
        scopes.set(change.args.scope.id, { scope: change.args.scope, revision: 0 });
        continue;
      }
      if (change.name === 'scope.update') {
        const { id, access } = change.args;
        const known = scopes.get(id)!;
        scopes.set(id, { scope: { ...known.scope, access }, revision: known.revision + 1 });
        touched.add(id);
        continue;
      }
      const { scopeId } = (change as RecordChange).args;
      const scope = scopes.get(scopeId);
      if (!scope || this.hidden.has(scopeId)) throw new ServerError('NOT_FOUND');
      if (!touched.has(scopeId)) scope.revision++;
      touched.add(scopeId);
      const { kind } = scope.scope;
      write(rows, change as RecordChange, { batch, revision: scope.revision, time: this.time, kind });
    }
    for (const [id, value] of scopes) this.scopes.set(id, value);
    for (const [key, row] of rows) this.rows.set(key, row);
    const revisions = Object.fromEntries([...touched].map((id) => [id, scopes.get(id)!.revision]));
    const result = { revisions, at: this.time };
    this.batches.set(batch.id, result);
    for (const [scope, revision] of Object.entries(revisions)) {
      const page = this.onPage(this.#pageBehind(scope, revision - 1), revision);
      this.tell({ scope, revision, ...(page !== undefined && { page }) });
    }
    return result;
  }
}

function write(
  rows: Map<string, SealedRecord>,
  { name, args }: RecordChange,
  { batch, revision, time, kind }: { batch: Batch; revision: number; time: number; kind: ScopeKind },
): void {
  const [entity = '', verb] = name.split('.');
  const { scopeId, id, version, refs } = args;
  const key = `${scopeId} ${id}`;
  const before = rows.get(key);
  const sealed = fromBase64Url(args.sealed);
  if (
    verb === 'create'
      ? before && !((before.deleted || isMoved(batch, entity, args)) && before.version < version)
      : before?.version !== version - 1
  )
    throw before
      ? new ServerError('STALE_VERSION', { stale: [{ scopeId, id, version: before.version }] })
      : new ServerError('NOT_FOUND');
  const noun = entityOf(entity);
  for (const [key, { kind, isOptional }] of Object.entries(noun.refs))
    if (kind === 'ref' && !isOptional && refs[key] === undefined) throw new ServerError('BAD_INPUT');
  const { unique } = noun;
  for (const key of verb === 'delete' ? [] : recordRefs(noun)) {
    if (!shareScope(entityOf(noun.refs[key]!.target), noun)) continue;
    const kept = verb === 'update' ? namedIn(before?.refs[key]) : [];
    for (const named of namedIn(refs[key])) {
      const row = rows.get(`${scopeId} ${named}`);
      const isLate = row?.deleted && noun.within.includes(key) && !kept.includes(named);
      if (!row || (verb !== 'delete' && isLate)) throw new ServerError('NOT_FOUND');
    }
  }
  const isTaken = (row: SealedRecord, { fields, among }: Uniqueness) =>
    row.scopeId === scopeId &&
    row.entity === entity &&
    row.id !== id &&
    !row.deleted &&
    (among === undefined || (row.refs[among] === true && refs[among] === true)) &&
    fields.every((field) => row.refs[field] === refs[field]);
  for (const each of verb === 'delete' ? [] : unique)
    for (const row of rows.values())
      if (isTaken(row, each)) throw new ServerError(each.error, { scopeId, id });
  const deleted = verb === 'delete';
  const container = standsWithContainer(noun) ? containerOf(noun, refs) : undefined;
  const place = before?.createdRevision ?? rows.get(`${scopeId} ${container}`)?.createdRevision ?? revision;
  const createdRevision = isWindowed(kind) ? { createdRevision: place } : {};
  rows.set(key, {
    entity,
    id,
    scopeId,
    version,
    revision,
    refs,
    sealed,
    deleted,
    updatedAt: time,
    ...createdRevision,
  });
}

/** Tests if a batch takes a record that it creates out of another scope. */
const isMoved = ({ changes }: Batch, entity: string, { id, scopeId }: RecordChange['args']): boolean =>
  changes.some((each) => {
    const { name, args } = each as RecordChange;
    return name === `${entity}.delete` && args.id === id && args.scopeId !== scopeId;
  });

/** Tells whether a row is in the window: the head comes whatever the window. */
const isInWindow = (
  { id, scopeId, createdRevision = 0 }: SealedRecord,
  cursor: number,
  from: number,
): boolean => id === scopeId || createdRevision <= cursor || createdRevision >= from;
