/**
 * One stream of pulls and acts: a workspace's, or the personal one of a user. Puts the parts together; what screens
 * see of it is made in `openWorkspace.ts`.
 */
import { LogError } from '@kontor/contract/logError';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { Holder, LogState } from '@kontor/contract/memberLog/state';
import type { Scope } from '@kontor/contract/scope';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import { TrustError, type Vault } from '../vault/vault.ts';
import type { Clock } from './clock.ts';
import { type Comparison, compare } from './comparison.ts';
import type { Entry } from './entry.ts';
import type { Fault } from './fault.ts';
import { lostLog, readmitted } from './lostLog.ts';
import { observable } from './observable.ts';
import { Outbox } from './outbox.ts';
import { PageStore } from './pageStore.ts';
import { Puller } from './puller.ts';
import { nameIn, namesIn } from './recordNames.ts';
import { RecordSet } from './recordSet.ts';
import { Restoration, type RestoreFacts } from './restoration.ts';
import { Sender } from './sender.ts';
import { type Lost, SyncState } from './syncState.ts';
import type { Tabs } from './tabs.ts';
import type { RevisionHints, SyncTransport } from './transport.ts';
import { Verbs } from './verbs.ts';

export type ReplicaVault = Pick<
  Vault,
  | 'takeLog'
  | 'takeKeys'
  | 'accessOf'
  | 'renewKey'
  | 'openRecords'
  | 'sealRecords'
  | 'nameTag'
  | 'sealLocal'
  | 'openLocal'
>;

export interface EngineParts {
  /** Empty for the personal records. */
  workspaceId: string;
  userId: string;
  transport: SyncTransport;
  vault: ReplicaVault;
  device: DeviceStore;
  hints: RevisionHints;
  tabs: Tabs;
  clock: Clock;
  /** The member log was read, or moved on. */
  onLog(state: LogState, source: 'device' | 'server'): void;
  /** An admin named a restored backup: what hangs on no workspace follows. Rejects as a call does that found no line. */
  onRestore?(facts: RestoreFacts): Promise<void>;
}

