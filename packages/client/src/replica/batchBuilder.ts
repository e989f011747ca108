/** An entry of the outbox as the batch that goes to the server: rows merged onto what is confirmed, then sealed. */

import { recordRefs, shareScope } from '@kontor/contract/entity/placement';
import { namedIn, type RefValue } from '@kontor/contract/entity/ref';
import type { LogState } from '@kontor/contract/memberLog/state';
import { type EntityName, entityOf, headOf } from '@kontor/contract/nouns/entities';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { Batch, Change, RecordChange, StructuralChange } from '@kontor/contract/wire/change';
import type { PlainBatch } from '../vault/plainBatch.ts';
import type { RecordToSeal } from '../vault/plainRecord.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import type { Vault } from '../vault/vault.ts';
import { containerOf } from './containment.ts';
import type { CreateOp, Entry, EntryCode, Op, RestoreOp, UpdateOp } from './entry.ts';
import type { History } from './history.ts';
import { isLost, putInto } from './late.ts';
import type { Nouns, ServerState } from './nounHooks.ts';
import { applyOp, obstacleOf } from './overlay.ts';
import type { SentRecords } from './ownWrites.ts';
import type { RecordSet } from './recordSet.ts';
import { stamped } from './restoredRow.ts';
import { plainOf, type Row, saysSame, tombstoneOf, withChanges } from './row.ts';
import type { SyncState } from './syncState.ts';
import type { ChainEnd } from './window/authorChains.ts';

export interface WireParts {
  workspaceId: string;
  userId: string;
  nouns: Nouns;
  vault: Pick<Vault, 'sealBatch'>;
  records: RecordSet;
  state: SyncState;
  /** Returns the current state of the member log. */
  log(): LogState | undefined;
  history: Pick<History, 'chainEnd'>;
}

/** The batch and the version of each record in it; or why it cannot be sent; or that there is nothing to send. */
export type Prepared =
  | { batch: Batch; versions: Map<string, number>; sent: SentRecords }
  | { obstacle: EntryCode }
  | { batch: undefined };

interface Step {
  record: RecordToSeal;
  name: RecordChange['name'];
}

/** The answers of the server that refused the batch before. */
export interface Refusals {
  /** Scopes whose key of now it did not take. */
  keys: ReadonlySet<string>;
  /** By place (`placeKey`): the version that it holds there. */
  versions: ReadonlyMap<string, number>;
}

/** Returns the key of a record's place in `Refusals.versions`. */
export const placeKey = (scopeId: string, id: string): string => `${scopeId} ${id}`;

const none: Refusals = { keys: new Set(), versions: new Map() };

/**
 * Makes an entry's batch.
 * @throws TrustError when a key to seal with is missing; as a transport does where the end of a chain has to be looked for
 */
