/** Clients of the protocol server, each with a device that outlives it. */
import type { Role } from '@kontor/contract/entity/role';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';
import { v7 as uuidv7 } from 'uuid';
import type { DeviceStore } from '../../device/deviceStore.ts';
import { MemoryStore } from '../../device/memoryStore.ts';
import type { RevisionHints } from '../../http/transport.ts';
import { nouns } from '../../nouns/hooks.ts';
import type { Clock } from '../clock.ts';
import type { ReplicaVault } from '../engineParts.ts';
import { openReplica } from '../openReplica.ts';
import type { Replica } from '../replica.ts';
import { aloneTab, type Tabs } from '../tabs.ts';
import { clearVault } from './clearVault.ts';
import { type ProtocolServer, ServerError } from './protocolServer.ts';

/** Waiting takes no time: it lets everything else go first. */
export const hastyClock: Clock = {
  now: () => Date.now(),
  wait: (_ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, 1);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

export interface Device {
  userId: string;
  store: DeviceStore;
  /** Pages that it asked for, oldest first. */
  requests: SyncRequest[];
  /** Cuts the connection while it is set. */
  connection: { isOffline: boolean; losesAnswers: boolean };
}

export const createDevice = (userId: string = uuidv7()): Device => ({
  userId,
  store: new MemoryStore(),
  requests: [],
  connection: { isOffline: false, losesAnswers: false },
});

/** No hints: the client pulls when it is told to. */
export const silent: RevisionHints = { onHint: () => () => {}, onConnected: () => () => {} };

export interface OpenOptions {
  hints?: RevisionHints;
  clock?: Clock;
  tabs?: Tabs;
  /** The user's role in the member log; none unless given. */
  role?: Role;
  /** Makes another vault of the one that seals nothing. */
  vault?: (vault: ReplicaVault) => ReplicaVault;
  /** The scopes that are waited for; all unless given. */
  first?: readonly string[];
  /** Records of windowed scopes in memory at once. */
  mostOpen?: number;
  /** Fetches the past of windowed scopes by itself. */
  sweeps?: boolean;
  isWritable?: () => boolean;
}

/** Opens the workspace on a device. */
export function openOn(
  device: Device,
  server: ProtocolServer,
  {
    hints = silent,
    clock = hastyClock,
    tabs = aloneTab(),
    role,
    vault = (same) => same,
    first,
    mostOpen,
    sweeps = false,
    isWritable,
  }: OpenOptions = {},
): Promise<Replica> {
  const { connection } = device;
  const transport = server.transport((when) => {
    if (connection.isOffline || (when === 'after' && connection.losesAnswers))
      throw new ServerError('OFFLINE');
  });
  return openReplica({
    nouns,
    workspaceId,
    userId: device.userId,
    transport: {
      ...transport,
      sync: (request) => {
        device.requests.push(request);
        return transport.sync(request);
      },
    },
    vault: vault(clearVault(role ? [{ userId: device.userId, role, status: 'ACTIVE' }] : [])),
    device: device.store,
    hints,
    tabs,
    clock,
    onLog: () => {},
    first,
    mostOpen,
    sweeps,
    ...(isWritable && { isWritable }),
  });
}

export const workspaceId = '019a0000-0000-7000-8000-00000000000a';

/** Waits until a condition holds; the test's own limit is the end. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Fetches all of a windowed scope, as far as memory holds what the device does not keep. */
export async function fetchAll({ windows }: Pick<Replica, 'windows'>, scopeId: string): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await windows.reachBack(scopeId);
}
