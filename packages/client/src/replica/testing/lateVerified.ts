/** A vault by which records show before their authors are verified. */
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { OpenedRecord } from '../../vault/plainRecord.ts';
import type { ReplicaVault } from '../engineParts.ts';

/** Makes such a vault for one noun, which verifies nothing before `verify`. */
export function lateVerified(entity: EntityName) {
  const verified = Promise.withResolvers<void>();
  const vault = (clear: ReplicaVault): ReplicaVault => ({
    ...clear,
    openPage: async (workspaceId, page) => {
      const { opened, ...rest } = await clear.openPage(workspaceId, page);
      const shown = opened.map(
        (each): OpenedRecord =>
          each.entity === entity && each.plain ? { ...each, isUnverified: true } : each,
      );
      return { ...rest, opened: shown };
    },
    verifyRecords: async (_, records) => {
      await verified.promise;
      return records.map(() => true);
    },
  });
  return { vault, verify: () => verified.resolve() };
}
