/** A device whose bodies of uploads lie in a folder, as a browser's do: they would fill the memory. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceTable, DeviceWrite, OpenDeviceStore } from '@kontor/client/device/deviceStore';
import { memoryStores } from '@kontor/client/device/memoryStore';

/** One store per user, kept for as long as the opener and the folder are. */
export function folderStores(folder: string): OpenDeviceStore {
  const inMemory = memoryStores();
  mkdirSync(folder, { recursive: true });
  const pathOf = (key: string) => join(folder, key.replaceAll('/', '_'));
  /** Moves a body to the disk, or off it; where it lies is stored. */
  const toDisk = ({ table, key, value }: DeviceWrite): DeviceWrite => {
    if (table !== 'body') return { table, key, value };
    if (value) writeFileSync(pathOf(key), value as Uint8Array);
    else rmSync(pathOf(key), { force: true });
    return { table, key, value: value && pathOf(key) };
  };
  return async (userId) => {
    const store = await inMemory(userId);
    return {
      get: async <T>(table: DeviceTable, key: string) => {
        const value = await store.get<T>(table, key);
        return table === 'body' && value ? (new Uint8Array(readFileSync(value as string)) as T) : value;
      },
      keys: (table, prefix) => store.keys(table, prefix),
      scan: (table, prefix) => store.scan(table, prefix),
      clear: (keep) => store.clear(keep),
      close: () => store.close(),
      write: (changes) => store.write(changes.map(toDisk)),
    };
  };
}
