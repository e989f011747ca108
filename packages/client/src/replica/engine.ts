/**
 * One stream of pulls and transactions: a workspace's, or a user's personal one. Joins what the device holds (`holdings.ts`) with
 * what comes from the server and goes to it; the interface to screens is made in `openReplica.ts`.
 */

import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { LogError } from '@kontor/contract/memberLog/logError';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { BatchResult } from '@kontor/contract/wire/change';
import type { Scope } from '@kontor/contract/wire/scope';
import { backoff } from '../http/backoff.ts';
import { type Observable, observable } from '../observable.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import { Acknowledged } from './acknowledged.ts';
import { BackupFollower } from './backupFollower.ts';
import { type Comparison, compare } from './comparison.ts';
import { createMutations } from './createMutations.ts';
import type { EngineParts } from './engineParts.ts';
import type { Entry } from './entry.ts';
import type { Fault } from './fault.ts';
import type { FaultList } from './faultList.ts';
import { History } from './history.ts';
import { HistoryPuller } from './historyPuller.ts';
import { Holdings } from './holdings.ts';
import { whenIdle } from './idle.ts';
import { groupIn } from './keptRecord.ts';
import type { Mutations } from './mutations.ts';
import type { Outbox } from './outbox.ts';
import { type SentRecords, takeOwnWrites } from './ownWrites.ts';
import { Puller } from './puller.ts';
import type { RecordSet } from './recordSet.ts';
import { Sender } from './sender.ts';
import type { Loaded } from './status.ts';
import { Verification } from './verification.ts';
import type { Windows } from './windows.ts';

/** ms for which what shows is still verified when a session ends: keys stay open for as long. */
const verifyOnCloseMs = 1_000;

