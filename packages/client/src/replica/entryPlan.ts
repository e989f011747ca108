/**
 * Plans what a transaction becomes on top of what the server is known to hold: which records are put, which are deleted, what of it
 * is there already or falls away, and why it cannot go.
 */

import { recordRefs, shareScope } from '@kontor/contract/entity/placement';
import { namedIn, type RefValue } from '@kontor/contract/entity/ref';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { RecordChange, StructuralChange } from '@kontor/contract/wire/change';
import type { Scope } from '@kontor/contract/wire/scope';
import type { RecordToSeal } from '../vault/plainRecord.ts';
import { containerOf } from './containment.ts';
import {
  type CreateOp,
  type Entry,
  type EntryCode,
  type Op,
  type RestoreOp,
  type UpdateOp,
  valuesAfter,
} from './entry.ts';
import { isLost, neededBy, putInto } from './late.ts';
import { hasNewText } from './merge.ts';
import type { Nouns, ServerState } from './nounHooks.ts';
import { applyOp } from './overlay.ts';
import type { RecordSet } from './recordSet.ts';
import { stamped } from './restoredRow.ts';
import { plainOf, type Row, saysSame, tombstoneOf, withChanges } from './row.ts';
import type { SyncState } from './syncState.ts';

export interface PlanParts {
  userId: string;
  nouns: Nouns;
  records: RecordSet;
  state: SyncState;
}

/** A record to seal, and the change that carries it. */
export interface PlannedRecord {
  record: RecordToSeal;
  name: RecordChange['name'];
}

