/** A device's store that is slow, for tests of what happens meanwhile. */
import type { DeviceStore } from '../../device/deviceStore.ts';

/** Returns the device's store, which keeps the pages of one scope back until `release`. */
export function holdBack(store: DeviceStore, scopeId: string) {
  const gate = Promise.withResolvers<void>();
  const held: DeviceStore = {
    get: async (table, key) => {
      if (table === 'page' && key.includes(`/${scopeId}/`)) await gate.promise;
      return store.get(table, key);
    },
    keys: (table, prefix) => store.keys(table, prefix),
    scan: (table, prefix) => store.scan(table, prefix),
    write: (changes) => store.write(changes),
    clear: (keep) => store.clear(keep),
    change: (change) => store.change(change),
    close: () => store.close(),
  };
  return { held, release: () => gate.resolve() };
}
