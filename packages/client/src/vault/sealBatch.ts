/** Seals a whole batch: what its records are sealed under depends on who reads their scopes once it is applied. */
import { listedUnder } from '@kontor/contract/entity/placement';
import { titleOf } from '@kontor/contract/entity/title';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { StructuralChange } from '@kontor/contract/wire/change';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import { keyChanges } from './changes.ts';
import type { PlainBatch, Readers, SealedBatch } from './plainBatch.ts';
import type { ChainLink, RecordToSeal } from './plainRecord.ts';
import type { SealedAs } from './sealRecords.ts';
import type { Vault } from './vault.ts';

/** The steps of a vault that it takes. */
export interface BatchSealer extends Pick<Vault, 'takeKeys' | 'accessOf' | 'isReleased'> {
  /**
   * Makes the rows with which these people, and nobody else, read what is sealed into a project or room from here on;
   * without a wish those who read it now, as far as they still may. None where its key is right; what is sealed next is
   * sealed under the new one. `isNew`: the scope comes into being in the same batch; `isRefused`: the server takes the
   * key of now no more.
   * @throws TrustError missing-key where the keys of before are not held
   */
  renewKey(
    workspaceId: string,
    scopeId: string,
    wish?: Readers,
    why?: { isNew?: boolean; isRefused?: boolean },
  ): Promise<ScopeKey[]>;
  /** Makes the tag that keeps a name unique in a folder of a scope. */
  nameTag(workspaceId: string, scopeId: string, folderId: string, name: string): Promise<string>;
}

/** Seals records, in their order. */
type Seal = (records: readonly RecordToSeal[]) => Promise<SealedAs[]>;

/** See `Vault.sealBatch`. `seal`: seals records of this workspace, each under the newest key of its scope. */
export async function sealBatch(
  vault: BatchSealer,
  workspaceId: string,
  batch: PlainBatch,
  seal: Seal,
): Promise<SealedBatch> {
  const { created } = batch;
  if (created.length > 0)
    await vault.takeKeys(
      workspaceId,
      created.map((scope) => ({ scope, keys: [] })),
    );
  const records = await Promise.all(batch.records.map((each) => withNameTag(vault, workspaceId, each)));
  const changes = workspaceId ? await readerChanges(vault, workspaceId, batch) : [];
  const chained = await sealChained(records, seal);
  const others = records.filter((record) => !chained.has(record));
  const sealed = await seal(others);
  const made = new Map(others.map((record, i) => [record, sealed[i]!]));
  return {
    changes,
    records: records.map((record) => ({
      refs: record.refs,
      ...(chained.get(record) ?? made.get(record)!),
    })),
  };
}

/** Seals new rows of chains one after the other: each names the hash of the one before. */
async function sealChained(
  records: readonly RecordToSeal[],
  seal: Seal,
): Promise<Map<RecordToSeal, SealedAs>> {
  const chained = new Map<RecordToSeal, SealedAs>();
  const last = new Map<string, ChainLink>();
  for (const record of records) {
    const { scopeId, version, chain } = record;
    if (!chain || version > 1) continue;
    const before = last.get(scopeId);
    const follows = before?.counter === chain.counter - 1 ? before.hash : undefined;
    const link = { counter: chain.counter, previous: chain.previous || (follows ?? '') };
    const [sealed] = await seal([{ ...record, chain: link }]);
    last.set(scopeId, sealed!.chain ?? link);
    chained.set(record, sealed!);
  }
  return chained;
}

/** Returns the record with the tag of its name, where the noun keeps names unique within what records lie in. */
async function withNameTag(
  vault: BatchSealer,
  workspaceId: string,
  record: RecordToSeal,
): Promise<RecordToSeal> {
  const { refs, plain, scopeId } = record;
  const noun = entityOf(record.entity);
  const tagRef = Object.keys(noun.refs).find((key) => noun.refs[key]!.kind === 'nameTag');
  if (!tagRef || !plain) return record;
  const folderId = listedUnder(noun, { ...refs, scopeId });
  const tag = await vault.nameTag(workspaceId, scopeId, folderId, titleOf(noun, plain));
  return { ...record, refs: { ...refs, [tagRef]: tag } };
}

/**
 * Makes what goes before the records so that those read them who shall: new keys of the private ones among their scopes,
 * where the batch changes who reads one, or somebody who read it has left.
 */
async function readerChanges(
  vault: BatchSealer,
  workspaceId: string,
  { records, created, access, members, refused }: PlainBatch,
): Promise<StructuralChange[]> {
  const scopeIds = [...new Set(records.map(({ scopeId }) => scopeId))];
  const before = await vault.accessOf(workspaceId, scopeIds);
  const changes: StructuralChange[] = [];
  for (const [i, scopeId] of scopeIds.entries()) {
    const isNew = created.some(({ id }) => id === scopeId);
    const named = members[scopeId];
    const set = access[scopeId];
    if (set && set !== before[i] && !isNew)
      changes.push({ name: 'scope.update', args: { id: scopeId, access: set } });
    // Whoever has the database can put its key under the staff's: its people make it a key of their own again.
    const isForged = named?.staysPrivate && (await vault.isReleased(workspaceId, scopeId));
    const wished = set ?? (isForged ? 'private' : before[i]!);
    const readers = named && {
      access: wished,
      memberIds: named.readers,
      ...(named.head && { head: named.head }),
    };
    const why = { isNew, isRefused: refused.includes(scopeId) };
    changes.push(...keyChanges(await vault.renewKey(workspaceId, scopeId, readers, why)));
  }
  return changes;
}
