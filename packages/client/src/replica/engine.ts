/**
 * One stream of pulls and transactions: a workspace's, or a user's personal one. Puts the parts together; the
 * interface to screens is made in `openReplica.ts`.
 */

import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { LogError } from '@kontor/contract/memberLog/logError';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { BatchResult } from '@kontor/contract/wire/change';
import type { Scope } from '@kontor/contract/wire/scope';
import { type Observable, observable } from '../observable.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import { Acknowledged } from './acknowledged.ts';
import { BackupFollower } from './backupFollower.ts';
import { type Comparison, compare } from './comparison.ts';
import { createMutations } from './createMutations.ts';
import type { EngineParts } from './engineParts.ts';
import type { Entry } from './entry.ts';
import { FaultList } from './faultList.ts';
import { History } from './history.ts';
import { HistoryPuller } from './historyPuller.ts';
import { whenIdle } from './idle.ts';
import { groupIn } from './keptRecord.ts';
import { MarkMemory } from './markMemory.ts';
import type { Mutations } from './mutations.ts';
import { Opening } from './opening.ts';
import { Outbox } from './outbox.ts';
import { type SentRecords, takeOwnWrites } from './ownWrites.ts';
import { PageStore } from './pageStore.ts';
import { Persister } from './persister.ts';
import { Puller } from './puller.ts';
import { Recall } from './recall.ts';
import { RecordSet } from './recordSet.ts';
import { Sender } from './sender.ts';
import type { Loaded } from './status.ts';
import { SyncState } from './syncState.ts';
import { Verification } from './verification.ts';
import { isWindowedRecord, Windows } from './windows.ts';

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
  readonly #state: SyncState;
  readonly #pages: PageStore;
  readonly #memory: MarkMemory;
  readonly #recall: Recall;
  readonly #opening: Opening;
  readonly #persister: Persister;
  readonly #acknowledged: Acknowledged;
  readonly #stops: (() => void)[] = [];
  #isClosed = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const { workspaceId, userId, device, vault, tabs, clock, nouns } = parts;
    this.#state = new SyncState(device, workspaceId);
    this.records = new RecordSet(
      (id) => this.outbox.pendingOf(id),
      (scopeId) => this.windows.isWindowed(scopeId),
    );
    this.faults = new FaultList(this.#state.faults, this.records);
    this.outbox = new Outbox({ workspaceId, store: device, vault, tabs }, this.#refresh);
    this.mutations = createMutations({
      userId,
      records: this.records,
      outbox: this.outbox,
      clock,
      nouns,
      accessOf: (scopeId) => this.#state.scope(scopeId)?.access,
      isWritable: () => parts.isWritable?.() ?? true,
    });
    this.#pages = new PageStore({
      workspaceId,
      store: device,
      vault,
      kept: (id) => this.records.keptAll(id).filter((kept) => !isWindowedRecord(kept)),
      ids: () => this.records.ids(),
      count: (group) => this.records.countIn(group),
    });
    this.#memory = new MarkMemory({
      workspaceId,
      device,
      vault,
      records: this.records,
      state: this.#state,
    });
    this.#recall = new Recall({
      memory: this.#memory,
      records: this.records,
      state: this.#state,
      onFailed: () => this.#persister.giveUp(),
    });
    this.#opening = new Opening({
      pages: this.#pages,
      records: this.records,
      state: this.#state,
      first: parts.first ?? [],
      isFirstSync: () => this.puller.progress.get().isFirstSync,
      refresh: this.#refresh,
      recalled: () => this.#recall.done,
      onLost: () => void this.puller.pull(),
    });
    this.windows = new Windows({
      workspaceId,
      device,
      vault,
      state: this.#state,
      records: this.records,
      refresh: this.#refresh,
      leads: () => this.#persister.leads,
      afterwards: (act) => (this.#persister.leads ? this.#persister.afterwards(act) : act()),
      most: parts.mostOpen,
    });
    this.#persister = new Persister({
      device,
      vault,
      state: this.#state,
      pages: this.#pages,
      windows: this.windows,
      memory: this.#memory,
      sealKeys: (scopes) => vault.sealKeys(workspaceId, scopes),
      // People are told; what is here goes on working.
      onGap: () => {
        this.faults.addOwn('not-kept');
        this.#refresh([]);
      },
    });
    this.history = this.#createHistory();
    this.#acknowledged = new Acknowledged({
      outbox: this.outbox,
      state: this.#state,
      afterwards: (act) => this.#persister.afterwards(act),
    });
    this.puller = this.#createPuller();
    this.backups = this.#createBackups();
    this.verification = this.#createVerification();
    this.sender = this.#createSender();
    this.#stops.push(
      this.outbox.subscribe(() => {
        if (this.#persister.leads) this.sender.kick();
      }),
    );
  }

  #createHistory(): History {
    const { workspaceId, transport, vault, clock, sweeps } = this.#parts;
    const around = { records: this.records, state: this.#state, windows: this.windows };
    return new History({
      ...around,
      puller: new HistoryPuller({
        ...{ ...around, workspaceId, transport, vault },
        opening: this.#opening,
        onPage: this.#takePage,
        pull: () => this.puller.pull(),
      }),
      now: () => clock.now(),
      leads: () => this.#persister.leads,
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
      state: this.#state,
      records: this.records,
      clock,
      onPage: this.#takePage,
      onLog: (state) => this.#takeLog(state, 'server'),
      opening: this.#opening,
      windows: this.windows,
      unreadFrom: this.#parts.unreadFrom,
      underWay: (scopeId) => this.sender.underWay(scopeId),
      beginRestore: async (entries) => {
        if (this.#state.unfollowedRestore(entries)) {
          await this.#opening.all();
          await this.verification.verifyAll();
        }
        return this.backups.begin(entries);
      },
      endRestore: async (restoration) => {
        await this.backups.end(restoration);
        this.#showScopes();
      },
      log: () => this.log.get(),
      onInvalidation: () => this.invalidations.set(this.invalidations.get() + 1),
      onBegin: () => this.#acknowledged.begin(),
      onCurrent: (isWhole) => {
        this.#acknowledged.settle(isWhole);
        this.#opening.show();
        if (isWhole) void this.history.goOn();
        this.verification.wake();
        this.#settleRecall();
        if (!this.#persister.leads) return;
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
      state: this.#state,
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
      state: this.#state,
      records: this.records,
      outbox: this.outbox,
      puller: this.puller,
      log: () => this.log.get(),
      onRestore,
      keep: async () => {
        this.windows.begin();
        await this.#persister.keepAll();
      },
      giveUpMemory: () => this.#memory.giveUp(),
      isLeading: () => this.#persister.leads,
      onShown: (ids) => {
        this.#refresh(ids);
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
      isBusy: () => !this.#opening.loaded.get().isComplete,
      kept: () => this.#persister.kept(),
      onBelieved: (ids) => {
        for (const id of ids) this.#state.settlePast(id);
        if (this.#memory.believe(ids)) void this.#persister.keepState();
      },
      onRefused: (faults) => {
        // Of several refused versions the newest stands: the server goes on showing that.
        for (const fault of faults)
          if (fault.version > this.#state.faults.refusedVersion(fault.id)) this.#state.faults.add(fault);
        const ids = faults.map(({ id }) => id);
        this.#refresh(ids);
        this.#persister.forget(
          ids,
          faults.map(({ id, scopeId }) => groupIn(id, scopeId)),
        );
      },
      onDone: () => {
        // Before the pages say that it is verified: nothing verifies it once more then.
        void this.#persister.keepState();
        this.#persister.believeAll(() => this.records.unverifiedCount === 0);
        const awaited = this.records.takeAwaited();
        if (awaited.length > 0) nouns.whenVerified(this.mutations, awaited);
        this.#settleRecall();
        this.verified.set(this.verified.get() + 1);
      },
    });
  }

  /** Shows what the device kept of what is needed; opens the rest, pulls and sends by itself. */
  async open(): Promise<void> {
    const { tabs, first, hints } = this.#parts;
    await this.#load();
    if (this.#isClosed) return;
    // Not earlier: a pull beside the loading would open what it brings without the keys that the device kept.
    this.#stops.push(
      hints.onHint((hint) => this.puller.hint(hint)),
      hints.onConnected(() => this.wake()),
    );
    void this.puller.pull();
    const leading = tabs.lead();
    if (!first) await this.#opening.all();
    else whenIdle(() => void this.#opening.all(), 200);
    // What is written anew, and what transactions are sent upon, is everything that the device kept.
    void leading.then(() => this.#opening.all()).then(() => this.#lead());
  }

  /** Opens and pulls these scopes before others, since somebody waits for them. See `loaded`. */
  need(scopeIds: readonly string[]): void {
    this.#opening.need(scopeIds);
  }

  /** The part of the stream that is in the collections. */
  get loaded(): Observable<Loaded> {
    return this.#opening.loaded;
  }

  /** Resumes pulling and sending once the connection is back. */
  wake(): void {
    this.puller.wake();
    if (this.#persister.leads) this.sender.wake();
  }

  /** The entries that `log` was folded from, oldest first; the same array until it grows. */
  get logEntries(): readonly LogEntry[] {
    return this.#state.log;
  }

  /** See `Replica.revisions`. */
  revisions(): Record<string, number> {
    return this.#state.revisions();
  }

  /** See `Replica.dismissWithdrawn`. */
  dismissWithdrawn(): void {
    const writes = this.#state.dismissWithdrawn();
    if (writes.length === 0) return;
    this.#persister.write(writes);
    this.#refresh([]);
  }

  /** See `OutboxControl.discardUnreadable`. */
  discardUnreadable(): void {
    for (const id of this.faults.takeUnreadable()) this.outbox.erase(id);
    this.#refresh([]);
  }

  /** Returns the revision up to which a scope was taken over; 0 for one that is not known. */
  scopeEnd = (scopeId: string): number => this.#state.cursor(scopeId);

  hasScope(id: string): boolean {
    return this.#state.scope(id) !== undefined;
  }

  /** See `Replica.close`. */
  async close({ remembers = false } = {}): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.#opening.close();
    this.history.close();
    this.puller.close();
    this.sender.close();
    if (remembers && this.#persister.leads && this.records.unverifiedCount > 0) {
      const waiting = new AbortController();
      await this.verification.closeBy(this.#parts.clock.wait(verifyOnCloseMs, waiting.signal));
      waiting.abort();
      void this.#persister.keepState();
    } else this.verification.close();
    await Promise.all([this.#persister.close(), this.outbox.stored().catch(() => {})]);
    this.#parts.tabs.close();
  }

  async #load(): Promise<void> {
    await Promise.all([this.#state.load(), this.#pages.load(), this.windows.load()]);
    await this.#recall.begin();
    this.#memory.begin();
    const unreadable = this.outbox.load();
    await Promise.all([this.#loadProofs(), unreadable, this.#opening.begin()]);
    for (const id of await unreadable) this.faults.addOwn('unreadable-act', id);
    // Nothing is sent on top of a record that is not known.
    await this.windows.openRecords(this.outbox.entries.flatMap(({ ops }) => ops.map(({ id }) => id)));
    this.backups.load();
    this.#refresh([]);
    this.#showScopes();
    if (!this.#state.isEmpty) this.puller.progress.set({ isFirstSync: false, records: this.records.size });
  }

  async #loadProofs(): Promise<void> {
    const { workspaceId, vault } = this.#parts;
    if (!workspaceId || this.#state.log.length === 0) return;
    try {
      this.#takeLog(await vault.takeLog(workspaceId, [...this.#state.log], 'device'), 'device');
      const sealed = await this.#state.sealedKeys();
      const { isUsed } = await vault.openKeys(workspaceId, this.#state.scopes(), sealed);
      if (!isUsed) this.#state.refuseSealedKeys();
    } catch (error) {
      if (!(error instanceof TrustError || error instanceof LogError)) throw error;
      this.#state.forgetProofs();
    }
  }

  /** Takes over the lead: this tab keeps pages and sends from here on. */
  async #lead(): Promise<void> {
    if (this.#isClosed) return;
    await this.outbox.load();
    this.#persister.lead(() => this.backups.lead());
    this.#acknowledged.settle(false);
    // What was verified before: no other tab kept that.
    this.#persister.believeAll(() => this.records.unverifiedCount === 0);
    this.sender.lead();
  }

  #settleRecall(): void {
    const { isComplete } = this.#opening.loaded.get();
    if (!isComplete || !this.#persister.leads || this.records.unverifiedCount > 0) return;
    if (this.#recall.settle()) void this.#persister.keepState();
  }

  #takeOwn(entry: Entry, sent: SentRecords, result: BatchResult): boolean {
    const own = takeOwnWrites({ state: this.#state, records: this.records }, sent, result);
    if (!own) return false;
    for (const [scopeId, revision] of Object.entries(result.revisions))
      this.windows.takeOwn(scopeId, revision, own.taken);
    this.outbox.taken(entry.id, result.revisions);
    this.#takePage(own.changed);
    this.#persister.afterwards(() => this.outbox.erase(entry.id));
    return true;
  }

  #takeLog(state: LogState, source: 'device' | 'server'): void {
    // The vault in its worker answers with a copy each time.
    if (state.head !== this.log.get()?.head) this.log.set(state);
    this.#parts.onLog(state, source);
  }

  /** Tells how far the server is behind. */
  async compare(): Promise<Comparison> {
    await this.#opening.all();
    return compare(this.#parts.workspaceId, this.#parts.transport, this.records);
  }

  /** See `Replica.dismissLost`. */
  async dismissLost(): Promise<void> {
    this.backups.dismiss();
    await this.#persister.keepState();
  }

  #takePage = (changed: string[], closed: string[] = []): void => {
    for (const scopeId of closed) this.windows.closeScope(scopeId);
    this.windows.open.guard('pull', []);
    this.#refresh(changed);
    this.#showScopes();
    this.#persister.take(changed, closed);
    this.#acknowledged.settle(false);
  };

  #showScopes(): void {
    this.scopes.set(new Map(this.#state.scopes().map(({ scope }) => [scope.id, scope])));
    this.#opening.show();
  }

  #refresh = (ids: readonly string[]): void => {
    this.records.refresh(ids);
    this.faults.show();
  };
}
