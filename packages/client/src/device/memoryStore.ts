import {
  type DeviceChange,
  type DeviceStore,
  type DeviceTable,
  type DeviceWrite,
  deviceTables,
} from './deviceStore.ts';

const clone = <T>(value: T): T => (value instanceof CryptoKey ? value : structuredClone(value));

/** A store that lives as long as the process; values are copied in and out as IndexedDB does. */
export class MemoryStore implements DeviceStore {
  readonly #tables = new Map<DeviceTable, Map<string, unknown>>(
    deviceTables.map((table) => [table, new Map()]),
  );

  async get<T>(table: DeviceTable, key: string): Promise<T | undefined> {
    return clone(this.#tables.get(table)!.get(key) as T | undefined);
  }

  async keys(table: DeviceTable, prefix: string): Promise<string[]> {
    return [...this.#tables.get(table)!.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  async scan<T>(table: DeviceTable, prefix: string): Promise<[string, T][]> {
    const values = this.#tables.get(table)!;
    return (await this.keys(table, prefix)).map((key) => [key, clone(values.get(key) as T)]);
  }

  async write(writes: DeviceWrite[]): Promise<void> {
    await this.change({ writes });
  }

  async clear(keep: readonly DeviceTable[] = []): Promise<void> {
    await this.change({ keep, writes: [] });
  }

  async change({ keep, writes, only }: DeviceChange): Promise<boolean> {
    if (only && !only.holds(this.#tables.get(only.table)!.get(only.key))) return false;
    const copies = writes.map((write) => ({ ...write, value: clone(write.value) }));
    if (keep) for (const [name, table] of this.#tables) if (!keep.includes(name)) table.clear();
    for (const { table, key, value } of copies) {
      if (value === undefined) this.#tables.get(table)!.delete(key);
      else this.#tables.get(table)!.set(key, value);
    }
    return true;
  }

  close(): void {}
}

/** Returns one memory store per user, kept for as long as the opener is: a device whose browser is started anew. */
export function memoryStores(): (userId: string) => Promise<DeviceStore> {
  const stores = new Map<string, MemoryStore>();
  return async (userId) => {
    const store = stores.get(userId) ?? new MemoryStore();
    stores.set(userId, store);
    return store;
  };
}
