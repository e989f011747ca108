/**
 * Pulls: asks for what is new until there is no more, and takes it over page by page. The log comes before the keys,
 * the keys before the records. What a hint named is pulled alone, as long as nothing is in doubt, and what it brought along is not asked
 * for.
 */

import { isWindowed } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { LogError } from '@kontor/contract/memberLog/logError';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { RevisionHint } from '@kontor/contract/wire/channel';
import { limits } from '@kontor/contract/wire/protocol';
import type { Scope } from '@kontor/contract/wire/scope';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';
import { backoff } from '../http/backoff.ts';
import { failureOf, isPassing, type SyncTransport } from '../http/transport.ts';
import { type Observable, observable } from '../observable.ts';
import type { OpenedPage, PulledPage } from '../vault/plainRecord.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import type { Vault } from '../vault/vault.ts';
import { Admission } from './admission.ts';
import type { Clock } from './clock.ts';
import type { Fault } from './fault.ts';
import { HintedPages } from './hintedPages.ts';
import { LogPuller, type LogPullerParts } from './logPuller.ts';
import type { Opening } from './opening.ts';
import { endsBelowCut, invalidates, mayBeGone, ownPart, wentBack } from './pulledAnswer.ts';
import { PullQueue } from './pullQueue.ts';
import type { RecordSet } from './recordSet.ts';
import type { Restoration } from './restoration.ts';
import type { PullProgress, PullStatus, ReplicaStatus, SetBack } from './status.ts';
import { syncAhead } from './syncAhead.ts';
import type { Windows } from './windows.ts';

export interface PullerParts extends LogPullerParts {
  userId: string;
  vault: Pick<Vault, 'takeLog' | 'openPage'>;
  records: RecordSet;
  clock: Clock;
  /** Shows and keeps what a page changed. */
  onPage(changed: string[], closedScopes: string[]): void;
  opening: Pick<Opening, 'opened' | 'awaited'>;
  windows: Pick<Windows, 'taker' | 'admit' | 'opened'>;
  /** See `Sender.underWay`. */
  underWay(scopeId: string): Promise<unknown> | undefined;
  unreadFrom: (() => Record<string, number>) | undefined;
  /** Returns the current state of the member log. */
  log(): LogState | undefined;
  /** Is called when everything that a restored backup has is here. */
  endRestore(restoration: Restoration): Promise<void>;
  /** Is called when the server's own data on this place and its people may have changed. */
  onInvalidation(): void;
  /** Is called when a pull begins: it may not bring what the server accepts from here on. */
  onBegin(): void;
  /** Is called when a pull has come to its end; `isWhole`: it asked for everything. */
  onCurrent(isWhole: boolean): void;
}

/** ms after which a hint is followed by a pull of everything, to make up for hints that were lost. */
const wholeEvery = 60_000;

/** Tells whether a longer log may bear out what was refused; a windowed scope's rows are asked for again as its history is. */
const waitsForLog = ({ kind, createdRevision }: Fault): boolean =>
  createdRevision === undefined && (kind === 'withheld-log' || kind === 'unconfirmed-keys');

/** A page without anything in it. */
const nothing: OpenedPage = { opened: [], faulty: [], faults: [], access: [], incomplete: [] };

export class Puller {
  readonly status = observable<ReplicaStatus>({ connection: 'opening', reason: '' });
  readonly progress = observable<PullProgress>({ isFirstSync: true, records: 0 });
  readonly #parts: PullerParts;
  readonly #closing = new AbortController();
  #wake = new AbortController();
  readonly #queue: PullQueue;
  readonly #log: LogPuller;
  readonly #admission: Admission;
  readonly #hinted = new HintedPages();
  #failures = 0;
  #restoration: Restoration | undefined;
  #beginAnew: (() => Restoration) | undefined;
  /** True if a scope is older at the server than here. */
  #isBehind = false;
  /** True once the pull under way has asked for a member log that an author knew. */
  #hasAskedForLog = false;
  /** True if a pull of some scopes brought something that concerns others, too. */
  #mustWiden = false;
  /** By scope that the member log does not bear out: the cursor up to which the pull under way has passed over it. */
  readonly #refused = new Map<string, number>();
  #wholeAt = 0;

