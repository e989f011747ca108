import { type IDBPDatabase, openDB } from 'idb';
import { type DeviceStore, type DeviceTable, type DeviceWrite, deviceTables } from './deviceStore.ts';

/** Every key that starts with `prefix`; U+FFFF sorts behind all that we use. */
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

  async write(changes: DeviceWrite[]): Promise<void> {
    if (changes.length === 0) return;
    const tables = [...new Set(changes.map((change) => change.table))];
    const transaction = this.#db.transaction(tables, 'readwrite', { durability: 'strict' });
    const requests = changes.map(({ table, key, value }) => {
      const store = transaction.objectStore(table);
      return value === undefined ? store.delete(key) : store.put(value, key);
    });
    await Promise.all([...requests, transaction.done]);
  }

  async clear(keep: readonly DeviceTable[] = []): Promise<void> {
    const tables = deviceTables.filter((table) => !keep.includes(table));
    const transaction = this.#db.transaction(tables, 'readwrite', { durability: 'strict' });
    for (const table of tables)
      transaction
        .objectStore(table)
        .clear()
        .catch(() => {});
    await transaction.done;
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
