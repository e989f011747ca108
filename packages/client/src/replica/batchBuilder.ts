/** An entry of the outbox as the batch that goes to the server: planned (`entryPlan.ts`), given its places in chains, sealed. */

import { namedIn, type RefValue } from '@kontor/contract/entity/ref';
import type { LogState } from '@kontor/contract/memberLog/state';
import { type EntityName, entityOf, headOf } from '@kontor/contract/nouns/entities';
import type { Batch, Change } from '@kontor/contract/wire/change';
import { recordChange } from '../vault/changes.ts';
import type { PlainBatch } from '../vault/plainBatch.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import type { Vault } from '../vault/vault.ts';
import type { Entry, EntryCode } from './entry.ts';
import { type PlannedRecord, type PlanParts, planEntry, type Refusals } from './entryPlan.ts';
import type { History } from './history.ts';
import type { SentRecords } from './ownWrites.ts';
import type { ChainEnd } from './window/authorChains.ts';

export interface BuilderParts extends PlanParts {
  workspaceId: string;
  vault: Pick<Vault, 'sealBatch'>;
  /** Returns the current state of the member log. */
  log(): LogState | undefined;
  history: Pick<History, 'chainEnd'>;
}

/** The batch and the version of each record in it; or why it cannot be sent; or that there is nothing to send. */
export type Prepared =
  | { batch: Batch; versions: Map<string, number>; sent: SentRecords }
  | { obstacle: EntryCode }
  | { batch: undefined };

/**
 * Makes an entry's batch.
 * @throws TrustError when a key to seal with is missing; as a transport does where the end of a chain has to be looked for
 */
export async function prepareBatch(parts: BuilderParts, entry: Entry, refusals: Refusals): Promise<Prepared> {
  const { workspaceId, vault } = parts;
  // Asked before sealing: the vault knows of this one at least.
  const staffKid = staffKidOf(parts.log());
  const plan = planEntry(parts, entry, refusals);
  if ('obstacle' in plan) return plan;
  const { structural, created, access, privateScopes, puts, tombstones, versions } = plan;
  await addToChains(parts, puts, new Set(created.map(({ id }) => id)));
  const steps = [...puts, ...tombstones];
  if (steps.length + structural.length === 0) return { batch: undefined };
  const sealed = await vault.sealBatch(workspaceId, {
    created,
    records: steps.map(({ record }) => record),
    access,
    members: membersOf(parts, steps),
    refused: [...refusals.keys],
    privateScopes,
  });
  const sealedChanges = steps.map(({ name, record }, i) => {
    const { refs, sealed: bytes } = sealed.records[i]!;
    return recordChange(name, { ...record, refs }, bytes);
  });
  const changes: Change[] = [...structural, ...sealed.changes, ...sealedChanges];
  const batch: Batch = {
    id: entry.id,
    ...(workspaceId ? { workspaceId } : {}),
    ...(staffKid !== undefined && { staffKid }),
    changes,
  };
  const sent: SentRecords = {
    records: steps.map(({ record: { written: _, ...record } }, i) => {
      const { refs, authorId, proof, chain } = sealed.records[i]!;
      return { ...record, refs, authorId, proof, ...(chain && { chain }) };
    }),
    isRecordsOnly: changes.length === sealedChanges.length,
  };
  return { batch, versions, sent };
}

/** Gives new rows of chained nouns their places; the vault fills in the hashes of those that follow each other in here. */
async function addToChains(
  { history, userId }: BuilderParts,
  puts: readonly PlannedRecord[],
  created: ReadonlySet<string>,
): Promise<void> {
  const none: ChainEnd = { counter: 0, hash: '' };
  const endIn = (scopeId: string) => (created.has(scopeId) ? none : history.chainEnd(scopeId, userId));
  const ends = new Map<string, ChainEnd>();
  for (const { record } of puts) {
    if (!entityOf(record.entity).chained || record.version > 1) continue;
    // What is brought back has its count; what it followed is sealed anew and has another hash.
    if (record.chain) {
      record.chain = { counter: record.chain.counter, previous: '' };
      continue;
    }
    const { counter, hash } = ends.get(record.scopeId) ?? (await endIn(record.scopeId));
    record.chain = { counter: counter + 1, previous: hash };
    ends.set(record.scopeId, { counter: counter + 1, hash: '' });
  }
}

/**
 * Returns the people whom the heads of the records' scopes name: they read them while they are private. What the newest key says
 * of its readers is its granter's word, who may have left: so a head decides with every write, and whoever left by themselves is off
 * the key once somebody else writes. The head that stands goes along, since a server may show an earlier one.
 * @throws TrustError missing-key where a private scope's head is not here
 */
function membersOf(
  { nouns, records, state }: BuilderParts,
  steps: readonly PlannedRecord[],
): PlainBatch['members'] {
  const members: Record<string, PlainBatch['members'][string]> = {};
  for (const { record } of steps) {
    const { scopeId, id, refs, plain } = record;
    const isHead = entityOf(record.entity).head !== undefined && id === scopeId;
    if (isHead ? !plain : steps.some((each) => each.record.id === scopeId)) continue;
    const scope = state.scope(scopeId);
    const noun = isHead ? (record.entity as EntityName) : scope && headOf(scope.kind);
    const ref = noun && entityOf(noun).head?.readers;
    if (!ref) continue;
    const standing = records.confirmed(scopeId, noun);
    if (!standing && !isHead) {
      if (scope?.access === 'private' && records.mark(scopeId)?.state !== 'deleted')
        throw new TrustError(
          'missing-key',
          `the head of ${scopeId} is not here, nor so whom its next key is for`,
        );
      continue;
    }
    const [before, proof] = [namedIn(standing?.[ref] as RefValue | undefined), records.proofOf(scopeId)];
    const head = standing && proof !== '' && { readers: before, proof };
    const staysPrivate = standing !== undefined && nouns.hooks[noun]?.staysPrivate?.(standing) === true;
    members[scopeId] = {
      readers: isHead ? namedIn(refs[ref]) : before,
      ...(head && { head }),
      ...(staysPrivate && { staysPrivate }),
    };
  }
  return members;
}

/** Returns the id of the staff's key that the member log names. */
function staffKidOf(log: LogState | undefined): string | undefined {
  for (const { kind, kids, generation } of log?.scopes.values() ?? [])
    if (kind === 'staff') return kids.get(generation);
  return undefined;
}
