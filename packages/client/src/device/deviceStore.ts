/**
 * The data that a device keeps for one user. Everything in it is sealed except ids and counters. Kept in IndexedDB in
 * browsers (`indexedDbStore.ts`), in memory in Node (`memoryStore.ts`).
 */

/**
 * `account`: device key, sealed seeds, certificate. `state`: cursors, marks, log. `page`: pages of the replica.
 * `outbox`: open batches, in order, and descriptions of unfinished uploads; sealed under the account. `part`: parts of
 * those uploads, sealed as they are sent. Both survive sign-out: `unsentTables`. So does `memory`, pins and version
 * marks, so that no server makes a device forget. `download`: parts of large files that are coming down, sealed.
 * `draft`: what was typed and not saved; its keys say into which form, and about what, by its id.
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

export interface DeviceStore {
  get<T>(table: DeviceTable, key: string): Promise<T | undefined>;
  /** Keys that start with `prefix`, in order. */
  keys(table: DeviceTable, prefix: string): Promise<string[]>;
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
