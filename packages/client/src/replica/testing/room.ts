/** A room of many messages on a protocol server, sealed as by their authors, without anybody sending them one by one. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { v7 as uuidv7 } from 'uuid';
import type { ChainLink } from '../../vault/plainRecord.ts';
import { clearVault } from './clearVault.ts';
import { workspaceId } from './client.ts';
import type { ProtocolServer } from './protocolServer.ts';

export interface RoomWriter {
  /** Writes messages one after the other, each at a revision of its own. Returns their rows. */
  write(userId: string, texts: readonly string[], timeOf?: (i: number) => number): Promise<SealedRecord[]>;
}

/** Returns who fills a room that the server has. */
export function roomWriter(server: ProtocolServer, scopeId: string): RoomWriter {
  const vault = clearVault();
  const ends = new Map<string, ChainLink>();
  return {
    write: async (userId, texts, timeOf) => {
      const scope = server.scopes.get(scopeId)!;
      const rows: SealedRecord[] = [];
      for (const [i, words] of texts.entries()) {
        const end = ends.get(userId);
        const chain = { counter: (end?.counter ?? 0) + 1, previous: end?.hash ?? '' };
        const msecs = timeOf?.(i);
        const id = uuidv7(msecs === undefined ? {} : { msecs });
        const record = {
          entity: 'probeMessage',
          id,
          scopeId,
          version: 1,
          refs: { userId },
          plain: { words },
          chain,
        };
        const { records } = await vault.sealBatch(workspaceId, {
          created: [],
          records: [record],
          access: {},
          members: {},
          refused: [],
          privateScopes: [],
        });
        const [{ sealed, chain: link, refs }] = records as [(typeof records)[number]];
        ends.set(userId, link!);
        const revision = ++scope.revision;
        const row = {
          entity: record.entity,
          id,
          scopeId,
          version: 1,
          revision,
          refs,
          sealed,
          deleted: false,
        };
        const placed = { ...row, updatedAt: msecs ?? 0, createdRevision: revision };
        server.rows.set(`${scopeId} ${id}`, placed);
        rows.push(placed);
      }
      return rows;
    },
  };
}
