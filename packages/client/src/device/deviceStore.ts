/**
 * The data that a device keeps for one user. Everything in it is sealed except ids and counters. Kept in IndexedDB in
 * browsers (`indexedDbStore.ts`), in memory in Node (`memoryStore.ts`).
 */

/**
 * `account`: device key, sealed seeds, certificate. `state`: cursors, marks, log. `page`: pages of the replica.
 * `outbox`: open batches, in order; survives sign-out, sealed under the account.
 */
export const deviceTables = ['account', 'state', 'page', 'outbox'] as const;
export type DeviceTable = (typeof deviceTables)[number];

export interface DeviceWrite {
  table: DeviceTable;
  key: string;
  /** Anything that can be cloned; undefined deletes. */
  value: unknown;
}

export interface DeviceStore {
  get<T>(table: DeviceTable, key: string): Promise<T | undefined>;
  /** Keys and values whose key starts with `prefix`, in key order. */
  scan<T>(table: DeviceTable, prefix: string): Promise<[key: string, value: T][]>;
  /** All writes or none, durable when it resolves. */
  write(changes: DeviceWrite[]): Promise<void>;
  /** Deletes everything, the non-extractable keys included, but for the tables named. */
  clear(keep?: readonly DeviceTable[]): Promise<void>;
  close(): void;
}

/** Opens the store of one user at one origin. */
export type OpenDeviceStore = (userId: string) => Promise<DeviceStore>;