export async function prepareBatch(
  parts: WireParts,
  written: Entry,
  refusals: Refusals = none,
): Promise<Prepared> {
  const { workspaceId, vault, records, state } = parts;
  const entry = asOfNow(parts, written);
  // Asked before sealing: the vault knows of this one at least.
  const staffKid = staffKidOf(parts.log());
  const puts: Step[] = [];
  const deletes: Step[] = [];
  const versions = new Map<string, number>();
  // What is brought back may have been brought back by somebody else; a scope whose id is derived, made by another device.
  const structural = entry.structural.filter(
    ({ name, args }) => name !== 'scope.create' || !state.scope(args.scope.id),
  );
  const created = structural.flatMap(({ name, args }) => (name === 'scope.create' ? [args.scope] : []));
  // The scope and its head are there, made by another device: the rest of the entry goes without them.
  const isMade = (op: Op): op is CreateOp =>
    op.verb === 'create' &&
    op.id === op.scopeId &&
    entry.structural.some((each) => creates(each, op.id)) &&
    state.scope(op.id) !== undefined &&
    records.confirmed(op.id, op.entity) !== undefined;
  const access = { ...entry.access };
  const isDeletedSince = (op: RestoreOp) =>
    records.mark(op.id)?.state === 'deleted' || isLost(containerOf(op.entity, op.base), entry, records);
  for (const written of entry.ops) {
    const isThere = isMade(written);
    if (isThere) delete access[written.scopeId];
    const op = isThere ? addingNamed(parts, written) : restated(parts, entry, written);
    if (!op) continue;
    const confirmed = records.confirmed(op.id, op.entity);
    const isFaulty = state.faults.refusedVersion(op.id) > (confirmed?.version ?? 0);
    const obstacle = isFaulty
      ? 'UNVERIFIED'
      : (obstacleOf(op, confirmed) ?? containerObstacle(parts, entry, op) ?? namedObstacle(parts, entry, op));
    if (obstacle && (op.isProjected || (obstacle === 'GONE' && isMoot(op)))) continue;
    if (obstacle) return { obstacle };
    // Deleted by somebody already: that is what was wanted.
    if (op.verb === 'delete' && !confirmed) continue;
    const after = op.verb === 'delete' ? undefined : applyOp({ entry, op }, confirmed)!;
    // There already, or deleted since, with what it lay in.
    if (op.verb === 'restore' && (confirmed ? after === confirmed && !op.force : isDeletedSince(op)))
      continue;
    // Somebody else took it there already.
    if (op.verb === 'move' && confirmed?.scopeId === op.scopeId && saysSame(op.entity, after!, confirmed))
      continue;
    const isRepeated = op.verb === 'create' && confirmed !== undefined;
    // There already: the answer to it got lost, or somebody else made the same.
    if (isRepeated && !op.isProjected && saysSame(op.entity, after!, confirmed)) continue;
    const version = confirmed ? confirmed.version + 1 : 1;
    if (op.verb === 'delete' || !after) {
      versions.set(op.id, version);
      deletes.push({ name: `${op.entity}.delete`, record: tombstoneOf(op.entity, confirmed!, version) });
      continue;
    }
    // Somebody else wrote first what follows from other records: its newest state is what those say.
    const wanted =
      isRepeated && op.isProjected ? { ...withChanges(confirmed, op.fields), scopeId: op.scopeId } : after;
    const merged = op.verb === 'restore' ? stamped(op, wanted, version) : wanted;
    // Merging may have changed what other fields follow from.
    const row: Row = { ...merged, ...parts.nouns.hooks[op.entity]?.derive?.(merged) };
    if (op.verb === 'update' && addsNothing(op, row, confirmed!) && !access[op.scopeId]) continue;
    const isMove = confirmed !== undefined && confirmed.scopeId !== row.scopeId;
    const verb = !confirmed || isMove ? 'create' : 'update';
    const author =
      op.verb === 'restore' ? op.written : isMove ? records.written(op.id, parts.userId) : undefined;
    // Where an id follows from others, two devices may have made it in two places: it takes the place of the other.
    const other = isMove ? (refusals.versions.get(placeKey(row.scopeId, op.id)) ?? 0) : 0;
    const record = plainOf(op.entity, row, Math.max(version, other + 1));
    versions.set(op.id, record.version);
    puts.push({ name: `${op.entity}.${verb}`, record: { ...record, ...(author && { written: author }) } });
    if (isMove)
      deletes.push({ name: `${op.entity}.delete`, record: tombstoneOf(op.entity, confirmed!, version) });
  }
  await addToChains(parts, puts, new Set(created.map(({ id }) => id)));
  const steps = [...puts, ...deletes];
  if (steps.length + structural.length === 0) return { batch: undefined };
  const sealed = await vault.sealBatch(workspaceId, {
    created,
    records: steps.map(({ record }) => record),
    access,
    members: membersOf(parts, steps),
    refused: [...refusals.keys],
    privateScopes: entry.privateScopes ?? [],
  });
  const sealedChanges = steps.map(({ name, record: { scopeId, id, version } }, i): Change => {
    const { refs, sealed: bytes } = sealed.records[i]!;
    return { name, args: { scopeId, id, version, refs, sealed: toBase64Url(bytes) } };
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

/**
 * Returns what becomes of the head of a scope that another device made first: of an open one, whom it does not name yet is
 * added, since the rest of the entry may say so; undefined where that is nobody. Of a private one, its readers decide.
 */
function addingNamed({ records, state }: WireParts, op: CreateOp): UpdateOp | undefined {
  const { entity, id, scopeId, fields } = op;
  const readers = entityOf(entity).head?.readers;
  if (readers === undefined || state.scope(id)!.access !== 'open') return undefined;
  const base = records.confirmed(id, entity)!;
  const idsOf = (row: Record<string, unknown>) => namedIn(row[readers] as RefValue | undefined);
  const all = [...new Set([...idsOf(base), ...idsOf(fields)])];
  if (all.length === idsOf(base).length) return undefined;
  return { verb: 'update', entity, id, scopeId, base, changed: { [readers]: all } };
}

/** Returns what a projection wrote with what it quotes as it is now; undefined where that leaves nothing. */
function restated({ nouns, records }: WireParts, entry: Entry, op: Op): Op | undefined {
  const restate = op.isProjected && nouns.hooks[op.entity]?.restate;
  if (!restate || (op.verb !== 'create' && op.verb !== 'update')) return op;
  const written = op.verb === 'create' ? op.fields : { ...op.base, ...op.changed };
  // What the same transaction makes is there with it.
  const made = (id: string) =>
    entry.ops.find((each) => each.id === id && each !== op && each.verb === 'create');
  const standing = (id: string) => {
    const other = records.confirmed(id) ? undefined : made(id);
    return other ? applyOp({ entry, op: other }, undefined) : records.confirmed(id);
  };
  const fields = restate({ ...written, id: op.id }, standing);
  if (!fields) return undefined;
  if (op.verb === 'create') return { ...op, fields: { ...op.fields, ...fields } };
  return { ...op, changed: { ...op.changed, ...fields } };
}

/**
 * Tells whether a change is there already, or gave way to another: it would put its writer's name to what somebody else wrote. One that
 * changes nothing is meant to.
 */
const addsNothing = ({ entity, base, changed }: UpdateOp, row: Row, confirmed: Row): boolean =>
  saysSame(entity, row, confirmed) && !saysSame(entity, base, withChanges(base, changed));

/** Tells why a record cannot be put where it is meant to be: that was deleted. */
function containerObstacle({ records }: WireParts, entry: Entry, op: Op): 'GONE' | undefined {
  if (op.verb === 'create' && records.confirmed(op.id, op.entity)) return undefined;
  return isLost(putInto(op), entry, records) ? 'GONE' : undefined;
}

/** Tells whether nobody misses a new record where it cannot be. */
const isMoot = ({ verb, entity }: Op): boolean => verb === 'create' && entityOf(entity).isMoot === true;

/** Returns the entry with new scopes as their heads have it by now: this device may not have known it when it made them. */
function asOfNow({ nouns, records, state }: WireParts, entry: Entry): Entry {
  const standing: ServerState = {
    userId: entry.userId,
    accessOf: (scopeId) => state.scope(scopeId)?.access,
    confirmed: (id) => records.confirmed(id),
  };
  let made = entry;
  for (const op of entry.ops) {
    if (op.verb !== 'create' || !entry.structural.some((each) => creates(each, op.scopeId))) continue;
    const now = nouns.hooks[op.entity]?.asOfNow?.(op.fields, standing);
    if (!now) continue;
    const { fields, access } = now;
    const { [op.scopeId]: _, ...others } = made.access ?? {};
    const isPrivate = access === 'private';
    const privateScopes = (made.privateScopes ?? []).filter((id) => id !== op.scopeId);
    made = {
      ...made,
      ops: made.ops.map((each) => (each === op ? { ...op, fields } : each)),
      structural: made.structural.map((each) =>
        creates(each, op.scopeId) ? { ...each, args: { scope: { ...each.args.scope, access } } } : each,
      ),
      access: isPrivate ? { ...others, [op.scopeId]: access } : others,
      privateScopes: isPrivate ? [...privateScopes, op.scopeId] : privateScopes,
    };
  }
  return made;
}

const creates = (
  change: StructuralChange,
  scopeId: string,
): change is Extract<StructuralChange, { name: 'scope.create' }> =>
  change.name === 'scope.create' && change.args.scope.id === scopeId;

/**
 * Tells why what follows from other records cannot be created: one that it names has left the scope since. Who wrote those
 * writes it anew.
 */
function namedObstacle({ records }: WireParts, { ops }: Entry, op: Op): 'GONE' | undefined {
  if (op.verb !== 'create' || !op.isProjected || records.confirmed(op.id, op.entity)) return undefined;
  const noun = entityOf(op.entity);
  const isHere = (id: string) =>
    (ops.find((each) => each.id === id) ?? records.confirmed(id))?.scopeId === op.scopeId;
  const named = recordRefs(noun).flatMap((key) =>
    shareScope(entityOf(noun.refs[key]!.target), noun) ? namedIn(op.fields[key] as RefValue | undefined) : [],
  );
  return named.every(isHere) ? undefined : 'GONE';
}

/** Gives new rows of chained nouns their places; the vault fills in the hashes of those that follow each other in here. */
async function addToChains(
  { history, userId }: WireParts,
  puts: readonly Step[],
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
function membersOf({ records, state }: WireParts, steps: readonly Step[]): PlainBatch['members'] {
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
    members[scopeId] = { readers: isHead ? namedIn(refs[ref]) : before, ...(head && { head }) };
  }
  return members;
}

/** Returns the id of the staff's key that the member log names. */
function staffKidOf(log: LogState | undefined): string | undefined {
  for (const { kind, kids, generation } of log?.scopes.values() ?? [])
    if (kind === 'staff') return kids.get(generation);
  return undefined;
}
