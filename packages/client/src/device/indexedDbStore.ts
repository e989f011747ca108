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

class IndexedDbStore implements DeviceStore {
  readonly #db: IDBPDatabase;

  constructor(db: IDBPDatabase) {
    this.#db = db;
  }

  async get<T>(table: DeviceTable, key: string): Promise<T | undefined> {
    return this.#db.get(table, key);
  }

  async keys(table: DeviceTable, prefix: string): Promise<string[]> {
    return (await this.#db.getAllKeys(table, startingWith(prefix))) as string[];
  }

  async scan<T>(table: DeviceTable, prefix: string): Promise<[string, T][]> {
    const range = startingWith(prefix);
    const transaction = this.#db.transaction(table);
    const [keys, values] = await Promise.all([
      transaction.store.getAllKeys(range),
      transaction.store.getAll(range),
    ]);
    return keys.map((key, i) => [key as string, values[i]]);
  }

  async write(writes: DeviceWrite[]): Promise<void> {
    await this.change({ writes });
  }

  async clear(keep: readonly DeviceTable[] = []): Promise<void> {
    await this.change({ keep, writes: [] });
  }

  async change({ keep, writes, only }: DeviceChange): Promise<boolean> {
    const cleared = keep ? deviceTables.filter((table) => !keep.includes(table)) : [];
    const asked = only ? [only.table] : [];
    const tables = new Set([...cleared, ...writes.map(({ table }) => table), ...asked]);
    if (tables.size === 0) return true;
    const transaction = this.#db.transaction([...tables], 'readwrite', { durability: 'strict' });
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

  close(): void {
    this.#db.close();
  }
}

/**
 * Opens the store of one user in this origin's IndexedDB; with a server, where the page uses several: they may know the same
 * accounts.
 */
export async function openIndexedDbStore(userId: string, server?: string): Promise<DeviceStore> {
  const db = await openDB(`kontor-${userId}${server ? ` ${server}` : ''}`, 5, {
    upgrade(db) {
      for (const table of deviceTables) if (!db.objectStoreNames.contains(table)) db.createObjectStore(table);
    },
    // A newer version of the app in another tab wants to change the layout: let it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  return new IndexedDbStore(db);
}