  constructor(parts: PullerParts) {
    this.#parts = parts;
    this.#log = new LogPuller(parts);
    this.#admission = new Admission(parts);
    this.#queue = new PullQueue(parts.state, this.#pull);
  }

  get setBack(): Observable<SetBack | undefined> {
    return this.#log.setBack;
  }

  /** Makes the next pull bring everything, which is checked against what is here. */
  pullAnew(begin: () => Restoration): void {
    this.#beginAnew = begin;
  }

  /** Resolves when everything as of this moment is here, or could not be fetched: see `status`. */
  pull(): Promise<void> {
    return this.#queue.ask(undefined);
  }

  /** See `Replica.reach`. */
  async reach({ seq, signature }: LogEntry): Promise<void> {
    await this.#queue.settled();
    if (!this.isCurrent || this.#parts.state.log[seq]?.signature !== signature) await this.pull();
  }

  /** Takes the server's hint that a scope moved on. */
  hint(hint: RevisionHint): void {
    const { scope, revision, log = 0 } = hint;
    const { workspaceId, userId, state, underWay } = this.#parts;
    // The personal scope has a stream of its own.
    if ((workspaceId === '') !== (scope === userId)) return;
    this.#hinted.add(hint, state.cursor(scope));
    const wish = { revisions: new Map([[scope, revision]]), log };
    const ask = () => this.#queue.ask(this.setBack.get() ? undefined : wish);
    // It may be faster than the answer to this device's own batch, which says the same.
    const answered = state.cursor(scope) === revision - 1 ? underWay(scope) : undefined;
    void (answered ? answered.then(ask) : ask());
  }

  /** Retries now instead of later, since the connection is back. */
  wake(): void {
    this.#wake.abort();
    this.#wake = new AbortController();
    this.#log.doubt();
    void this.pull();
  }

  /** Tells whether the last pull brought everything. */
  get isCurrent(): boolean {
    return this.status.get().connection === 'current';
  }

  /** Stops taking anything over. An answer that is under way is not awaited. */
  close(): void {
    this.#closing.abort();
    this.#wake.abort();
  }

  #pull = async (hinted: string[] | undefined): Promise<void> => {
    if (this.#closing.signal.aborted) return;
    const only = hinted && this.#isSettled() ? hinted : undefined;
    try {
      this.#parts.onBegin();
      this.#admission.begin();
      this.#isBehind = false;
      if (this.#beginAnew) this.#restore(this.#beginAnew());
      this.#beginAnew = undefined;
      const asked = await this.#rounds(only);
      if (this.#closing.signal.aborted) return;
      const isWhole = asked === undefined;
      this.#failures = 0;
      if (this.#restoration) {
        await this.#parts.endRestore(this.#restoration);
        this.#restoration = undefined;
      }
      const { state, records, clock } = this.#parts;
      // Whether a refused record is held in some state has to be known.
      if (state.faults.all.length > 0) await this.#parts.opening.opened(undefined, []);
      const moved = this.#admission.settleMoves();
      this.#doubtCut(asked);
      if (state.endPull((id) => records.isHere(id)) || moved.length > 0) this.#parts.onPage(moved, []);
      if (isWhole) {
        if (!this.#isBehind) state.noteCurrent();
        if (this.#miss(state.noteWhole())) this.#parts.onPage([], []);
        this.progress.set({ ...this.progress.get(), isFirstSync: false });
        this.#log.tell(this.#isBehind ? state.log : undefined);
        this.#wholeAt = clock.now();
      }
      this.#say('current', '');
      this.#parts.onCurrent(isWhole);
      // Behind what the hint told of: somebody waits for that. The clock may have been set back.
      if (!isWhole && Math.abs(clock.now() - this.#wholeAt) >= wholeEvery) void this.pull();
    } catch (error) {
      this.#fail(error);
    }
  };

  #restore(restoration: Restoration): void {
    this.#restoration = restoration;
    // It was behind what is given up.
    this.#isBehind = false;
    this.#hinted.clear();
  }

  #first(): { first?: string[] } {
    const first = this.#parts.workspaceId ? this.#parts.opening.awaited.slice(0, limits.namedScopes) : [];
    return first.length > 0 ? { first } : {};
  }

  /** Tells whether nothing is in doubt, so that what a hint named may be pulled by itself. */
  #isSettled(): boolean {
    const { workspaceId } = this.#parts;
    return (
      workspaceId !== '' && this.isCurrent && this.#log.isChecked && !this.#beginAnew && !this.setBack.get()
    );
  }

  /** Asks until there is no more. Returns the scopes that alone were asked for, undefined where it was everything. */
  async #rounds(only: string[] | undefined): Promise<string[] | undefined> {
    this.#mustWiden = false;
    this.#hasAskedForLog = false;
    this.#refused.clear();
    const { state, transport } = this.#parts;
    const { log } = state;
    state.beginPull(only);
    const sync = syncAhead(transport);
    for (let more = true; more && !this.#closing.signal.aborted; ) {
      more = await this.#round(sync, only);
      if (only && (this.#mustWiden || this.#admission.awaitsMoves)) return this.#rounds(undefined);
    }
    // What was refused before the log came lies behind the cursors by now: no hint would bring it any more.
    const isBorneOut = state.log !== log && state.faults.all.some(waitsForLog);
    if (isBorneOut && !this.#closing.signal.aborted) return this.#rounds(undefined);
    return only;
  }

  /** Doubts the scopes that ended below where the log cuts them, of those that were asked for. */
  #doubtCut(asked: readonly string[] | undefined): void {
    const { state, log } = this.#parts;
    // Where the device lost what it had of one, the next pull brings it.
    for (const [id, end] of Object.entries(state.revisions()))
      if ((!asked || asked.includes(id)) && end > 0 && endsBelowCut(log(), id, end))
        state.faults.add(wentBack(id));
  }

  /** Leaves out the rest of what this pull has refused, and goes on behind it. */
  #withoutRefused(answer: SyncAnswer): SyncAnswer {
    const isRefused = ({ id }: { id: string }) => this.#refused.has(id);
    for (const { id, cursor } of answer.scopes.filter(isRefused)) this.#refused.set(id, cursor);
    return { ...answer, scopes: answer.scopes.filter((scope) => !isRefused(scope)) };
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

  #say(connection: PullStatus, reason: string): void {
    const before = this.status.get();
    if (before.connection !== connection || before.reason !== reason) this.status.set({ connection, reason });
  }

  async #round(sync: SyncTransport['sync'], only: string[] | undefined): Promise<boolean> {
    const { workspaceId, state, opening } = this.#parts;
    const cursors = { ...state.requestCursors(only), ...Object.fromEntries(this.#refused) };
    const from = workspaceId ? this.#parts.unreadFrom?.() : undefined;
    const request: SyncRequest = {
      ...(workspaceId ? { workspaceId } : {}),
      cursors,
      logLength: this.#log.length,
      ...(from && { from }),
      ...(only ? { only } : this.#first()),
    };
    const hinted = this.#hinted.take(request);
    const pulled = ownPart(hinted ?? (await sync(request)), only, this.#parts);
    const answer = this.#withoutRefused(pulled);
    const movesLog = answer.log.some(({ seq }) => seq >= state.log.length);
    if (movesLog) this.#mustWiden = true;
    // A longer log may name them: then they are asked for from their beginning.
    const isRefusedAnew = movesLog && this.#refused.size > 0;
    if (movesLog) this.#refused.clear();
    // A scope is of one kind for good.
    const isKnown = ({ id, kind }: Scope) => (state.scope(id)?.kind ?? kind) === kind;
    const { scopes: known, shown: windows } = this.#parts.windows.admit(
      answer.scopes.filter(isKnown),
      cursors,
    );
    const before = this.#parts.log();
    const page = await this.#open(answer, known, cursors);
    if (!page) {
      this.#refused.clear();
      return true;
    }
    // What comes with an answer may bear it out: the member log as it was then.
    if (hinted && page.faulty.length + page.faults.length > 0) return true;
    // An answer of some scopes alone, and the log beside it, may be of two moments.
    const log = only ? before : this.#parts.log();
    const isLast = (part: { isWhole: boolean }) => part.isWhole || !answer.more;
    const doubted = new Set(
      known.flatMap((part) => (isLast(part) && endsBelowCut(log, part.id, part.cursor) ? [part.id] : [])),
    );
    const isBelieved = ({ scopeId }: { scopeId: string }) => !doubted.has(scopeId);
    for (const scopeId of doubted) state.faults.add(wentBack(scopeId));
    await this.#parts.windows.opened('pull', page.opened);
    const needed = [...known.map(({ id }) => id), ...answer.gone];
    await opening.opened(this.#restoration ? undefined : needed, page.opened);
    if (this.#closing.signal.aborted) return false;
    for (const scope of answer.scopes) if (!isKnown(scope)) state.faults.add(wentBack(scope.id));
    const restoration = this.#restoration;
    const believed = page.opened.filter(isBelieved);
    this.#parts.windows.taker.begin(believed);
    const ends = new Map(known.map(({ id, cursor }) => [id, cursor]));
    const shownOf = (id: string) => ({ above: cursors[id] ?? 0, upTo: ends.get(id) ?? 0 });
    const taker = restoration ?? this.#admission;
    const { changed, inTime, late } = state.keySpans.takeInOrder(believed, shownOf, taker);
    if (restoration) for (const { scopeId, range } of windows) restoration.takeEdge(scopeId, range.from);
    const faulty = [...page.faulty.filter(isBelieved), ...late];
    for (const record of faulty) {
      this.#admission.refuse(record);
      if (record.fault === 'unknown-key') this.#mustWiden = true;
    }
    const hasNewKeys = this.#takeScopes(known, page, cursors, doubted);
    const mustRepeat = this.#asksForLog(page) || hasNewKeys || isRefusedAnew;
    for (const shown of windows.filter(isBelieved))
      if (!restoration && state.scope(shown.scopeId)) this.#parts.windows.taker.take(shown, inTime, faulty);
    const closed = answer.gone.filter((id) => mayBeGone(id, this.#parts));
    for (const id of closed) {
      state.closeScope(id, this.#parts.records.unverifiedIn(id));
      changed.push(...this.#parts.records.closeScope(id));
    }
    for (const scopeId of answer.gone) if (!closed.includes(scopeId)) state.faults.add(wentBack(scopeId));
    if (answer.gone.length > 0) this.#mustWiden = true;
    if (!movesLog && answer.scopes.some(invalidates)) this.#parts.onInvalidation();
    const { isFirstSync, records } = this.progress.get();
    if (isFirstSync) this.progress.set({ isFirstSync, records: records + page.opened.length });
    if (!restoration) this.#parts.onPage(changed, closed);
    return answer.more || mustRepeat;
  }

  /**
   * Takes over log and keys and opens the rows, in one crossing to the vault, in none where there are none. Returns
   * undefined where everything has to be requested again before anything in the answer counts.
   */
  async #open(
    answer: SyncAnswer,
    known: SyncAnswer['scopes'],
    cursors: Record<string, number>,
  ): Promise<OpenedPage | undefined> {
    const { workspaceId, vault, state } = this.#parts;
    const open = async (page: PulledPage) => {
      const opened = await vault.openPage(workspaceId, page);
      state.noteIncomplete(opened.incomplete);
      return opened;
    };
    const isInDoubt = workspaceId !== '' && !this.#log.isChecked;
    if (answer.scopes.length === 0 && answer.log.length === 0 && !isInDoubt) return nothing;
    if (!workspaceId) return open({ scopes: [], rows: known.flatMap(({ rows }) => rows) });
    const sealed = {
      scopes: known.map(({ id, kind, access, keys }) => ({ scope: { id, kind, access }, keys })),
      // A workspace's pull brings the personal scope along; its records are opened and kept beside all workspaces.
      rows: known.flatMap(({ kind, rows }) => (kind === 'personal' ? [] : rows)),
      ...state.lateOf(known),
    };
    let page: OpenedPage | undefined;
    // The first answer is held against the pin even when it brings nothing.
    if (answer.log.length > 0 || isInDoubt) {
      const restoration = await this.#log.take(answer.log, async (log) => {
        page = await open({ ...sealed, log });
        return page.log!;
      });
      if (restoration) {
        this.#restore(restoration);
        return undefined;
      }
    }
    if (answer.scopes.some(({ id, cursor }) => cursor < (cursors[id] ?? 0))) {
      this.#isBehind = true;
      this.#mustWiden = true;
      // Whether its log is behind, too, comes first.
      if (!isInDoubt) {
        this.#log.doubt();
        return undefined;
      }
    }
    return page ?? open(sealed);
  }

  /** Takes over cursors, keys and readers, of what is not doubted. Returns true if there is something to request again. */
  #takeScopes(
    known: SyncAnswer['scopes'],
    { faults, access }: OpenedPage,
    cursors: Record<string, number>,
    doubted: ReadonlySet<string>,
  ): boolean {
    const { state } = this.#parts;
    for (const { id } of known) state.faults.settleKeys(id);
    for (const { scopeId } of faults)
      state.faults.add({ kind: 'unconfirmed-keys', entity: '', id: '', scopeId, version: 0, revision: 0 });
    // None of this workspace's, as far as the log tells.
    const unknown = new Set(
      faults.flatMap(({ fault, scopeId }) => (fault === 'unknown-scope' ? [scopeId] : [])),
    );
    let hasNewKeys = false;
    const partly = known.filter(({ id }) => !state.isWhole(id));
    for (const [i, scope] of known.entries()) {
      if (unknown.has(scope.id)) this.#refused.set(scope.id, scope.cursor);
      if (unknown.has(scope.id) || doubted.has(scope.id)) continue;
      if (scope.cursor < (cursors[scope.id] ?? 0)) state.faults.add(wentBack(scope.id));
      hasNewKeys =
        state.takeScope({ ...scope, access: access[i] ?? scope.access }, cursors[scope.id] ?? 0) ||
        hasNewKeys;
    }
    this.#miss(partly.filter(({ id }) => state.isWhole(id)));
    return hasNewKeys && this.#rewindUnknown();
  }

  /** Names what was here in scopes that have come whole, and did not come back with them. Tells whether anything is missing. */
  #miss(whole: readonly Scope[]): boolean {
    const { state, records } = this.#parts;
    if (state.isRestoring) return false;
    const ids = new Set(whole.flatMap(({ id, kind }) => (isWindowed(kind) ? [] : [id])));
    const missing = records
      .closedIn(ids)
      .filter(({ id, scopeId }) => state.faults.of(scopeId, id).length === 0);
    for (const { entity, id, scopeId } of missing)
      state.faults.add({ kind: 'withdrawn', entity, id, scopeId, version: 0, revision: 0 });
    return missing.length > 0;
  }

  /**
   * Requests rows again whose authors knew more of the member log than came with them, and that with them: once, since a
   * server that does not have it then holds it back.
   */
  #asksForLog({ faulty }: OpenedPage): boolean {
    const ahead = faulty.filter(({ fault }) => fault === 'withheld-log');
    if (ahead.length === 0 || this.#hasAskedForLog) return false;
    this.#hasAskedForLog = true;
    this.#mustWiden = true;
    for (const { scopeId, revision } of ahead) this.#parts.state.rewind(scopeId, revision - 1);
    return true;
  }

  /** Requests again what could not be opened for lack of a key that has now arrived. */
  #rewindUnknown(): boolean {
    const unknown = this.#parts.state.faults.list.filter(({ kind }) => kind === 'unknown-key');
    for (const { scopeId, revision } of unknown) this.#parts.state.rewind(scopeId, revision - 1);
    if (unknown.length > 0) this.#mustWiden = true;
    return unknown.length > 0;
  }
}
