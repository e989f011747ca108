import type { DeviceChange, DeviceStore, DeviceTable, DeviceWrite } from '../../device/deviceStore.ts';
import { lasting, unlessRemoved, whileKept } from './deviceAccount.ts';

/**
 * The device's store as one sign-in uses it. Another tab may sign in while this session closes. From then on this one writes and
 * deletes nothing of its replica: the new sign-in would count it as held and could not open it. What is sealed under the account
 * itself is still written, unless the account was removed from the device.
 */
export class SignInStore implements DeviceStore {
  readonly #store: DeviceStore;
  readonly #sealed: Uint8Array;

  /** @param sealed the account as the sign-in kept it */
  constructor(store: DeviceStore, sealed: Uint8Array) {
    this.#store = store;
    this.#sealed = sealed;
  }

  get<T>(table: DeviceTable, key: string): Promise<T | undefined> {
    return this.#store.get(table, key);
  }

  keys(table: DeviceTable, prefix: string): Promise<string[]> {
    return this.#store.keys(table, prefix);
  }

  scan<T>(table: DeviceTable, prefix: string): Promise<[string, T][]> {
    return this.#store.scan(table, prefix);
  }

  async write(writes: DeviceWrite[]): Promise<void> {
    await this.change({ writes });
  }

  async clear(keep: readonly DeviceTable[] = []): Promise<void> {
    await this.change({ keep, writes: [] });
  }

  async change(change: DeviceChange): Promise<boolean> {
    if (change.only) return this.#store.change(change);
    const lasts = change.writes.filter(({ table }) => lasting.includes(table));
    if (!change.keep && lasts.length === change.writes.length)
      return this.#store.change({ ...change, only: unlessRemoved });
    const isKept = await this.#store.change({ ...change, only: whileKept(this.#sealed) });
    if (!isKept && lasts.length > 0) await this.#store.change({ writes: lasts, only: unlessRemoved });
    return isKept;
  }

  close(): void {
    this.#store.close();
  }
}
