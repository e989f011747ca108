/**
 * The outbox as the device keeps it: sealed, and written one thing after the other, so that no later state of a transaction is
 * overtaken by an earlier one. What the device has no room for is tried again until it has.
 */
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import { backoff } from '../http/backoff.ts';
import type { Vault } from '../vault/vault.ts';
import type { Clock } from './clock.ts';
import type { Entry } from './entry.ts';
import type { Tabs } from './tabs.ts';

export interface OutboxStoreParts {
  workspaceId: string;
  store: DeviceStore;
  vault: Pick<Vault, 'sealLocal' | 'openLocal'>;
  tabs: Tabs;
  clock: Clock;
}

/** Ids of entries that are kept and erased in one transaction of the store. */
interface PlannedWrite {
  changed: readonly string[];
  dropped: readonly string[];
}

export class OutboxStore {
  readonly #parts: OutboxStoreParts;
  readonly #get: (id: string) => Entry | undefined;
  readonly #onAttempt: () => void;
  #writes: Promise<void> = Promise.resolve();
  /** Writes that the store refused, and the error that it threw last. */
  #refused: PlannedWrite[] = [];
  #error: unknown;
  #failures = 0;
  #isWaiting = false;
  readonly #closing = new AbortController();

  /**
   * @param get returns an entry as it is to be kept; undefined for one that the outbox no longer lists
   * @param onAttempt called after each attempt to write
   */
  constructor(parts: OutboxStoreParts, get: (id: string) => Entry | undefined, onAttempt: () => void) {
    this.#parts = parts;
    this.#get = get;
    this.#onAttempt = onAttempt;
  }

  /** Resolves with what is kept: each entry by its id, rejected where it cannot be opened. */
  async scan(): Promise<[id: string, entry: Promise<Entry>][]> {
    const rows = await this.#parts.store.scan<Uint8Array>('outbox', this.#key(''));
    return rows.map(([key, sealed]) => [key.slice(this.#key('').length), this.#open(key, sealed)]);
  }

  /** Resolves with an entry as it is kept; undefined where it is not. */
  async read(id: string): Promise<Entry | undefined> {
    const key = this.#key(id);
    const sealed = await this.#parts.store.get<Uint8Array>('outbox', key);
    return sealed && this.#open(key, sealed);
  }

  /** Keeps entries and deletes those that are `dropped`, all of it or nothing, and tells the other tabs. */
  keep(entries: readonly Entry[], dropped: readonly string[] = []): void {
    const sealed = this.#seal(entries);
    // Whoever waits for it hears of it.
    sealed.catch(() => {});
    this.#enqueue({ changed: entries.map(({ id }) => id), dropped }, sealed);
  }

  /** Deletes an entry, and tells the other tabs. */
  erase(id: string): void {
    this.#enqueue({ changed: [], dropped: [id] });
  }

  /** Returns the ids of listed entries of which the device does not keep the present state. */
  unkept(): string[] {
    if (this.#refused.length === 0) return [];
    const ids = this.#refused.flatMap(({ changed }) => changed);
    return [...new Set(ids)].filter((id) => this.#get(id) !== undefined);
  }

  /** Resolves when everything so far is in the device's store. @throws what the store threw */
  async written(): Promise<void> {
    await this.#writes;
    if (this.#refused.some(({ dropped }) => dropped.length > 0) || this.unkept().length > 0)
      throw this.#error;
  }

  /** Writes once more what was refused, and nothing by itself from then on. @throws what the store threw */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#enqueue();
    await this.written();
  }

  #enqueue(write?: PlannedWrite, sealed?: Promise<DeviceWrite[]>): void {
    this.#writes = this.#writes.then(async () => {
      await this.#retry();
      if (write && !(await this.#attempt(write, sealed))) this.#refused.push(write);
      if (this.#refused.length > 0) this.#tryLater();
      this.#onAttempt();
    });
  }

  /** Writes what was refused, up to the first that is refused again: another one is the first next time. */
  async #retry(): Promise<void> {
    for (let [first, ...rest] = this.#refused; first; [first, ...rest] = this.#refused) {
      const isWritten = await this.#attempt(first);
      this.#refused = isWritten ? rest : [...rest, first];
      if (!isWritten) return;
    }
  }

  async #attempt(write: PlannedWrite, sealed?: Promise<DeviceWrite[]>): Promise<boolean> {
    const { store, tabs } = this.#parts;
    try {
      const { changed, dropped } = write;
      // What is not listed any more is only to be erased.
      const kept = await (sealed ?? this.#seal(changed.flatMap((id) => this.#get(id) ?? [])));
      const erased = dropped.map(
        (id): DeviceWrite => ({ table: 'outbox', key: this.#key(id), value: undefined }),
      );
      const writes = [...kept, ...erased];
      if (writes.length > 0) await store.write(writes);
    } catch (error) {
      this.#error = error;
      return false;
    }
    this.#failures = 0;
    for (const kind of ['changed', 'dropped'] as const) for (const id of write[kind]) tabs.post({ kind, id });
    return true;
  }

  #tryLater(): void {
    const { signal } = this.#closing;
    if (this.#isWaiting || signal.aborted) return;
    this.#isWaiting = true;
    void this.#parts.clock.wait(backoff(++this.#failures), signal).then(() => {
      this.#isWaiting = false;
      if (!signal.aborted) this.#enqueue();
    });
  }

  #seal(entries: readonly Entry[]): Promise<DeviceWrite[]> {
    return Promise.all(
      entries.map(async (entry): Promise<DeviceWrite> => {
        const key = this.#key(entry.id);
        const plain = utf8(JSON.stringify(entry));
        return { table: 'outbox', key, value: await this.#parts.vault.sealLocal('outbox', key, plain) };
      }),
    );
  }

  async #open(key: string, sealed: Uint8Array): Promise<Entry> {
    return JSON.parse(fromUtf8(await this.#parts.vault.openLocal('outbox', key, sealed))) as Entry;
  }

  #key(id: string): string {
    return `${this.#parts.workspaceId || 'personal'}/${id}`;
  }
}