export interface EntryPlan {
  /** Changes that precede the records. */
  structural: StructuralChange[];
  /** The scopes that those create. */
  created: Scope[];
  /** By scope that is opened, or made private: who reads it then. */
  access: Record<string, ScopeAccess>;
  privateScopes: string[];
  puts: PlannedRecord[];
  tombstones: PlannedRecord[];
  /** By record: the version that it is sent with. */
  versions: Map<string, number>;
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

/** Plans an entry op by op; or tells why it cannot be sent. */
export function planEntry(
  parts: PlanParts,
  written: Entry,
  refusals: Refusals,
): EntryPlan | { obstacle: EntryCode } {
  const { state } = parts;
  const entry = asOfNow(parts, written);
  // What is brought back may have been brought back by somebody else; a scope whose id is derived, made by another device.
  const structural = entry.structural.filter(
    ({ name, args }) => name !== 'scope.create' || !state.scope(args.scope.id),
  );
  const plan: EntryPlan = {
    structural,
    created: structural.flatMap(({ name, args }) => (name === 'scope.create' ? [args.scope] : [])),
    access: { ...entry.access },
    privateScopes: entry.privateScopes ?? [],
    puts: [],
    tombstones: [],
    versions: new Map(),
  };
  for (const each of entry.ops) {
    const isThere = isMade(parts, entry, each);
    if (isThere) delete plan.access[each.scopeId];
    const op = isThere ? addingNamed(parts, each) : restated(parts, entry, each);
    if (!op) continue;
    const changesReaders = plan.access[op.scopeId] !== undefined;
    const planned = planOp(parts, entry, op, { changesReaders, refused: refusals.versions });
    if (typeof planned === 'string') return { obstacle: planned };
    const { put, tombstone } = planned;
    if (put) plan.puts.push(put);
    if (tombstone) plan.tombstones.push(tombstone);
    const sent = put ?? tombstone;
    if (sent) plan.versions.set(op.id, sent.record.version);
  }
  return plan;
}

/** The records that are written for one op; none where it is there already, or falls away. */
interface OpPlan {
  put?: PlannedRecord;
  tombstone?: PlannedRecord;
}

const nothing: OpPlan = {};

function planOp(
  parts: PlanParts,
  entry: Entry,
  op: Op,
  around: { changesReaders: boolean; refused: Refusals['versions'] },
): OpPlan | EntryCode {
  const { records, nouns } = parts;
  const confirmed = records.confirmed(op.id, op.entity);
  const obstacle = obstacleOf(parts, entry, op, confirmed);
  if (obstacle)
    return op.isProjected || (obstacle === 'GONE' && isMoot(records, entry, op)) ? nothing : obstacle;
  const version = confirmed ? confirmed.version + 1 : 1;
  const tombstone = (): PlannedRecord => ({
    name: `${op.entity}.delete`,
    record: tombstoneOf(op.entity, confirmed!, version),
  });
  // Deleted by somebody already: that is what was wanted.
  if (op.verb === 'delete') return confirmed ? { tombstone: tombstone() } : nothing;
  const after = applyOp({ entry, op }, confirmed)!;
  if (isThereAlready(parts, entry, op, after, confirmed)) return nothing;
  // Somebody else wrote first what follows from other records: its newest state is what those say.
  const wanted =
    op.verb === 'create' && confirmed && op.isProjected
      ? { ...withChanges(confirmed, op.fields), scopeId: op.scopeId }
      : after;
  const merged = op.verb === 'restore' ? stamped(op, wanted, version) : wanted;
  // Merging may have changed what other fields follow from.
  const row: Row = { ...merged, ...nouns.hooks[op.entity]?.derive?.(merged) };
  if (op.verb === 'update' && addsNothing(op, row, confirmed!) && !around.changesReaders) return nothing;
  const isMove = confirmed !== undefined && confirmed.scopeId !== row.scopeId;
  const author =
    op.verb === 'restore' ? op.written : isMove ? records.formerAuthor(op.id, parts.userId) : undefined;
  // Where an id follows from others, two devices may have made it in two places: it takes the place of the other.
  const other = isMove ? (around.refused.get(placeKey(row.scopeId, op.id)) ?? 0) : 0;
  const record = plainOf(op.entity, row, Math.max(version, other + 1));
  const put: PlannedRecord = {
    name: `${op.entity}.${confirmed && !isMove ? 'update' : 'create'}`,
    record: { ...record, ...(author && { written: author }) },
  };
  return isMove ? { put, tombstone: tombstone() } : { put };
}

/** Tells why an op cannot be sent on top of what the server is known to hold; undefined when it can. */
function obstacleOf(
  { records, state }: PlanParts,
  entry: Entry,
  op: Op,
  confirmed: Row | undefined,
): EntryCode | undefined {
  if (state.faults.refusedVersion(op.id) > (confirmed?.version ?? 0)) return 'UNVERIFIED';
  switch (op.verb) {
    case 'restore':
      return undefined;
    case 'delete':
      return confirmed && !op.force && hasNewText(op.entity, op.base, confirmed)
        ? 'STALE_VERSION'
        : undefined;
    case 'create':
      if (confirmed) return undefined;
      if (records.isClosed(op.scopeId) && !entry.structural.some((each) => creates(each, op.scopeId)))
        return 'CLOSED';
      if (op.isProjected && !namesWhatIsHere(records, entry, op)) return 'GONE';
      break;
    default:
      if (!confirmed) return records.isClosed(op.id) ? 'CLOSED' : 'GONE';
  }
  // It cannot be put where it is meant to be: that was deleted.
  return isLost(putInto(op), entry, records) ? 'GONE' : undefined;
}

/**
 * Tells whether everything that a new record follows from is in its scope still. Who took it elsewhere writes anew what follows
 * from it.
 */
function namesWhatIsHere(records: RecordSet, { ops }: Entry, { entity, scopeId, fields }: CreateOp): boolean {
  const noun = entityOf(entity);
  const isHere = (id: string) =>
    (ops.find((each) => each.id === id) ?? records.confirmed(id))?.scopeId === scopeId;
  return recordRefs(noun)
    .filter((key) => shareScope(entityOf(noun.refs[key]!.target), noun))
    .every((key) => namedIn(fields[key] as RefValue | undefined).every(isHere));
}

/** Tells whether nobody misses what an op does, since what its record lies in was deleted. */
const isMoot = (records: RecordSet, entry: Entry, op: Op): boolean =>
  entityOf(op.entity).isMoot === true && isLost(neededBy(op), entry, records);

/** Tells whether an op is done: by an earlier attempt whose answer got lost, or by somebody else. */
function isThereAlready(
  { records }: PlanParts,
  entry: Entry,
  op: Exclude<Op, { verb: 'delete' }>,
  after: Row,
  confirmed: Row | undefined,
): boolean {
  switch (op.verb) {
    case 'create':
      return confirmed !== undefined && !op.isProjected && saysSame(op.entity, after, confirmed);
    case 'update':
      return false;
    case 'move':
      return confirmed?.scopeId === op.scopeId && saysSame(op.entity, after, confirmed);
    case 'restore':
      // Or deleted since, with what it lay in.
      return confirmed ? after === confirmed && !op.force : isDeletedSince(records, entry, op);
  }
}

const isDeletedSince = (records: RecordSet, entry: Entry, { id, entity, base }: RestoreOp): boolean =>
  records.mark(id)?.state === 'deleted' || isLost(containerOf(entity, base), entry, records);

/**
 * Tells whether a change is there already, or gave way to another: it would put its writer's name to what somebody else wrote. One that
 * changes nothing is meant to.
 */
const addsNothing = ({ entity, base, changed }: UpdateOp, row: Row, confirmed: Row): boolean =>
  saysSame(entity, row, confirmed) && !saysSame(entity, base, withChanges(base, changed));

// --- what the records around it say by now ----------------------------------------------------------------------

/** Tells whether an entry makes a scope that another device has made first, with its head: the rest goes without them. */
const isMade = ({ records, state }: PlanParts, entry: Entry, op: Op): op is CreateOp =>
  op.verb === 'create' &&
  op.id === op.scopeId &&
  entry.structural.some((each) => creates(each, op.id)) &&
  state.scope(op.id) !== undefined &&
  records.confirmed(op.id, op.entity) !== undefined;

/**
 * Returns what becomes of the head of a scope that another device made first: of an open one, whom it does not name yet is
 * added, since the rest of the entry may say so; undefined where that is nobody. Of a private one, its readers decide.
 */
function addingNamed({ records, state }: PlanParts, op: CreateOp): UpdateOp | undefined {
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
function restated({ nouns, records }: PlanParts, entry: Entry, op: Op): Op | undefined {
  const restate = op.isProjected && nouns.hooks[op.entity]?.restate;
  if (!restate || (op.verb !== 'create' && op.verb !== 'update')) return op;
  // What the same transaction makes is there with it.
  const made = (id: string) =>
    entry.ops.find((each) => each.id === id && each !== op && each.verb === 'create');
  const standing = (id: string) => {
    const other = records.confirmed(id) ? undefined : made(id);
    return other ? applyOp({ entry, op: other }, undefined) : records.confirmed(id);
  };
  const fields = restate({ ...valuesAfter(op), id: op.id }, standing);
  if (!fields) return undefined;
  if (op.verb === 'create') return { ...op, fields: { ...op.fields, ...fields } };
  return { ...op, changed: { ...op.changed, ...fields } };
}

/** Returns the entry with new scopes as their heads have it by now: this device may not have known it when it made them. */
function asOfNow({ nouns, records, state }: PlanParts, entry: Entry): Entry {
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
