/**
 * A vault that seals nothing but binds everything, for tests of what surrounds it: what it "sealed" under one context
 * does not open under another. The real one is tested by itself and end to end.
 */

import { createHash } from 'node:crypto';
import { presentRefs, type SealedRecord } from '@kontor/contract/entity/entity';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { LoggedMember, LogState } from '@kontor/contract/memberLog/state';
import { entityOf } from '@kontor/contract/nouns/entities';
import { fromBase64Url, fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import { CryptoError, parsing } from '@kontor/crypto/errors';
import { foldName } from '@kontor/crypto/nameTag';
import type { ChainLink, OpenedPage, OpenedRecord, RecordToSeal } from '../../vault/plainRecord.ts';
import { type BatchSealer, sealBatch } from '../../vault/sealBatch.ts';
import type { ReplicaVault } from '../engineParts.ts';

const contextOf = (record: {
  entity: string;
  id: string;
  scopeId: string;
  version: number;
  refs: object;
}) => {
  const refs = presentRefs(entityOf(record.entity), record.refs as Record<string, unknown>);
  return JSON.stringify([record.entity, record.id, record.scopeId, record.version, refs]);
};

/** The author of every record. */
export const anyAuthor = '019a0000-0000-7000-8000-0000000000a1';

/** Returns a vault that seals nothing. @param members whom the member log names, as far as a test needs it */
export function clearVault(members: readonly Partial<LoggedMember>[] = []): ReplicaVault {
  const log = {
    members: new Map(members.map((member) => [member.userId, member])),
    scopes: new Map(),
    history: {
      revisions: new Map(),
      members: new Map(members.map((member) => [member.userId, [{ seq: 0, fact: member }]])),
    },
    seq: 0,
    head: '',
  } as unknown as LogState;
  const known = new Map<string, ScopeAccess>();
  const bind = async (label: string, plain: Uint8Array) =>
    utf8(JSON.stringify([label, Buffer.from(plain).toString('base64url')]));
  const unbind = async (label: string, sealed: Uint8Array) => {
    const [bound, plain] = parsing('seal', () => JSON.parse(fromUtf8(sealed)) as [string, string]);
    if (bound !== label) throw new CryptoError('not-verified', `sealed for ${bound}, not ${label}`);
    return new Uint8Array(Buffer.from(plain, 'base64url'));
  };
  const sealer: BatchSealer = {
    takeKeys: async (_workspaceId, scopes) => {
      for (const { scope } of scopes) known.set(scope.id, scope.access);
      return [];
    },
    accessOf: async (_workspaceId, scopeIds) => scopeIds.map((id) => known.get(id) ?? 'open'),
    isReleased: async () => false,
    renewKey: async () => [],
    nameTag: async (_workspaceId, _scopeId, folderId, name) => `${folderId}/${foldName(name)}`,
  };
  const sealOne = (record: RecordToSeal) => {
    const chain = record.chain ?? null;
    const sealed = utf8(JSON.stringify([contextOf(record), record.plain, 'signed', chain]));
    return { sealed, authorId: anyAuthor, proof: 'signed', ...linkOf({ ...record, sealed }) };
  };
  return {
    takeLog: async () => log,
    openKeys: async (_workspaceId, scopes, sealed) => ({
      faults: await sealer.takeKeys('', scopes),
      isUsed: sealed !== undefined && fromUtf8(sealed) === keysOf(scopes),
    }),
    sealKeys: async (_workspaceId, scopes) => utf8(keysOf(scopes)),
    sealBatch: (workspaceId, batch) =>
      sealBatch(sealer, workspaceId, batch, async (records) => records.map(sealOne)),
    openPage: async (_workspaceId, { log: entries, scopes, rows }) => {
      for (const { scope } of scopes) known.set(scope.id, scope.access);
      const access = scopes.map(({ scope }) => scope.access);
      const out: OpenedPage = {
        opened: [],
        faulty: [],
        faults: [],
        access,
        incomplete: [],
        ...(entries && { log }),
      };
      for (const row of rows) {
        const { sealed, deleted, ...record } = row;
        const plain = openOne(row);
        if (plain === undefined || deleted !== (plain === null))
          out.faulty.push({ ...record, fault: plain === undefined ? 'not-verified' : 'hint-differs' });
        else
          out.opened.push({
            ...record,
            plain,
            authorId: anyAuthor,
            proof: 'signed',
            ...(plain && linkOf(row)),
          });
      }
      return out;
    },
    memoryName: async (id) => `name of ${id}`,
    verifyRecords: async (_workspaceId, records) => records.map(() => true),
    sealLocal: (store, label, plain) => bind(`${store} ${label}`, plain),
    sealPieces: (pieces) =>
      Promise.all(pieces.map(({ store, label, plain }) => bind(`${store} ${label}`, plain))),
    openLocal: (store, label, sealed) => unbind(`${store} ${label}`, sealed),
  };
}

const keysOf = (scopes: { scope: Scope; keys: ScopeKey[] }[]) =>
  JSON.stringify(scopes.map(({ scope, keys }) => [scope.id, keys]).sort());

/** Returns the author of a row of a chained noun, and its place in their chain. */
function linkOf({
  entity,
  refs,
  sealed,
  version,
}: Pick<SealedRecord, 'entity' | 'refs' | 'sealed' | 'version'>): Partial<
  Pick<OpenedRecord, 'authorId' | 'chain'>
> {
  const { chained, owner } = entityOf(entity);
  if (!chained) return {};
  const [, , , chain] = JSON.parse(fromUtf8(sealed)) as [string, object, string, ChainLink | null];
  const hash = version === 1 ? { hash: createHash('sha256').update(sealed).digest('base64url') } : {};
  return { authorId: String(refs[owner!]), ...(chain && { chain: { ...chain, ...hash } }) };
}

function openOne(row: SealedRecord): Record<string, unknown> | null | undefined {
  try {
    const [context, plain] = JSON.parse(fromUtf8(row.sealed)) as [string, Record<string, unknown> | null];
    return context === contextOf(row) ? plain : undefined;
  } catch {
    return undefined;
  }
}

/** Returns what lies behind "sealed" bytes of a device, for tests that search it. */
export const keptText = (sealed: Uint8Array): string =>
  fromUtf8(fromBase64Url((JSON.parse(fromUtf8(sealed)) as [label: string, plain: string])[1]));
