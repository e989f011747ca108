/**
 * The outbox: transactions that are not on the server yet, in order, sealed in the device's store under a key of the account.
 * It survives reload, crash, offline and sign-out; `sender.ts` empties it.
 */
import { idTime } from '@kontor/contract/entity/idTime';
import { entityNames } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import { Listeners, observable } from '../observable.ts';
import { type Entry, type Op, valuesWritten } from './entry.ts';
import { OutboxStore, type OutboxStoreParts } from './outboxStore.ts';
import type { PendingOp } from './overlay.ts';
import type { FailedTransaction, OutboxStatus } from './status.ts';

interface OutboxParts extends OutboxStoreParts {
  /** Is called when there is something from here on that the device has no room for, and when there is nothing any more. */
  onUnstored(isUnstored: boolean): void;
}

const none: readonly PendingOp[] = Object.freeze([]);

export class Outbox {
  readonly status = observable<OutboxStatus>({ pending: 0, failed: 0, waiting: 0, sending: false });
  readonly failed = observable<readonly FailedTransaction[]>([]);
  readonly #parts: OutboxParts;
  /** In the order of their ids. */
  readonly #entries: Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  readonly #dropped = new Set<string>();
  readonly #byRecord = new Map<string, PendingOp[]>();
  readonly #listeners = new Listeners();
  readonly #onShown: (ids: string[]) => void;
  readonly #store: OutboxStore;
  #isUnstored = false;
  /** The highest id so far. */
  #lastId = '';
  #isSending = false;
  #waiting: ReadonlySet<string> = new Set();

