/** Clients of a protocol server that has a member log, which names restored backups. */
import type { Role } from '@kontor/contract/entity/role';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { LoggedMember, LogState } from '@kontor/contract/memberLog/state';
import type { RevisionHints } from '../../http/transport.ts';
import { nouns } from '../../nouns/hooks.ts';
import { TrustError } from '../../vault/trust/trustError.ts';
import type { ReplicaVault } from '../engineParts.ts';
import { openReplica } from '../openReplica.ts';
import type { Replica } from '../replica.ts';
import { aloneTab, type Tabs } from '../tabs.ts';
import { clearVault } from './clearVault.ts';
import { type Device, hastyClock, silent, workspaceId } from './client.ts';
import { type ProtocolServer, ServerError } from './protocolServer.ts';

export interface LoggedServer {
  server: ProtocolServer;
  /** The server's member log; entries that a test adds arrive with the next pull. */
  log: readonly LogEntry[];
  /** Members besides the one whose device it is. */
  others?: ReadonlyMap<string, Partial<LoggedMember>>;
  staffId?: string;
}

/** Makes the entry of a position. */
export const logEntry = (seq: number, type: 'genesis' | 'restore', changedAt = 0): LogEntry =>
  ({ seq, type, signature: `${type}${seq}`, at: 1, payload: { changedAt } }) as LogEntry;

/**
 * Opens the workspace on a device, with a log that is believed.
 * @param options `onCrossing` is called for each page that goes to the vault; `wrap` changes what the vault says
 */
export function openWithLog(
  { server, log, others = new Map(), staffId = 'staff' }: LoggedServer,
  device: Device,
  {
    role = 'ADMIN',
    tabs = aloneTab(),
    hints = silent,
    onCrossing = () => {},
    wrap = (inner) => inner,
  }: {
    role?: Role;
    tabs?: Tabs;
    hints?: RevisionHints;
    onCrossing?: () => void;
    wrap?: (vault: ReplicaVault) => ReplicaVault;
  } = {},
): Promise<Replica> {
  const base = server.transport(() => {
    if (device.connection.isOffline) throw new ServerError('OFFLINE');
  });
  const members = [{ userId: device.userId, role, status: 'ACTIVE', isOwner: false }] as const;
  const vault = clearVault(members);
  let known: LogEntry[] = [];
  const takeLog: ReplicaVault['takeLog'] = async (...args) => {
    const [, entries] = args;
    const isOther = entries.some(({ seq, signature }) => known[seq] && known[seq].signature !== signature);
    if (isOther && entries[0]?.seq !== 0) throw new TrustError('fork');
    known = [...known.slice(0, entries[0]?.seq ?? known.length), ...entries];
    const state = await vault.takeLog(...args);
    return {
      ...state,
      members: new Map([...state.members, ...others]),
      invitations: new Map(),
      scopes: new Map([[staffId, { scopeId: staffId, kind: 'staff', generation: 1, kids: new Map() }]]),
      head: log.at(-1)!.signature,
    } as unknown as LogState;
  };
  return openReplica({
    nouns,
    workspaceId,
    userId: device.userId,
    transport: {
      ...base,
      sync: async (request) => {
        device.requests.push(request);
        return { ...(await base.sync(request)), log: log.slice(request.logLength) };
      },
    },
    vault: wrap({
      ...vault,
      takeLog,
      openPage: async (id, { log: entries, ...page }) => {
        onCrossing();
        const state = entries && (await takeLog(id, entries, 'server'));
        return { ...(await vault.openPage(id, page)), ...(state && { log: state }) };
      },
    }),
    device: device.store,
    hints,
    tabs,
    clock: hastyClock,
    onLog: () => {},
  });
}
