/**
 * Pulls: asks for what is new in every scope until there is no more, and takes it over page by page. The log comes
 * before the keys, the keys before the records. Callers at the same time share one pull, and one more behind it.
 */

import { readsScope } from '@kontor/contract/capability';
import { signsTombstones } from '@kontor/contract/entity/placement';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { LogError } from '@kontor/contract/memberLog/logError';
import type { LogState } from '@kontor/contract/memberLog/state';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { Scope } from '@kontor/contract/wire/scope';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import { failureOf, isPassing, type SyncTransport } from '../http/transport.ts';
import { type Observable, observable } from '../observable.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import type { OpenedRecord, Vault } from '../vault/vault.ts';
import { backoff, type Clock } from './clock.ts';
import { type Fault, faultOf } from './fault.ts';
import { LogPuller, type LogPullerParts } from './logPuller.ts';
import type { RecordSet } from './recordSet.ts';
import type { Restoration } from './restoration.ts';
import type { Connection, Progress, ReplicaStatus, SetBack } from './status.ts';
import { syncAhead } from './syncAhead.ts';

export interface PullerParts extends LogPullerParts {
  userId: string;
  vault: Pick<Vault, 'takeLog' | 'takeKeys' | 'accessOf' | 'openRecords'>;
  records: RecordSet;
  clock: Clock;
  /** Shows and keeps what a page changed. */
  onPage(changed: string[], closedScopes: string[]): void;
  /** What the member log says by now. */
  log(): LogState | undefined;
  /** All that a restored backup has is here. */
  endRestore(restoration: Restoration): Promise<void>;
  /** What the server itself says of this place and its people may have changed. */
  onInvalidation(): void;
  /** A pull begins: what the server takes from here on it may not bring yet. */
  onBegin(): void;
  /** A pull came to its end. */
  onCurrent(): void;
}

export class Puller {
  readonly status = observable<ReplicaStatus>({ connection: 'opening', reason: '' });
  readonly progress = observable<Progress>({ isFirstSync: true, records: 0 });
  readonly #parts: PullerParts;
  readonly #closing = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  readonly #log: LogPuller;
  /** Records that came in another scope than they lie in here, until that one says that they left it. */
  readonly #moved = new Map<string, OpenedRecord>();
  #failures = 0;
  #restoration: Restoration | undefined;
  #beginAnew: (() => Restoration) | undefined;
  /** A scope is older at the server than here. */
  #isBehind = false;

  constructor(parts: PullerParts) {
    this.#parts = parts;
    this.#log = new LogPuller(parts);
  }

  get setBack(): Observable<SetBack | undefined> {
    return this.#log.setBack;
  }

  /** The next pull to begin brings everything, which is held against what is here. */
  pullAnew(begin: () => Restoration): void {
    this.#beginAnew = begin;
  }

