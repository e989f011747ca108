/** What a device keeps: everything in it is sealed, save ids and counters. IndexedDB in browsers, memory in Node. */
export interface DeviceStore {
  get<T>(table: DeviceTable, key: string): Promise<T | undefined>;
  /** Keys and values whose key starts with `prefix`, in key order. */
  scan<T>(table: DeviceTable, prefix: string): Promise<[key: string, value: T][]>;
  /** All writes or none. A value of undefined deletes. */
  write(changes: { table: DeviceTable; key: string; value: unknown }[]): Promise<void>;
  /** Deletes everything, the non-extractable keys included. */
  clear(): Promise<void>;
  close(): void;
}

/**
 * `account`: device key, sealed seeds, certificate. `state`: cursors, marks, log. `page`: pages of the replica.
 * `outbox`: open batches, in order; survives sign-out, sealed under the account.
 */
export type DeviceTable = 'account' | 'state' | 'page' | 'outbox';
