/**
 * The data that a device keeps for one user. What people wrote, and every name, is sealed; in the clear lie ids, counters,
 * times and hashes, and what the server sends so: scopes, and the member log with its certificates. Kept in IndexedDB in
 * browsers (`indexedDbStore.ts`), in memory in Node (`memoryStore.ts`).
 */

/**
 * `account`: device key, sealed seeds, certificate; or that it was removed; and the names that registration left. `state`: cursors,
 * marks, log. `page`: pages of the replica, and what else has names in it. `outbox`: open batches, in order, and descriptions of
 * unfinished uploads; sealed under the account. `part`: parts of those uploads, sealed as they are sent. `memory`: pins and version
 * marks, so that no server makes a device forget. `download`: parts of large files that are coming down, sealed. `draft`: what was
 * typed and not saved; its keys say into which form, and about what, by its id. A sign-out leaves `unsentTables`, `memory` and what
 * registration left; `memory` alone where what was not sent is discarded, nothing where the account is removed.
 */
export const deviceTables = [
  'account',
  'state',
  'page',
  'outbox',
  'part',
  'memory',
  'download',
  'draft',
] as const;
export type DeviceTable = (typeof deviceTables)[number];

/** The tables that hold what is not on the server yet. */
export const unsentTables = ['outbox', 'part'] as const satisfies readonly DeviceTable[];

export interface DeviceWrite {
  table: DeviceTable;
  key: string;
  /** Anything that can be cloned; undefined deletes. */
  value: unknown;
}

/** A condition on what lies on the device, for a change to be made. */
export interface DeviceCondition {
  table: DeviceTable;
  key: string;
  holds(value: unknown): boolean;
}

export interface DeviceChange {
  /** The tables that stay; everything else is deleted before the writes, the non-extractable keys included. */
  keep?: readonly DeviceTable[];
  writes: readonly DeviceWrite[];
  /** Looked at in the same transaction: what other tabs write comes before it or behind the change. */
  only?: DeviceCondition;
}

export interface DeviceStore {
  get<T>(table: DeviceTable, key: string): Promise<T | undefined>;
  /** Resolves with the keys that start with `prefix`, in order. */
  keys(table: DeviceTable, prefix: string): Promise<string[]>;
  /** Resolves with keys and values whose key starts with `prefix`, in key order. */
  scan<T>(table: DeviceTable, prefix: string): Promise<[key: string, value: T][]>;
  /** Makes all writes or none, durable when it resolves. */
  write(changes: DeviceWrite[]): Promise<void>;
  /** Deletes everything, the non-extractable keys included, but for the tables named. */
  clear(keep?: readonly DeviceTable[]): Promise<void>;
  /** Makes a change, all of it or nothing, durable when it resolves. Returns whether its condition held. */
  change(change: DeviceChange): Promise<boolean>;
  close(): void;
}

/** Opens the store of one user at one origin. */
export type OpenDeviceStore = (userId: string) => Promise<DeviceStore>;
