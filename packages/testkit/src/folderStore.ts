/** A device whose parts of files lie in a folder, as a browser's do: they would fill the memory. */
import { mkdirSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  DeviceStore,
  DeviceTable,
  DeviceWrite,
  OpenDeviceStore,
} from '@kontor/client/device/deviceStore';
import { memoryStores } from '@kontor/client/device/memoryStore';

interface WithBody {
  body?: Blob;
  /** Where the body lies. */
  path?: string;
}

/** Returns one store per user, kept for as long as the opener and the folder are. */
export function folderStores(folder: string): OpenDeviceStore {
  const inMemory = memoryStores();
  mkdirSync(folder, { recursive: true });
  /** Moves a body to the disk, or off it. A file's Blob cannot be cloned, so its path is stored. */
  const toDisk = async ({ table, key, value }: DeviceWrite): Promise<DeviceWrite> => {
    if (table !== 'part') return { table, key, value };
    const { body, ...rest } = (value ?? {}) as WithBody;
    const path = join(folder, key.replaceAll('/', '_'));
    if (body) writeFileSync(path, new Uint8Array(await body.arrayBuffer()));
    else rmSync(path, { force: true });
    return { table, key, value: body ? { ...rest, path } : value };
  };
  const fromDisk = async <T>(value: T): Promise<T> => {
    const { path, ...rest } = (value ?? {}) as WithBody;
    return path ? ({ ...rest, body: await openAsBlob(path) } as T) : value;
  };
  return async (userId) => {
    const store: DeviceStore = await inMemory(userId);
    return {
      get: async <T>(table: DeviceTable, key: string) => fromDisk(await store.get<T>(table, key)),
      keys: (table, prefix) => store.keys(table, prefix),
      scan: async <T>(table: DeviceTable, prefix: string) => {
        const rows = await store.scan<T>(table, prefix);
        return Promise.all(
          rows.map(async ([key, value]): Promise<[string, T]> => [key, await fromDisk(value)]),
        );
      },
      clear: (keep) => store.clear(keep),
      close: () => store.close(),
      write: async (writes) => store.write(await Promise.all(writes.map(toDisk))),
      change: async ({ writes, ...change }) =>
        store.change({ ...change, writes: await Promise.all(writes.map(toDisk)) }),
    };
  };
}