export class Engine {
  readonly records: RecordSet;
  readonly outbox: Outbox;
  readonly verbs: Verbs;
  readonly puller: Puller;
  readonly sender: Sender;
  readonly faults = observable<readonly Fault[]>([]);
  readonly scopes = observable<ReadonlyMap<string, Scope>>(new Map());
  readonly log = observable<LogState | undefined>(undefined);
  readonly lost = observable<Lost | undefined>(undefined);
  readonly news = observable(0);
  readonly #parts: EngineParts;
  readonly #state: SyncState;
  readonly #pages: PageStore;
  #leads = false;
  /** Changed since the device kept them last, where another tab leads. */
  readonly #unkept = new Set<string>();
  #keeping: Promise<void> = Promise.resolve();
  #tidying = false;
  /** Faults of this device, not of the server. */
  readonly #ownFaults: Fault[] = [];
  #canKeep = true;
  readonly #stops: (() => void)[] = [];
  #isClosed = false;
  /** The `restore` that is being followed. */
  #following: string | undefined;
  /** What following it brought to write, where another tab leads; that one writes it, too. */
  #dueActs: Entry[] = [];

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const { workspaceId, userId, device, vault, tabs, transport, clock, hints } = parts;
    this.#state = new SyncState(device, workspaceId);
    this.records = new RecordSet((id) => {
      const inAct = this.verbs.pendingOf(id);
      const pending = this.outbox.pendingOf(id);
      return inAct ? [...pending, inAct] : pending;
    });
    this.outbox = new Outbox({ workspaceId, store: device, vault, tabs }, (ids) => this.#refresh(ids));
    this.verbs = new Verbs({
      userId,
      records: this.records,
      outbox: this.outbox,
      clock,
      accessOf: (scopeId) => this.#state.scope(scopeId)?.access,
    });
    this.#pages = new PageStore({
      workspaceId,
      store: device,
      vault,
      kept: (id) => this.records.kept(id),
      ids: () => this.records.ids(),
      size: () => this.records.size,
    });
    this.puller = new Puller({
      workspaceId,
      userId,
      transport,
      vault,
      state: this.#state,
      records: this.records,
      clock,
      onPage: (changed, closed) => this.#takePage(changed, closed),
      onLog: (state) => this.#takeLog(state, 'server'),
      beginRestore: (entries) => this.#beginRestore(entries),
      endRestore: (restoration) => this.#endRestore(restoration),
      log: () => this.log.get(),
      onNews: () => this.news.set(this.news.get() + 1),
      onCurrent: () => {
        this.#settle(true);
        if (!this.#leads) return;
        this.sender.resume();
        this.sender.kick();
      },
    });
    this.sender = new Sender({
      workspaceId,
      vault,
      outbox: this.outbox,
      transport,
      clock,
      restores: () => this.#restores(),
      confirmed: (id) => this.records.confirmed(id),
      isDeleted: (id) => this.records.mark(id)?.state === 'deleted',
      hasScope: (id) => this.hasScope(id),
      staffKid: () => staffKidOf(this.log.get()),
      faultyVersion: (id) => this.#state.faultyVersion(id),
      pull: async () => {
        await this.puller.pull();
        return this.puller.isCurrent;
      },
    });
    this.#stops.push(
      hints.onHint(({ scope, revision }) => this.puller.hint(scope, revision)),
      hints.onConnected(() => this.wake()),
      this.outbox.subscribe(() => {
        if (this.#leads) this.sender.kick();
      }),
    );
  }

  /** Shows what the device kept; then pulls and sends by itself. */
  async open(): Promise<void> {
    await this.#load();
    void this.puller.pull();
    void this.#parts.tabs.lead().then(() => this.#lead());
  }

  /** The line is back. */
  wake(): void {
    this.puller.wake();
    if (this.#leads) this.sender.wake();
  }

  /** What `log` was folded from, oldest first; the same array until it grows. */
  get logEntries(): readonly LogEntry[] {
    return this.#state.log;
  }

  /** See `Workspace.dismissWithdrawn`. */
  dismissWithdrawn(): void {
    const writes = this.#state.dismissWithdrawn();
    if (writes.length === 0) return;
    this.#keep(() => this.#parts.device.write(writes));
    this.#refresh([]);
  }

  /** See `Outbox.discardUnreadable`. */
  discardUnreadable(): void {
    for (const [i, { kind, id }] of [...this.#ownFaults.entries()].reverse()) {
      if (kind !== 'unreadable-act') continue;
      this.outbox.erase(id);
      this.#ownFaults.splice(i, 1);
    }
    this.#refresh([]);
  }

  hasScope(id: string): boolean {
    return this.#state.scope(id) !== undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.puller.close();
    this.sender.close();
    await Promise.all([this.#keeping, this.outbox.stored().catch(() => {})]);
    this.#parts.tabs.close();
  }

  async #load(): Promise<void> {
    await this.#state.load();
    await this.#loadProofs();
    const lost = await this.#pages.load((page) => this.records.restore(page));
    this.records.arrange();
    if (lost > 0) this.#state.rewindAll();
    for (const id of await this.outbox.load())
      this.#ownFaults.push({ ...nowhere, kind: 'unreadable-act', id });
    this.lost.set(this.#state.lost);
    this.#refresh([]);
    this.scopes.set(new Map(this.#state.scopes().map(({ scope }) => [scope.id, scope])));
    if (!this.#state.isEmpty) this.puller.progress.set({ isFirstSync: false, records: this.records.size });
  }

  async #loadProofs(): Promise<void> {
    const { workspaceId, vault } = this.#parts;
    if (!workspaceId || this.#state.log.length === 0) return;
    try {
      this.#takeLog(await vault.takeLog(workspaceId, [...this.#state.log], 'device'), 'device');
      await vault.takeKeys(workspaceId, this.#state.scopes());
    } catch (error) {
      if (!(error instanceof TrustError || error instanceof LogError)) throw error;
      this.#state.forgetProofs();
    }
  }

  /** This tab keeps pages and sends from here on. */
  async #lead(): Promise<void> {
    if (this.#isClosed) return;
    await this.outbox.load();
    const dueActs = this.#dueActs;
    this.#keep(async () => {
      const overtaken = await this.#pages.wasOvertaken();
      if (dueActs.length > 0 && !(await this.#state.isFollowedInStore())) {
        await this.#addRestored(dueActs);
        await this.#rewrite();
      } else if (overtaken) await this.#pages.tidy(await this.#state.allWrites());
      else await this.#write([...this.#unkept]);
      this.#unkept.clear();
    });
    this.#leads = true;
    this.#settle(false);
    this.sender.kick();
  }

  #takeLog(state: LogState, source: 'device' | 'server'): void {
    // The vault in its worker answers with a copy each time.
    if (state.head !== this.log.get()?.head) this.log.set(state);
    this.#parts.onLog(state, source);
  }

  /** Who reads more since a backup was restored than before, and was not looked at since. */
  readmitted(): Holder[] {
    const [lost, log] = [this.lost.get(), this.log.get()];
    return lost && log
      ? readmitted(lost, { log, entries: this.#state.log, now: this.#parts.clock.now() })
      : [];
  }

  /** How far the server is behind. */
  compare(): Promise<Comparison> {
    return compare(this.#parts.workspaceId, this.#parts.transport, this.records);
  }

  /** What a backup did not have is known and dealt with; but for whom it let in again. */
  async dismissLost(): Promise<void> {
    const lost = this.lost.get();
    this.#setLost(lost && this.readmitted().length > 0 ? { ...lost, records: [] } : undefined);
    if (this.#leads) this.#keep(() => this.#write([]));
    await this.#keeping;
  }

  #restores(): 'looking' | 'held' | 'free' {
    if (this.#following !== undefined || this.puller.setBack.get()) return 'looking';
    return this.readmitted().length > 0 ? 'held' : 'free';
  }

  #setLost(lost: Lost | undefined): void {
    this.#state.setLost(lost);
    this.lost.set(lost);
  }

  /** A log came that may name a backup. Answers what everything is pulled into, if it does. */
  #beginRestore(next: readonly LogEntry[]): Restoration | undefined {
    const state = this.#state;
    const due = state.restoreDue(next);
    if (!due || due.signature === this.#following) return undefined;
    if (state.isEmpty && this.records.size === 0) {
      state.endRestore(due.signature);
      return undefined;
    }
    const known = { state: this.log.get(), entries: state.log };
    const lost = lostLog(known, next, this.#parts.clock.now());
    if (lost) this.#setLost({ ...lost, names: namesIn(this.records), records: [] });
    return this.#follow({ of: due.signature, changedAt: due.payload.changedAt });
  }

  #follow(facts: RestoreFacts): Restoration {
    this.#following = facts.of;
    return new Restoration({ ...facts, records: this.records, scopes: this.#state.beginRestore() });
  }

  /**
   * Brings back what the server lacks of the person's own records, of which no log tells: an admin of one of their
   * workspaces said that it was set back. @throws Failure OFFLINE where not all of it is here
   */
  async follow({ of }: RestoreFacts): Promise<void> {
    if (this.#state.hasFollowed(of)) return;
    if (this.#following !== of) {
      this.#following = of;
      this.puller.pullAnew(() => this.#follow({ of, changedAt: 0 }));
    }
    await this.puller.pull();
    if (this.#following !== undefined) throw Object.assign(new Error('no line'), { code: 'OFFLINE' });
  }

  /** Everything is here: from now on what the server has counts, and what it lacks is on its way to it. */
  async #endRestore(restoration: Restoration): Promise<void> {
    const { userId, clock, onRestore } = this.#parts;
    await onRestore?.(restoration.facts);
    const me = this.log.get()?.members.get(userId);
    const plan = restoration.plan({
      userId,
      now: clock.now(),
      before: Math.min(clock.now(), ...this.outbox.entries.map(({ id }) => timeIn(id))),
      actor: me,
      isMember: (id) => this.log.get()?.members.has(id) === true,
      accessOf: (id) => this.#state.pulledScope(id)?.access,
    });
    const left = plan.left.flatMap(({ entity, id }) => ({ entity, id, name: nameIn(this.records, id) }));
    const lost = this.lost.get();
    if (lost || left.length > 0)
      this.#setLost({ entries: [], holders: {}, names: {}, ...lost, records: left });
    this.outbox.sendAgain();
    if (this.#leads) await this.#addRestored(plan.entries);
    else this.#dueActs = plan.entries;
    this.records.goBack(plan.taken, plan.unknown);
    this.#state.endRestore(this.#following!);
    if (this.#leads) {
      this.#keep(() => this.#rewrite());
      await this.#keeping;
    }
    this.#following = undefined;
    this.#refresh([...plan.taken.map(({ id }) => id), ...plan.unknown]);
    this.scopes.set(new Map(this.#state.scopes().map(({ scope }) => [scope.id, scope])));
  }

  /** Acts of an earlier try that broke off are replaced: nothing of them was sent. */
  async #addRestored(entries: readonly Entry[]): Promise<void> {
    const again = this.outbox.entries.filter(({ restores }) => restores === entries[0]?.restores);
    if (entries.length > 0) for (const { id } of again) this.outbox.drop(id);
    this.outbox.add(entries);
    await this.outbox.stored().catch(() => {});
  }

  /** All pages and the whole state in one transaction. */
  async #rewrite(): Promise<void> {
    this.#pages.rewriteSoon();
    await this.#pages.tidy(await this.#state.allWrites());
  }

  #takePage(changed: string[], closed: string[]): void {
    this.#refresh(changed);
    this.scopes.set(new Map(this.#state.scopes().map(({ scope }) => [scope.id, scope])));
    if (closed.length > 0) this.#pages.rewriteSoon();
    if (this.#leads) this.#keep(() => this.#write(changed, closed.length > 0));
    else for (const id of changed) this.#unkept.add(id);
    this.#settle(false);
  }

  #refresh(ids: readonly string[]): void {
    this.records.refresh(ids);
    const cycles = [...this.records.cycles].map(
      (id): Fault => ({
        ...nowhere,
        kind: 'cycle',
        entity: this.records.entityOf(id) ?? '',
        id,
        scopeId: this.records.scopeOf(id) ?? '',
      }),
    );
    const faults = [...this.#state.faults, ...this.#ownFaults, ...cycles];
    if (faults.length > 0 || this.faults.get().length > 0) this.faults.set(faults);
  }

  /** Acknowledged acts whose effect is here by now have done their work. */
  #settle(isComplete: boolean): void {
    for (const entry of [...this.outbox.entries]) {
      if (entry.state !== 'acked') continue;
      const isHere = Object.entries(entry.revisions ?? {}).every(
        ([scope, revision]) =>
          this.#state.cursor(scope) >= revision || (isComplete && !this.#state.scope(scope)),
      );
      if (!isHere) continue;
      this.outbox.forget(entry.id);
      // Behind the page that brought it back: a crash in between must not lose sight of it.
      if (this.#leads) this.#keep(async () => this.outbox.erase(entry.id));
    }
  }

  /** Rows, cursors, keys, log and faults of a page in one transaction. */
  async #write(ids: readonly string[], tidies = false): Promise<void> {
    const state = this.#state.writes();
    const pages = await this.#pages.writesFor(ids);
    const writes: DeviceWrite[] = [...pages, ...state];
    if (writes.length > 0) await this.#parts.device.write(writes);
    if (tidies) await this.#pages.tidy();
    else if (this.#pages.isUntidy && !this.#tidying) this.#tidySoon();
  }

  #tidySoon(): void {
    this.#tidying = true;
    whenIdle(() => {
      this.#tidying = false;
      if (this.#isClosed) return;
      this.#keep(() => (this.#pages.isUntidy ? this.#pages.tidy() : Promise.resolve()));
    });
  }

  /** One write after the other. What could not be kept is pulled again at the next start: the cursor stayed behind. */
  #keep(write: () => Promise<void>): void {
    this.#keeping = this.#keeping.then(async () => {
      if (!this.#canKeep) return;
      try {
        await write();
      } catch {
        // Nothing may be kept behind a gap. People are told; what is here goes on working.
        this.#canKeep = false;
        this.#ownFaults.push({ ...nowhere, kind: 'not-kept' });
        this.#refresh([]);
      }
    });
  }
}

function staffKidOf(log: LogState | undefined): string | undefined {
  for (const { kind, kids, generation } of log?.scopes.values() ?? [])
    if (kind === 'staff') return kids.get(generation);
  return undefined;
}

/** When an act's id was made, ms. */
const timeIn = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const nowhere = { entity: '', id: '', scopeId: '', version: 0, revision: 0 };

function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 0);
}
