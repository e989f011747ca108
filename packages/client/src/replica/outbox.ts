/**
 * The outbox: transactions that are not on the server yet, in order, sealed in the device's store under a key of the account.
 * It survives reload, crash, offline and sign-out; `sender.ts` empties it.
 */
import { idTime } from '@kontor/contract/entity/idTime';
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import { v7 as uuidv7 } from 'uuid';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import { Listeners, observable } from '../observable.ts';
import type { Vault } from '../vault/vault.ts';
import { type Entry, type Op, valuesWritten } from './entry.ts';
import type { PendingOp } from './overlay.ts';
import type { FailedTransaction, OutboxStatus } from './status.ts';
import type { Tabs } from './tabs.ts';

interface OutboxParts {
  workspaceId: string;
  store: DeviceStore;
  vault: Pick<Vault, 'sealLocal' | 'openLocal'>;
  tabs: Tabs;
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
  #writes: Promise<void> = Promise.resolve();
  /** The error that the store threw when a transaction could not be kept. */
  #unkept: { error: unknown } | undefined;
  /** The highest id so far. */
  #lastId = '';
  #isSending = false;
  #waiting: ReadonlySet<string> = new Set();

  /** @param onShown told the ids of records whose pending ops changed */
  constructor(parts: OutboxParts, onShown: (ids: string[]) => void) {
    this.#parts = parts;
    this.#onShown = onShown;
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
   * @returns ids of entries that could not be opened; they stay where they are.
   */
  async load(): Promise<string[]> {
    const rows = await this.#parts.store.scan<Uint8Array>('outbox', this.#key(''));
    const opened = await Promise.allSettled(rows.map(([key, sealed]) => this.#open(key, sealed)));
    const unreadable: string[] = [];
    for (const [i, result] of opened.entries()) {
      if (result.status === 'rejected') unreadable.push(rows[i]![0].slice(this.#key('').length));
      else if (!this.get(result.value.id)) this.#place(result.value);
    }
    this.#onShown([...this.#byRecord.keys()]);
    this.#changed();
    for (const { id, state } of this.#entries)
      if (state === 'pending') this.#parts.tabs.post({ kind: 'changed', id });
    return unreadable;
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
    this.#keep(entries);
    this.#changed();
  }

  /** Replaces an entry with its next state. */
  put(entry: Entry): void {
    this.#keep([entry]);
    this.#replace(entry);
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

  /** Queues the acknowledged transactions once more after the server was set back: it may no longer have them. */
  sendAgain(): void {
    for (const entry of this.#entries.filter(({ state }) => state === 'acked')) {
      const { revisions: _, ...rest } = entry;
      this.put({ ...rest, state: 'pending', ops: entry.ops.map(({ sent: __, ...op }) => op as Op) });
    }
  }

  /** Removes an entry. */
  drop(id: string): void {
    this.forget(id);
    this.erase(id);
  }

  /** Removes an entry from this tab's list; the store keeps it until `erase`. */
  forget(id: string): void {
    this.#dropped.add(id);
    const entry = this.#remove(id);
    if (!entry) return;
    this.#onShown(idsOf(entry));
    this.#changed();
  }

  erase(id: string): void {
    this.#write([{ table: 'outbox', key: this.#key(id), value: undefined }], () =>
      this.#parts.tabs.post({ kind: 'dropped', id }),
    );
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
  async stored(): Promise<void> {
    await this.#writes;
    if (this.#unkept) throw this.#unkept.error;
  }

  /**
   * Forgets a transaction that another tab dropped. An acknowledged one stays in sight until this tab's own pull has
   * brought it.
   */
  #takeDropped(id: string): void {
    if (this.get(id)?.state !== 'acked') this.forget(id);
  }

  #takeAcked(id: string, revisions: Record<string, number>): void {
    const entry = this.get(id);
    if (entry) this.#replace({ ...entry, state: 'acked', revisions });
  }

  async #reread(id: string): Promise<void> {
    const key = this.#key(id);
    const sealed = await this.#parts.store.get<Uint8Array>('outbox', key);
    // Gone already: the message that says why is on its way.
    if (!sealed) return;
    const entry = await this.#open(key, sealed);
    if (!this.#dropped.has(id) && this.get(id)?.state !== 'acked') this.#replace(entry);
  }

  /** Shows an entry in the place of its former state. */
  #replace(entry: Entry): void {
    const before = this.#remove(entry.id);
    this.#place(entry);
    this.#onShown([...(before ? idsOf(before) : []), ...idsOf(entry)]);
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

  #keep(entries: readonly Entry[]): void {
    const sealed = Promise.all(
      entries.map(async (entry): Promise<DeviceWrite> => {
        const key = this.#key(entry.id);
        const plain = utf8(JSON.stringify(entry));
        return { table: 'outbox', key, value: await this.#parts.vault.sealLocal('outbox', key, plain) };
      }),
    );
    this.#write(sealed, () => {
      for (const { id } of entries) this.#parts.tabs.post({ kind: 'changed', id });
    });
  }

  /** Writes one after the other: a later state of an entry must not be overtaken by an earlier one. */
  #write(changes: DeviceWrite[] | Promise<DeviceWrite[]>, then: () => void): void {
    this.#writes = this.#writes.then(async () => {
      try {
        await this.#parts.store.write(await changes);
      } catch (error) {
        this.#unkept = { error };
        return;
      }
      then();
    });
  }

  async #open(key: string, sealed: Uint8Array): Promise<Entry> {
    return JSON.parse(fromUtf8(await this.#parts.vault.openLocal('outbox', key, sealed))) as Entry;
  }

  #key(id: string): string {
    return `${this.#parts.workspaceId || 'personal'}/${id}`;
  }

  #changed(): void {
    if (this.#entries.length === 0) this.#unkept = undefined;
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
            ...{ entity: op.entity, id: op.id, verb: op.verb },
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

const byId = (a: Entry, b: Entry): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const idsOf = (entry: Entry): string[] => entry.ops.map((op) => op.id);
