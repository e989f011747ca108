import { type IDBPDatabase, openDB } from 'idb';
import {
  type DeviceChange,
  type DeviceStore,
  type DeviceTable,
  type DeviceWrite,
  deviceTables,
} from './deviceStore.ts';

/** Returns every key that starts with `prefix`; U+FFFF sorts behind all that we use. */
const startingWith = (prefix: string) =>
  prefix === '' ? undefined : IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** Version of the layout. */
const layout = 5;

class IndexedDbStore implements DeviceStore {
  readonly #name: string;
  /** undefined once it was closed: the next one who asks opens another. */
  #connection: Promise<IDBPDatabase> | undefined;
  #isClosed = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Connects to the database; without a version to whatever layout a newer build of the app has made. */
  connect(version?: number): Promise<IDBPDatabase> {
    const lose = () => {
      if (this.#connection === connection) this.#connection = undefined;
    };
    const connection = openDB(this.#name, version, {
      upgrade(db) {
        for (const table of deviceTables)
          if (!db.objectStoreNames.contains(table)) db.createObjectStore(table);
      },
      // A newer version of the app in another tab wants to change the layout: let it.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        lose();
      },
      // Browsers close what an app in the background has open.
      terminated: lose,
    });
    this.#connection = connection;
    connection.catch(lose);
    return connection;
  }

  /** Asks the database, once more over a new connection where the first one was closed: then nothing was done. */
  async #ask<T>(act: (db: IDBPDatabase) => Promise<T>): Promise<T> {
    const connection = this.#connected();
    try {
      return await act(await connection);
    } catch (error) {
      if (this.#isClosed || (error as Error).name !== 'InvalidStateError') throw error;
      if (this.#connection === connection) this.#connection = undefined;
    }
    return act(await this.#connected());
  }

  #connected(): Promise<IDBPDatabase> {
    if (!this.#connection && this.#isClosed)
      throw new DOMException('The store is closed.', 'InvalidStateError');
    return this.#connection ?? this.connect();
  }

  async get<T>(table: DeviceTable, key: string): Promise<T | undefined> {
    return this.#ask((db) => db.get(table, key));
  }

  async keys(table: DeviceTable, prefix: string): Promise<string[]> {
    return this.#ask(async (db) => (await db.getAllKeys(table, startingWith(prefix))) as string[]);
  }

  async scan<T>(table: DeviceTable, prefix: string): Promise<[string, T][]> {
    const range = startingWith(prefix);
    return this.#ask(async (db) => {
      const transaction = db.transaction(table);
      const [keys, values] = await Promise.all([
        transaction.store.getAllKeys(range),
        transaction.store.getAll(range),
      ]);
      return keys.map((key, i) => [key as string, values[i]]);
    });
  }

  async write(writes: DeviceWrite[]): Promise<void> {
    await this.change({ writes });
  }

  async clear(keep: readonly DeviceTable[] = []): Promise<void> {
    await this.change({ keep, writes: [] });
  }

  async change(change: DeviceChange): Promise<boolean> {
    return this.#ask((db) => changeIn(db, change));
  }

  close(): void {
    this.#isClosed = true;
    void this.#connection?.then(
      (db) => db.close(),
      () => {},
    );
  }
}

async function changeIn(db: IDBPDatabase, { keep, writes, only }: DeviceChange): Promise<boolean> {
  const cleared = keep ? deviceTables.filter((table) => !keep.includes(table)) : [];
  const asked = only ? [only.table] : [];
  const tables = new Set([...cleared, ...writes.map(({ table }) => table), ...asked]);
  if (tables.size === 0) return true;
  const transaction = db.transaction([...tables], 'readwrite', { durability: 'strict' });
  if (only && !only.holds(await transaction.objectStore(only.table).get(only.key))) {
    await transaction.done;
    return false;
  }
  const requests: Promise<unknown>[] = cleared.map((table) => transaction.objectStore(table).clear());
  for (const { table, key, value } of writes) {
    const store = transaction.objectStore(table);
    requests.push(value === undefined ? store.delete(key) : store.put(value, key));
  }
  await Promise.all([...requests, transaction.done]);
  return true;
}

/**
 * Opens the store of one user in this origin's IndexedDB; with a server, where the page uses several: they may know the same
 * accounts.
 */
export async function openIndexedDbStore(userId: string, server?: string): Promise<DeviceStore> {
  const store = new IndexedDbStore(`kontor-${userId}${server ? ` ${server}` : ''}`);
  await store.connect(layout);
  return store;
}
