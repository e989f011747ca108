/** The parts that a stream is made of from outside. */
import type { LogState } from '@kontor/contract/memberLog/state';
import type { DeviceStore } from '../device/deviceStore.ts';
import type { RevisionHints, SyncTransport } from '../http/transport.ts';
import type { Vault } from '../vault/vault.ts';
import type { Clock } from './clock.ts';
import type { Nouns } from './nounHooks.ts';
import type { RestoreFacts } from './restoration.ts';
import type { Tabs } from './tabs.ts';

export type ReplicaVault = Pick<
  Vault,
  | 'takeLog'
  | 'openKeys'
  | 'sealKeys'
  | 'openPage'
  | 'verifyRecords'
  | 'sealBatch'
  | 'sealLocal'
  | 'sealPieces'
  | 'openLocal'
  | 'memoryName'
>;

export interface EngineParts {
  /** Empty for the personal records. */
  workspaceId: string;
  userId: string;
  transport: SyncTransport;
  vault: ReplicaVault;
  device: DeviceStore;
  hints: RevisionHints;
  tabs: Tabs;
  clock: Clock;
  nouns: Nouns;
  /** Tells whether the server takes changes of this workspace: it does, where this is left out. */
  isWritable?(): boolean;
  /** Is called when the member log was read, or moved on. */
  onLog(state: LogState, source: 'device' | 'server'): void;
  /**
   * The scopes that somebody waits for: the others open and arrive after them. All are waited for where it is left
   * out.
   */
  first?: readonly string[] | undefined;
  /**
   * Is called when an admin named a restored backup, so that records that belong to no workspace follow.
   * Rejects as a call does that found no connection.
   */
  onRestore?(facts: RestoreFacts): Promise<void>;
  /** Returns the created revision from which on everything is unread, of windowed scopes: a first pull brings all of that. */
  unreadFrom?(): Record<string, number>;
  /** Records of windowed scopes in memory at once; about ten thousand where it is left out. */
  mostOpen?: number | undefined;
  /** False: the past of windowed scopes is fetched only where somebody asks for it. */
  sweeps?: boolean | undefined;
}