  /** @param onShown told the ids of records whose pending ops changed */
  constructor(parts: OutboxParts, onShown: (ids: string[]) => void) {
    this.#parts = parts;
    this.#onShown = onShown;
    this.#store = new OutboxStore(
      parts,
      (id) => this.get(id),
      () => this.#tellUnstored(),
    );
    parts.tabs.onMessage((message) => {
      if (message.kind === 'dropped') this.#takeDropped(message.id);
      else if (message.kind === 'acked') this.#takeAcked(message.id, message.revisions);
      else if (message.kind === 'changed') void this.#reread(message.id);
    });
  }

  /** Returns the entries, oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get(id: string): Entry | undefined {
    return this.#byId.get(id);
  }

  /** Returns the ids of a transaction's batches that are here, the first of them given. */
  batchesOf(id: string): string[] {
    const ids = [id];
    for (const entry of this.#entries) if (entry.follows === ids.at(-1)) ids.push(entry.id);
    return ids;
  }

  pendingOf(recordId: string): readonly PendingOp[] {
    return this.#byRecord.get(recordId) ?? none;
  }

  /** Calls back after every change of the list. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Reads what the device kept: at the start, and when this tab begins to lead. Tells the tab that leads of it: the one that wrote
   * it may have ended before it could.
   * @returns ids of entries that could not be opened, which stay where they are, and of those that are done with, which may go
   */
  async load(): Promise<{ unreadable: string[]; done: string[] }> {
    const rows = await this.#store.scan();
    const opened = await Promise.allSettled(rows.map(([, entry]) => entry));
    const unreadable: string[] = [];
    const done: string[] = [];
    for (const [i, result] of opened.entries()) {
      if (result.status === 'rejected') unreadable.push(rows[i]![0]);
      else if (this.#dropped.has(result.value.id)) done.push(result.value.id);
      else if (!this.get(result.value.id) && isKnown(result.value)) this.#place(result.value);
    }
    this.#onShown([...this.#byRecord.keys()]);
    this.#changed();
    for (const { id, state } of this.#entries)
      if (state === 'pending') this.#parts.tabs.post({ kind: 'changed', id });
    return { unreadable, done };
  }

  /**
   * Returns the id of a new transaction, behind all others: the device's clock may have been set back since they were made, and other
   * tabs make some in the same ms.
   */
  newId(): string {
    const id = uuidv7();
    this.#lastId = id > this.#lastId ? id : uuidv7({ msecs: idTime(this.#lastId) + 1 });
    return this.#lastId;
  }

  /** Adds new transactions and shows them; they are durable once `stored` resolves. */
  add(entries: readonly Entry[]): void {
    for (const entry of entries) this.#place(entry);
    this.#onShown(entries.flatMap(idsOf));
    this.#store.keep(entries);
    this.#changed();
  }

  /** Replaces an entry with its next state. */
  put(entry: Entry): void {
    this.putAll([entry]);
  }

  /** Replaces entries with their next states and drops others: the device keeps all of that or nothing. */
  putAll(entries: readonly Entry[], dropped: readonly string[] = []): void {
    this.#store.keep(entries, dropped);
    for (const id of dropped) this.#dropped.add(id);
    this.#replace(entries, dropped);
  }

  /** Notes that the server has a transaction: it leaves the store when the pull has brought it back (`drop`). */
  acked(entry: Entry): void {
    this.put(entry);
    this.#parts.tabs.post({ kind: 'acked', id: entry.id, revisions: entry.revisions ?? {} });
  }

  /**
   * Forgets a transaction that the server has and whose rows are here; it leaves the store (`erase`) after them. Other
   * tabs pull for themselves.
   */
  taken(id: string, revisions: Record<string, number>): void {
    this.#parts.tabs.post({ kind: 'acked', id, revisions });
    this.forget(id);
  }

  /**
   * Queues the acknowledged transactions once more after the server was set back: it may no longer have them. Where another tab
   * leads, that one keeps and sends them, or has done so already.
   */
  sendAgain(isLeading: boolean): void {
    for (const entry of this.#entries.filter(({ state }) => state === 'acked')) {
      const { revisions: _, ...rest } = entry;
      const again: Entry = {
        ...rest,
        state: 'pending',
        ops: entry.ops.map(({ sent: __, ...op }) => op as Op),
      };
      if (isLeading) {
        // What an earlier leading tab dropped the server may lack, too.
        this.#dropped.delete(entry.id);
        this.put(again);
      } else if (this.#dropped.has(entry.id)) this.forget(entry.id);
      else this.#replace([again]);
    }
    // Nor are those done with that were here by then: the tab that leads may be about to send them.
    this.#dropped.clear();
  }

  /** Keeps what was queued once more while another tab led, which may have ended before it could. */
  keepPending(): void {
    this.#store.keep(this.#entries.filter(({ state }) => state === 'pending'));
  }

  /** Removes an entry. */
  drop(id: string): void {
    this.forget(id);
    this.erase(id);
  }

  /** Removes an entry from this tab's list; the store keeps it until `erase`. */
  forget(id: string): void {
    this.#dropped.add(id);
    if (this.get(id)) this.#replace([], [id]);
  }

  erase(id: string): void {
    this.#store.erase(id);
  }

  /** Returns the transactions that cannot be sealed yet. */
  get waiting(): ReadonlySet<string> {
    return this.#waiting;
  }

  setWaiting(ids: ReadonlySet<string>): void {
    this.#waiting = ids;
    this.#changed();
  }

  setSending(sending: boolean): void {
    this.#isSending = sending;
    this.status.set({ ...this.status.get(), sending });
  }

  /** Resolves when everything so far is in the device's store. @throws what the store threw */
  stored(): Promise<void> {
    return this.#store.written();
  }

  /** Returns the ids of unsent transactions that are in this page alone, since the device has no room for them. */
  unstored(): string[] {
    return this.#store.unkept().filter((id) => this.get(id)?.state !== 'acked');
  }

  /** Returns the ids of transactions that the server has, or that were dropped: the store may keep them still. */
  arrived(): string[] {
    const acked = this.#entries.flatMap(({ id, state }) => (state === 'acked' ? [id] : []));
    return [...this.#dropped, ...acked];
  }

  /** Tries once more to store everything. @throws what the store threw */
  close(): Promise<void> {
    return this.#store.close();
  }

  /**
   * Forgets a transaction that another tab dropped. An acknowledged one stays in sight until this tab's own pull has
   * brought it.
   */
  #takeDropped(id: string): void {
    this.#dropped.add(id);
    if (this.get(id)?.state !== 'acked') this.forget(id);
  }

  #takeAcked(id: string, revisions: Record<string, number>): void {
    const entry = this.get(id);
    if (entry) this.#replace([{ ...entry, state: 'acked', revisions }]);
  }

  async #reread(id: string): Promise<void> {
    const entry = await this.#store.read(id);
    // Gone already: the message that says why is on its way.
    if (!entry || !isKnown(entry)) return;
    if (!this.#dropped.has(id) && this.get(id)?.state !== 'acked') this.#replace([entry]);
  }

  /** Shows entries in the place of their former states, and others no more. */
  #replace(entries: readonly Entry[], dropped: readonly string[] = []): void {
    const before = [...dropped, ...entries.map(({ id }) => id)].flatMap((id) => this.#remove(id) ?? []);
    for (const entry of entries) this.#place(entry);
    this.#onShown([...before, ...entries].flatMap(idsOf));
    this.#changed();
  }

  #place(entry: Entry): void {
    const last = this.#entries.at(-1);
    this.#entries.push(entry);
    this.#byId.set(entry.id, entry);
    if (entry.id > this.#lastId) this.#lastId = entry.id;
    if (last && last.id > entry.id) this.#entries.sort(byId);
    for (const op of entry.ops) {
      const ops = [...this.pendingOf(op.id), { entry, op }];
      this.#byRecord.set(
        op.id,
        ops.sort((a, b) => byId(a.entry, b.entry)),
      );
    }
  }

  #remove(id: string): Entry | undefined {
    const entry = this.get(id);
    if (!entry) return undefined;
    this.#byId.delete(id);
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    for (const op of entry.ops) {
      const ops = this.pendingOf(op.id).filter((pending) => pending.entry.id !== id);
      if (ops.length > 0) this.#byRecord.set(op.id, ops);
      else this.#byRecord.delete(op.id);
    }
    return entry;
  }

  #tellUnstored(): void {
    const isUnstored = this.unstored().length > 0;
    if (isUnstored === this.#isUnstored) return;
    this.#isUnstored = isUnstored;
    this.#parts.onUnstored(isUnstored);
  }

  #changed(): void {
    this.#tellUnstored();
    const failed = this.#failedTransactions();
    const pending = this.#entries.filter((entry) => entry.state === 'pending').length;
    const waiting = [...this.#waiting].filter((id) => this.get(id)?.state === 'pending').length;
    const before = this.status.get();
    const next = { pending, failed: failed.length, waiting, sending: this.#isSending };
    if (Object.keys(next).some((key) => next[key as 'pending'] !== before[key as 'pending']))
      this.status.set(next);
    if (failed.length > 0 || this.failed.get().length > 0)
      this.failed.set(
        failed.map(([{ id, code, at, ops, containers }, ...following]) => ({
          id,
          code: code!,
          at,
          isFinal: code === 'GONE' && !containers && ops.every(({ verb }) => verb === 'create'),
          records: [...ops, ...following.flatMap((entry) => entry.ops)].map((op) => ({
            entity: op.entity,
            id: op.id,
            verb: op.verb,
            ...(op.verb !== 'delete' && op.verb !== 'restore' && { fields: valuesWritten(op) }),
          })),
        })),
      );
    this.#listeners.call();
  }

  /** Returns the failed entries by transaction: the one that was refused, and those that follow it. */
  #failedTransactions(): [Entry, ...Entry[]][] {
    const found = new Map<string, [Entry, ...Entry[]]>();
    for (const entry of this.#entries) {
      if (entry.state !== 'failed') continue;
      const before = found.get(entry.follows ?? '');
      before?.push(entry);
      found.set(entry.id, before ?? [entry]);
    }
    return [...new Set(found.values())];
  }
}

/** Tells whether this build knows the nouns of an entry: what a tab of a newer one wrote is for that to send. */
const isKnown = ({ ops }: Entry): boolean => {
  const known: readonly string[] = entityNames;
  return ops.every(({ entity }) => known.includes(entity));
};

const byId = (a: Entry, b: Entry): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const idsOf = (entry: Entry): string[] => entry.ops.map((op) => op.id);