  /** Resolves when everything of this moment is here, or could not be got: see `status`. */
  pull(): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    if (!this.#running) {
      this.#running = this.#pull().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    // The one that runs may have passed what the caller wants: another one follows it, for all who come by then.
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.pull();
    });
    return this.#next;
  }

  /** The server says that a scope moved on. */
  hint(scopeId: string, revision: number): void {
    if (this.setBack.get() || this.#parts.state.cursor(scopeId) < revision) void this.pull();
  }

  /** The line is back: try now instead of later. */
  wake(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
    this.#log.doubt();
    void this.pull();
  }

  /** Whether the last pull brought everything. */
  get isCurrent(): boolean {
    return this.status.get().connection === 'current';
  }

  /** Takes nothing over any more. An answer that is under way is not waited for. */
  close(): void {
    this.#closing.abort();
    this.#wake.abort();
  }

  async #pull(): Promise<void> {
    try {
      this.#parts.onBegin();
      this.#moved.clear();
      this.#isBehind = false;
      if (this.#beginAnew) this.#restoration = this.#beginAnew();
      this.#beginAnew = undefined;
      this.#parts.state.beginPull();
      const sync = syncAhead(this.#parts.transport);
      for (let more = true; more && !this.#closing.signal.aborted; ) more = await this.#round(sync);
      this.#failures = 0;
      if (this.#restoration && !this.#closing.signal.aborted) {
        await this.#parts.endRestore(this.#restoration);
        this.#restoration = undefined;
      }
      const moved = this.#settleMoves();
      const { state, records } = this.#parts;
      if (state.endPull((id) => records.mark(id) !== undefined) || moved.length > 0)
        this.#parts.onPage(moved, []);
      this.progress.set({ ...this.progress.get(), isFirstSync: false });
      this.#log.tell(this.#isBehind ? this.#parts.state.log : undefined);
      this.#say('current', '');
      this.#parts.onCurrent();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const failure = failureOf(error);
    if (failure && isPassing(failure)) {
      this.#say('offline', failure.code);
      this.#failures++;
      void this.#parts.clock.wait(backoff(this.#failures), this.#wake.signal).then(() => this.pull());
    } else if (failure?.code === 'NOT_SIGNED_IN') this.#say('signed-out', failure.code);
    else if (failure) this.#say('refused', failure.code);
    else if (error instanceof TrustError || error instanceof LogError) this.#say('refused', error.fault);
    // What does not even parse is no answer of an honest server.
    else this.#say('refused', error instanceof Error ? error.message : 'malformed');
  }

  #say(connection: Connection, reason: string): void {
    const before = this.status.get();
    if (before.connection !== connection || before.reason !== reason) this.status.set({ connection, reason });
  }

  async #round(sync: SyncTransport['sync']): Promise<boolean> {
    const { workspaceId, vault, state } = this.#parts;
    const cursors = state.requestCursors();
    const answer = this.#ownPart(
      await sync({
        ...(workspaceId ? { workspaceId } : {}),
        cursors,
        logLength: this.#log.length,
      }),
    );
    const movesLog = answer.log.some(({ seq }) => seq >= state.log.length);
    if (workspaceId && (await this.#mustBeginAnew(answer, cursors))) return true;
    // A scope is of one kind for good.
    const isKnown = ({ id, kind }: Scope) => (state.scope(id)?.kind ?? kind) === kind;
    for (const scope of answer.scopes) if (!isKnown(scope)) state.addFault(wentBack(scope.id));
    const refused = workspaceId ? await this.#takeKeys(answer) : new Set<string>();
    const scopes = answer.scopes.filter((scope) => isKnown(scope) && !refused.has(scope.id));
    const access = await this.#accessOf(scopes);
    // A workspace's pull brings the personal scope along; its records are opened and kept beside all workspaces.
    const rows = scopes.flatMap((scope) => (workspaceId && scope.kind === 'personal' ? [] : scope.rows));
    const { opened, faulty } = await vault.openRecords(workspaceId, rows);
    if (this.#closing.signal.aborted) return false;
    const restoration = this.#restoration;
    const changed = restoration ? [] : opened.flatMap((record) => this.#take(record));
    if (restoration) for (const record of opened) this.#note(restoration, record);
    for (const record of faulty) state.addFault(faultOf(record));
    let hasNewKeys = false;
    for (const [i, scope] of scopes.entries()) {
      if (scope.cursor < (cursors[scope.id] ?? 0)) state.addFault(wentBack(scope.id));
      hasNewKeys = state.takeScope({ ...scope, access: access[i] ?? scope.access }) || hasNewKeys;
    }
    const mustRepeat = hasNewKeys && this.#rewindUnknown();
    const closed = answer.gone.filter((id) => this.#mayBeGone(id));
    for (const id of closed) {
      changed.push(...this.#parts.records.closeScope(id));
      state.closeScope(id);
    }
    for (const scopeId of answer.gone) if (!closed.includes(scopeId)) state.addFault(wentBack(scopeId));
    if (!movesLog && answer.scopes.some(bringsNews)) this.#parts.onInvalidation();
    const { isFirstSync, records } = this.progress.get();
    if (isFirstSync) this.progress.set({ isFirstSync, records: records + rows.length });
    if (!restoration) this.#parts.onPage(changed, closed);
    return answer.more || mustRepeat;
  }

  /**
   * Whether a scope may be taken from this reader. What the log itself lets them read stays theirs for as long as the
   * log says so: a server that forgot it (restored from a backup, say) must not have the device forget it, too.
   */
  #mayBeGone(id: string): boolean {
    const { state, userId, log } = this.#parts;
    const scope = state.scope(id);
    if (scope?.kind === 'personal') return id !== userId;
    const me = log()?.members.get(userId);
    // An open project may be made private; what depends on a grant may go with it.
    return !scope || !me || !readsScope(me, { kind: scope.kind, access: 'private', grantees: new Set() });
  }

  /**
   * A workspace's answer brings the personal scope along, which a stream of its own takes over: here only its cursor is
   * kept, so that it is not sent again and again.
   */
  #ownPart(answer: SyncAnswer): SyncAnswer {
    if (!this.#parts.workspaceId) return answer;
    const isOwn = ({ id, kind }: { id: string; kind: string }) =>
      kind !== 'personal' || id !== this.#parts.userId;
    for (const scope of answer.scopes) if (!isOwn(scope)) this.#parts.state.takeScope(scope);
    return { ...answer, scopes: answer.scopes.filter(isOwn) };
  }

  /** Takes the log over. Whether everything has to be asked for again before anything of the answer counts. */
  async #mustBeginAnew(answer: SyncAnswer, cursors: Record<string, number>): Promise<boolean> {
    const wasInDoubt = !this.#log.isChecked;
    const restoration = await this.#log.take(answer.log);
    if (restoration) {
      this.#restoration = restoration;
      return true;
    }
    if (!answer.scopes.some(({ id, cursor }) => cursor < (cursors[id] ?? 0))) return false;
    this.#isBehind = true;
    // Whether its log is behind, too, comes first.
    if (!wasInDoubt) this.#log.doubt();
    return !wasInDoubt;
  }

  #note(restoration: Restoration, record: OpenedRecord): void {
    const { records, state } = this.#parts;
    const { entity, id, scopeId, version, revision } = record;
    if (records.mark(id)?.state === 'live' && isUnsignedEnd(record)) {
      restoration.keep(id);
      state.addFault({ kind: 'forged-author', entity, id, scopeId, version, revision });
    } else restoration.take(record);
  }

  #take(record: OpenedRecord): string[] {
    const { records, state } = this.#parts;
    const { entity, id, scopeId, version, revision, plain } = record;
    const mark = records.mark(id);
    // From before tombstones were signed, or by somebody who may not delete here: it takes nothing away that is here.
    if (mark?.state === 'live' && isUnsignedEnd(record)) {
      state.addFault({ kind: 'forged-author', entity, id, scopeId, version, revision });
      return [];
    }
    const isElsewhere = mark?.state === 'live' && mark.scopeId !== scopeId;
    if (plain && isElsewhere && version > mark.version) {
      // Whoever writes here alone must not take a record out of a place that they cannot even read.
      this.#moved.set(id, record);
      state.addMove({ kind: 'unproven-move', entity, id, scopeId, version, revision });
      return [];
    }
    const verdict = records.take(record);
    if (verdict === 'take' || verdict === 'skip') {
      state.settle(scopeId, id, version);
      const moved = this.#moved.get(id);
      if (plain || mark?.scopeId !== scopeId || !moved) return verdict === 'take' ? [id] : [];
      this.#moved.delete(id);
      return [id, ...this.#take(moved)];
    }
    state.addFault({ kind: verdict, entity, id, scopeId, version, revision });
    return [];
  }

  /** What was closed meanwhile cannot say any more that a record left it. Returns what changed. */
  #settleMoves(): string[] {
    const settled = [...this.#moved.values()].filter(
      ({ id }) => this.#parts.records.mark(id)?.state !== 'live',
    );
    for (const { id } of settled) this.#moved.delete(id);
    return settled.flatMap((record) => this.#take(record));
  }

  /** Returns the scopes that are none of this workspace's, as far as the log tells. */
  async #takeKeys(answer: SyncAnswer): Promise<Set<string>> {
    const { workspaceId, vault, state } = this.#parts;
    if (answer.scopes.length === 0) return new Set();
    const faults = await vault.takeKeys(
      workspaceId,
      answer.scopes.map(({ id, kind, access, keys }) => ({ scope: { id, kind, access }, keys })),
    );
    for (const { id } of answer.scopes) state.settleKeys(id);
    for (const { scopeId } of faults)
      state.addFault({ kind: 'unconfirmed-keys', entity: '', id: '', scopeId, version: 0, revision: 0 });
    return new Set(faults.filter(({ fault }) => fault === 'unknown-scope').map(({ scopeId }) => scopeId));
  }

  /** Who reads the scopes by what their keys prove. */
  async #accessOf(scopes: readonly Scope[]): Promise<ScopeAccess[]> {
    const { workspaceId, vault } = this.#parts;
    if (!workspaceId || scopes.length === 0) return [];
    return vault.accessOf(
      workspaceId,
      scopes.map(({ id }) => id),
    );
  }

  /** A key came: what could not be opened for want of one is asked for again. */
  #rewindUnknown(): boolean {
    const unknown = this.#parts.state.faults.filter(({ kind }) => kind === 'unknown-key');
    for (const { scopeId, revision } of unknown) this.#parts.state.rewind(scopeId, revision - 1);
    return unknown.length > 0;
  }
}

const isUnsignedEnd = ({ plain, entity, authorId }: OpenedRecord): boolean =>
  plain === null && authorId === undefined && signsTombstones(entityOf(entity));

/**
 * News come as a move without a record: of all scopes that a workspace's readers share (its name, say), of the admins'
 * (who waits for them), of one's own. The latter two have few records: each of their moves may be one.
 */
const bringsNews = ({ kind, rows, keys }: SyncAnswer['scopes'][number]): boolean =>
  kind === 'admins' ||
  kind === 'personal' ||
  ((kind === 'staff' || kind === 'customer') && rows.length === 0 && keys.length === 0);

/** A whole scope is older at the server than it is here. */
const wentBack = (scopeId: string): Fault => ({
  kind: 'rolled-back',
  entity: '',
  id: '',
  scopeId,
  version: 0,
  revision: 0,
});
