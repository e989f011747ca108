/**
 * Follows an admin's statement that a backup was restored: begins the restoration that a pull fills, applies its
 * outcome, and remembers whom the backup let in again until somebody has dealt with it.
 */
import { idTime } from '@kontor/contract/entity/idTime';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { Holder, LogState } from '@kontor/contract/memberLog/state';
import { observable } from '../observable.ts';
import type { Clock } from './clock.ts';
import type { Entry } from './entry.ts';
import { type Lost, lostLog, readmitted } from './lostLog.ts';
import type { Outbox } from './outbox.ts';
import type { Puller } from './puller.ts';
import { nameIn, namesIn } from './recordNames.ts';
import type { RecordSet } from './recordSet.ts';
import { Restoration, type RestoreFacts } from './restoration.ts';
import type { SyncState } from './syncState.ts';

export interface FollowerContext {
  userId: string;
  clock: Clock;
  state: SyncState;
  records: RecordSet;
  outbox: Outbox;
  puller: Pick<Puller, 'setBack' | 'pull' | 'pullAnew'>;
  log(): LogState | undefined;
  /** Makes the personal records, which belong to no workspace, follow the restoration too. */
  onRestore?: ((facts: RestoreFacts) => Promise<void>) | undefined;
  /** Keeps everything as it is now, in one transaction; does nothing where another tab leads. */
  keep(): Promise<void>;
  /** Forgets what the device remembers beyond the session. */
  giveUpMemory(): void;
  isLeading(): boolean;
  onShown(ids: string[]): void;
}

export class BackupFollower {
  readonly lost = observable<Lost | undefined>(undefined);
  readonly #context: FollowerContext;
  /** The `restore` that is being followed. */
  #following: string | undefined;
  /** The entries that following it produced while another tab leads, which writes them, too; undefined where none was followed then. */
  #dueActs: Entry[] | undefined;

  constructor(context: FollowerContext) {
    this.#context = context;
  }

  /** Shows what the device kept. */
  load(): void {
    this.lost.set(this.#context.state.lost);
  }

  /** Returns those who can read more since a backup was restored than before, and whom nobody has reviewed since. */
  readmitted(): Holder[] {
    const { state, clock, log } = this.#context;
    const [lost, now] = [this.lost.get(), log()];
    return lost && now ? readmitted(lost, { log: now, entries: state.log, now: clock.now() }) : [];
  }

  /**
   * Tells whether what a restored backup lacks may be written again; no transaction may go while the server is behind, or while
   * it is being checked for what it lacks.
   */
  get phase(): 'looking' | 'held' | 'free' {
    if (this.#following !== undefined || this.#context.puller.setBack.get()) return 'looking';
    return this.readmitted().length > 0 ? 'held' : 'free';
  }

  /**
   * Dismisses what a backup lost, once it is known and dealt with. Stays in force for those whom the backup let in
   * again.
   */
  dismiss(): void {
    const lost = this.lost.get();
    this.#setLost(lost && this.readmitted().length > 0 ? { ...lost, records: [] } : undefined);
  }

  /**
   * Begins a restoration if the log that arrived names a backup. Returns the restoration that everything is pulled
   * into, if there is one.
   */
  async begin(next: readonly LogEntry[]): Promise<Restoration | undefined> {
    const { state, records, clock, log } = this.#context;
    const due = state.unfollowedRestore(next);
    if (!due || due.signature === this.#following) return undefined;
    const facts = { of: due.signature, changedAt: due.payload.changedAt };
    if (state.isEmpty && records.size === 0) {
      if (state.recalls) await this.#forget(facts);
      state.endRestore(due.signature);
      return undefined;
    }
    const lost = lostLog({ state: log(), entries: state.log }, next, clock.now());
    if (lost) this.#setLost({ ...lost, names: namesIn(records), records: [] });
    return this.#restoration(facts);
  }

  /** Forgets what the device remembers of before the backup, where that is all that it has. */
  async #forget(facts: RestoreFacts): Promise<void> {
    const { state, records, onRestore, giveUpMemory } = this.#context;
    await onRestore?.(facts);
    records.goBack([], []);
    state.beginRestore();
    giveUpMemory();
  }

  /**
   * Brings back what the server lacks of the person's own records, of which no log tells: an admin of one of their
   * workspaces said that it was set back. @throws TransportFailure OFFLINE where not all of it is here
   */
  async follow({ of }: RestoreFacts): Promise<void> {
    const { state, puller } = this.#context;
    if (state.hasFollowed(of)) return;
    if (this.#following !== of) {
      this.#following = of;
      puller.pullAnew(() => this.#restoration({ of, changedAt: 0 }));
    }
    await puller.pull();
    if (this.#following !== undefined) throw Object.assign(new Error('no connection'), { code: 'OFFLINE' });
  }

  /**
   * Takes note that everything is here: from now on what the server has counts, and what it lacks is on its
   * way to it.
   */
  async end(restoration: Restoration): Promise<void> {
    const { userId, clock, state, records, outbox, log, onRestore } = this.#context;
    await onRestore?.(restoration.facts);
    const plan = restoration.plan({
      userId,
      now: clock.now(),
      before: Math.min(clock.now(), ...outbox.entries.map(({ id }) => idTime(id))),
      actor: log()?.members.get(userId),
      isMember: (id) => log()?.members.has(id) === true,
      accessOf: (id) => state.pulledScope(id)?.access,
    });
    const left = plan.left.map(({ entity, id }) => ({ entity, id, name: nameIn(records, id) }));
    const lost = this.lost.get();
    if (lost || left.length > 0)
      this.#setLost({ entries: [], holders: {}, names: {}, ...lost, records: left });
    outbox.sendAgain(this.#context.isLeading());
    if (this.#context.isLeading()) await this.#write(plan.entries);
    else this.#dueActs = plan.entries;
    records.goBack(plan.taken, plan.unknown);
    state.endRestore(this.#following!);
    await this.#context.keep();
    this.#following = undefined;
    this.#context.onShown([...plan.taken.map(({ id }) => id), ...plan.unknown]);
  }

  /** Takes over the lead in this tab. Returns true if it had to write what another tab should have written. */
  async lead(): Promise<boolean> {
    const due = this.#dueActs;
    if (!due || (await this.#context.state.isFollowedInStore())) return false;
    await this.#write(due);
    this.#context.outbox.keepPending();
    return true;
  }

  #restoration(facts: RestoreFacts): Restoration {
    const { records, state } = this.#context;
    this.#following = facts.of;
    return new Restoration({ ...facts, records, scopes: state.beginRestore() });
  }

  #setLost(lost: Lost | undefined): void {
    this.#context.state.setLost(lost);
    this.lost.set(lost);
  }

  /** Writes transactions, in place of those of an earlier try that broke off: nothing of them was sent. */
  async #write(entries: readonly Entry[]): Promise<void> {
    const { outbox } = this.#context;
    const again = outbox.entries.filter(({ restores }) => restores === entries[0]?.restores);
    if (entries.length > 0) for (const { id } of again) outbox.drop(id);
    outbox.add(entries);
    await outbox.stored().catch(() => {});
  }
}