export class Engine {
  readonly records: RecordSet;
  readonly outbox: Outbox;
  readonly mutations: Mutations;
  readonly puller: Puller;
  readonly sender: Sender;
  readonly backups: BackupFollower;
  readonly faults: FaultList;
  readonly windows: Windows;
  readonly history: History;
  readonly verification: Verification;
  readonly scopes = observable<ReadonlyMap<string, Scope>>(new Map());
  readonly log = observable<LogState | undefined>(undefined);
  readonly invalidations = observable(0);
  readonly verified = observable(0);
  readonly #parts: EngineParts;
  readonly #held: Holdings;
  readonly #acknowledged: Acknowledged;
  readonly #stops: (() => void)[] = [];
  readonly #closing = new AbortController();

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const { userId, clock, nouns } = parts;
    this.#held = new Holdings(parts, {
      isFirstSync: () => this.puller.progress.get().isFirstSync,
      pull: () => void this.puller.pull(),
    });
    const { records, outbox, faults, windows, state, persister } = this.#held;
    [this.records, this.outbox, this.faults, this.windows] = [records, outbox, faults, windows];
    this.mutations = createMutations({
      userId,
      records,
      outbox,
      clock,
      nouns,
      accessOf: (scopeId) => state.scope(scopeId)?.access,
      isWritable: () => parts.isWritable?.() ?? true,
    });
    this.history = this.#createHistory();
    this.#acknowledged = new Acknowledged({
      outbox,
      records,
      state,
      afterwards: (act) => persister.afterwards(act),
    });
    this.puller = this.#createPuller();
    this.backups = this.#createBackups();
    this.verification = this.#createVerification();
    this.sender = this.#createSender();
    this.#stops.push(
      this.outbox.subscribe(() => {
        if (persister.leads) this.sender.kick();
      }),
      parts.tabs.onMessage(({ kind }) => {
        if (kind === 'dismissed') void this.#dismissLost();
      }),
      // Whichever server takes its place may not have what it took.
      this.puller.setBack.subscribe(() => this.outbox.sendAgain(persister.leads)),
    );
  }

  #createHistory(): History {
    const { workspaceId, transport, vault, clock, sweeps } = this.#parts;
    const around = { records: this.records, state: this.#held.state, windows: this.windows };
    return new History({
      ...around,
      puller: new HistoryPuller({
        ...around,
        workspaceId,
        transport,
        vault,
        opening: this.#held.opening,
        onPage: this.#takePage,
        pull: () => this.puller.pull(),
      }),
      now: () => clock.now(),
      keeps: () => this.#held.persister.keeps,
      pull: () => this.puller.pull(),
      sweeps: sweeps !== false,
    });
  }

  #createPuller(): Puller {
    const { workspaceId, userId, transport, vault, clock } = this.#parts;
    return new Puller({
      workspaceId,
      userId,
      transport,
      vault,
      state: this.#held.state,
      records: this.records,
      clock,
      onPage: this.#takePage,
      onLog: (state) => this.#takeLog(state, 'server'),
      opening: this.#held.opening,
      windows: this.windows,
      unreadFrom: this.#parts.unreadFrom,
      underWay: (scopeId) => this.sender.underWay(scopeId),
      beginRestore: async (entries) => {
        const restore = this.#held.state.unfollowedRestore(entries);
        if (restore) {
          await this.#held.opening.all();
          await this.verification.verifyAll();
          await this.windows.openSince('restore', restore.payload.changedAt);
        }
        return this.backups.begin(entries);
      },
      endRestore: async (restoration) => {
        await this.backups.end(restoration);
        this.windows.open.guard('restore', []);
        this.#showScopes();
      },
      log: () => this.log.get(),
      onInvalidation: () => this.invalidations.set(this.invalidations.get() + 1),
      onBegin: () => this.#acknowledged.begin(),
      onCurrent: (isWhole) => {
        this.#acknowledged.settle(isWhole && !this.puller.setBack.get());
        this.#held.opening.show();
        if (isWhole) void this.history.goOn();
        this.#verify();
        if (!this.#held.persister.leads) return;
        this.sender.resume();
        this.sender.kick();
      },
    });
  }

  #createSender(): Sender {
    const { workspaceId, userId, vault, transport, clock, nouns } = this.#parts;
    return new Sender({
      workspaceId,
      vault,
      outbox: this.outbox,
      transport,
      clock,
      nouns,
      userId,
      records: this.records,
      state: this.#held.state,
      log: () => this.log.get(),
      history: this.history,
      puller: this.puller,
      backups: this.backups,
      verification: this.verification,
      takeOwn: (entry, sent, result) => this.#takeOwn(entry, sent, result),
    });
  }

  #createBackups(): BackupFollower {
    const { userId, clock, onRestore } = this.#parts;
    return new BackupFollower({
      userId,
      clock,
      state: this.#held.state,
      records: this.records,
      outbox: this.outbox,
      puller: this.puller,
      log: () => this.log.get(),
      onRestore,
      keep: async () => {
        this.windows.begin();
        await this.#held.persister.keepAll();
      },
      giveUpMemory: () => this.#held.memory.giveUp(),
      isLeading: () => this.#held.persister.leads,
      onShown: (ids) => {
        this.#held.refresh(ids);
        this.#showScopes();
      },
    });
  }

  #createVerification(): Verification {
    const { workspaceId, vault, nouns } = this.#parts;
    return new Verification({
      workspaceId,
      vault,
      records: this.records,
      isBusy: () => !this.#held.opening.loaded.get().isComplete,
      kept: () => this.#held.persister.kept(),
      onBelieved: (ids) => {
        for (const id of ids) this.#held.state.past.settle(id);
        if (this.#held.memory.believe(ids)) void this.#held.persister.keepState();
      },
      onRefused: (faults) => {
        // Of several refused versions the newest stands: the server goes on showing that.
        for (const fault of faults)
          if (fault.version > this.#held.state.faults.refusedVersion(fault.id))
            this.#held.state.faults.add(fault);
        const ids = faults.map(({ id }) => id);
        this.#held.refresh(ids);
        this.#held.persister.forget(
          ids,
          faults.map(({ id, scopeId }) => groupIn(id, scopeId)),
        );
      },
      onDone: () => {
        // Before the pages say that it is verified: nothing verifies it once more then.
        void this.#held.persister.keepState();
        this.#held.persister.believeAll(() => this.records.unverifiedCount === 0);
        const awaited = this.records.takeAwaited();
        if (awaited.length > 0) nouns.whenVerified(this.mutations, awaited);
        this.#held.settleRecall();
        this.verified.set(this.verified.get() + 1);
      },
    });
  }

  /** Shows what is needed from the device; opens the rest, pulls and sends in the background. */
  async open(): Promise<void> {
    const { tabs, first, hints } = this.#parts;
    await this.#load();
    if (this.#closing.signal.aborted) return;
    // Not earlier: a pull beside the loading would open what it brings without the keys that the device kept.
    this.#stops.push(
      hints.onHint((hint) => this.puller.hint(hint)),
      hints.onConnected(() => this.wake()),
      // The last pull may have ended before the last page was open.
      this.loaded.subscribe(() => {
        if (this.loaded.get().isComplete) this.#verify();
      }),
    );
    void this.puller.pull();
    const leading = tabs.lead();
    if (!first) await this.#held.opening.all();
    else whenIdle(() => void this.#held.opening.all(), 200);
    // What is written anew, and what transactions are sent upon, is everything that the device kept.
    void leading.then(() => this.#beginToLead());
  }

  /** Opens and pulls these scopes before others, since somebody waits for them. See `loaded`. */
  need(scopeIds: readonly string[]): void {
    this.#held.opening.need(scopeIds);
  }

  /** Returns the part of the stream that is in the collections. */
  get loaded(): Observable<Loaded> {
    return this.#held.opening.loaded;
  }

  /** Resumes pulling and sending once the connection is back. */
  wake(): void {
    this.puller.wake();
    if (this.#held.persister.leads) this.sender.wake();
  }

  /** Returns the entries that `log` was folded from, oldest first; the same array until it grows. */
  get logEntries(): readonly LogEntry[] {
    return this.#held.state.log;
  }

  /** See `Replica.revisions`. */
  revisions(): Record<string, number> {
    return this.#held.state.revisions();
  }

  /** See `Replica.dismissWithdrawn`. */
  dismissWithdrawn(read: readonly Fault[]): void {
    const writes = this.#held.state.dismissWithdrawn(read);
    if (writes.length === 0) return;
    this.#held.persister.write(writes);
    this.#held.refresh([]);
  }

  /** See `OutboxControl.readAgain`. */
  async readOutboxAgain(): Promise<void> {
    const { unreadable } = await this.outbox.load();
    this.faults.setUnreadable(unreadable);
    this.#held.refresh([]);
  }

  /** See `OutboxControl.discardUnreadable`. */
  async discardUnreadable(): Promise<void> {
    const told = this.faults.unreadable;
    // Another tab may have brought them back meanwhile.
    await this.readOutboxAgain();
    const [lost, rest] = [new Set(told), this.faults.unreadable];
    for (const id of rest) if (lost.has(id)) this.outbox.erase(id);
    this.faults.setUnreadable(rest.filter((id) => !lost.has(id)));
    this.#held.refresh([]);
  }

  /** Returns the revision up to which a scope was taken over; 0 for one that is not known. */
  scopeEnd = (scopeId: string): number => this.#held.state.cursor(scopeId);

  hasScope(id: string): boolean {
    return this.#held.state.scope(id) !== undefined;
  }

  /** See `Replica.close`. */
  async close({ remembers = false } = {}): Promise<void> {
    this.#closing.abort();
    for (const stop of this.#stops) stop();
    this.#held.opening.close();
    this.history.close();
    this.puller.close();
    this.sender.close();
    if (remembers && this.#held.persister.leads && this.records.unverifiedCount > 0) {
      const waiting = new AbortController();
      await this.verification.closeBy(this.#parts.clock.wait(verifyOnCloseMs, waiting.signal));
      waiting.abort();
      void this.#held.persister.keepState();
    } else this.verification.close();
    await Promise.all([this.#held.persister.close(), this.outbox.close().catch(() => {})]);
    this.#parts.tabs.close();
  }

  async #load(): Promise<void> {
    await this.#held.load(() => this.#loadProofs());
    this.backups.load();
    this.#held.refresh([]);
    if (this.#held.state.wasWhole)
      this.puller.progress.set({ isFirstSync: false, records: this.records.size });
    this.#showScopes();
  }

  async #loadProofs(): Promise<void> {
    const { workspaceId, vault } = this.#parts;
    if (!workspaceId || this.#held.state.log.length === 0) return;
    try {
      this.#takeLog(await vault.takeLog(workspaceId, [...this.#held.state.log], 'device'), 'device');
      const sealed = await this.#held.state.sealedKeys();
      const { isUsed } = await vault.openKeys(workspaceId, this.#held.state.scopes(), sealed);
      if (!isUsed) this.#held.state.refuseSealedKeys();
    } catch (error) {
      if (!(error instanceof TrustError || error instanceof LogError)) throw error;
      this.#held.state.forgetProofs();
    }
  }

  /** Verifies what is not verified yet, in the background. */
  #verify(): void {
    this.verification.wake();
    this.#held.settleRecall();
  }

  /** Takes over the lead as soon as the device lets it: every other tab waits for this one to send. */
  async #beginToLead(): Promise<void> {
    for (let failures = 0; !this.#closing.signal.aborted; ) {
      try {
        await this.#held.opening.all();
        await this.#lead();
        return;
      } catch {
        await this.#parts.clock.wait(backoff(++failures), this.#closing.signal);
      }
    }
  }

  /** Takes over the lead: this tab keeps pages and sends from here on. */
  async #lead(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const { done } = await this.outbox.load();
    // Another tab may lead by now.
    if (this.#closing.signal.aborted) return;
    this.#held.persister.lead(() => this.backups.lead());
    // The tab that sent them ended before it could erase them.
    for (const id of done) this.#held.persister.afterwards(() => this.outbox.erase(id));
    this.#acknowledged.settle(false);
    // They hold up what is built on them until a pull of everything tells.
    if (this.outbox.entries.some(({ state }) => state === 'acked')) void this.puller.pull();
    // What was verified before: no other tab kept that.
    this.#held.persister.believeAll(() => this.records.unverifiedCount === 0);
    this.sender.lead();
  }

  #takeOwn(entry: Entry, sent: SentRecords, result: BatchResult): boolean {
    const own = takeOwnWrites({ state: this.#held.state, records: this.records }, sent, result);
    if (!own) return false;
    for (const [scopeId, revision] of Object.entries(result.revisions))
      this.windows.takeOwn(scopeId, revision, own.taken);
    this.outbox.taken(entry.id, result.revisions);
    this.#takePage(own.changed);
    this.#held.persister.afterwards(() => this.outbox.erase(entry.id));
    return true;
  }

  #takeLog(state: LogState, source: 'device' | 'server'): void {
    // The vault in its worker answers with a copy each time.
    if (state.head !== this.log.get()?.head) this.log.set(state);
    this.#parts.onLog(state, source);
  }

  /** Tells how far the server is behind. */
  async compare(): Promise<Comparison> {
    await this.#held.opening.all();
    return compare(this.#parts.workspaceId, this.#parts.transport, this.records);
  }

  /** See `Replica.dismissLost`. */
  async dismissLost(): Promise<void> {
    this.#parts.tabs.post({ kind: 'dismissed' });
    await this.#dismissLost();
  }

  async #dismissLost(): Promise<void> {
    this.backups.dismiss();
    await this.#held.persister.keepState();
  }

  #takePage = (changed: string[], closed: string[] = []): void => {
    for (const scopeId of closed) this.windows.closeScope(scopeId);
    this.windows.open.guard('pull', []);
    this.#held.refresh(changed);
    this.#showScopes();
    this.#held.persister.take(changed, closed);
    this.#acknowledged.settle(false);
  };

  #showScopes(): void {
    this.scopes.set(new Map(this.#held.state.scopes().map(({ scope }) => [scope.id, scope])));
    this.#held.opening.show();
  }
}
