/**
 * Asks of each opened record from the server whether it is taken over, in this order:
 * 1. Did it show here before, and not bear its author's signature?
 * 2. Does it stand where this device had read past, without having seen it? Its cursors are those of before the answer: they move on
 *    once all of its records were asked.
 * 3. Has it left where it is here? Until that place says so, it waits.
 * 4. Is the id that of a record of another noun?
 * 5. Was a newer version of it seen, or another one of the same version (`versionMarks.ts`)?
 * 6. Does it name another owner?
 * Own writes are asked the last three alone.
 */
import { hasFixedId } from '@kontor/contract/entity/fixedId';
import { isWindowed } from '@kontor/contract/entity/scopeKind';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import { isDerivedId } from '@kontor/contract/wire/derivedId';
import type { FaultyRecord, OpenedRecord } from '../vault/plainRecord.ts';
import { asFault, type Fault } from './fault.ts';
import type { RecordSet } from './recordSet.ts';
import { rowOf } from './row.ts';
import { sameValue } from './sameValue.ts';
import type { SyncState } from './syncState.ts';
import { checkVersion, type VersionVerdict } from './versionMarks.ts';

export interface AdmissionParts {
  records: RecordSet;
  state: SyncState;
}

export class Admission {
  readonly #parts: AdmissionParts;
  /** Records that came in another scope than they lie in here, until that one says that they left it. */
  readonly #moved = new Map<string, OpenedRecord>();

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** Begins a pull. */
  begin(): void {
    this.#moved.clear();
  }

  /** Tells whether the other end of a move is still missing. */
  get awaitsMoves(): boolean {
    return this.#moved.size > 0;
  }

  /** Takes a row over, or says why not. Returns the ids of what changed. */
  take(record: OpenedRecord): string[] {
    const { records, state } = this.#parts;
    const { entity, id, scopeId, version, revision, plain } = record;
    const place = record.createdRevision === undefined ? {} : { createdRevision: record.createdRevision };
    const mark = records.mark(id);
    const awaited = this.#awaited(record);
    const more = awaited === undefined ? place : { ...place, awaited };
    const known = this.#knownFault(record);
    if (known) {
      state.faults.add({ ...known, ...more });
      return [];
    }
    const isElsewhere = mark?.state === 'live' && mark.scopeId !== scopeId;
    if (plain && isElsewhere && version > mark.version) {
      // Whoever writes here alone must not take a record out of a place that they cannot even read.
      this.#moved.set(id, record);
      state.faults.addMove({ kind: 'unproven-move', entity, id, scopeId, version, revision, ...more });
      return [];
    }
    const verdict = admit(records, record);
    if (verdict === 'take' || verdict === 'skip') {
      state.faults.settle(scopeId, id, version);
      if (verdict === 'take' && !record.isUnverified) state.past.settle(id);
      const moved = this.#moved.get(id);
      if (plain || mark?.scopeId !== scopeId || !moved) return verdict === 'take' ? [id] : [];
      this.#moved.delete(id);
      return [id, ...this.take(moved)];
    }
    state.faults.add({ kind: verdict, entity, id, scopeId, version, revision, ...more });
    return [];
  }

  /** Notes a row that could not be opened. */
  refuse(record: FaultyRecord): void {
    const fault = asFault(record);
    const awaited = this.#awaited(fault);
    this.#parts.state.faults.add({
      ...fault,
      ...(awaited !== undefined && { awaited }),
      ...(this.#isBackdated(fault) && { kind: 'backdated' }),
    });
  }

  /** Returns the fault with which a row is refused before anything else is asked of it. */
  #knownFault({
    entity,
    id,
    scopeId,
    version,
    revision,
    proof,
    isUnverified,
  }: OpenedRecord): Fault | undefined {
    const fault = { entity, id, scopeId, version, revision };
    // It was shown once, and did not bear its author's signature.
    const isSame = (other: Fault) => other.version === version && other.proof === proof;
    if (isUnverified && this.#parts.state.faults.of(scopeId, id).some(isSame))
      return { ...fault, kind: 'forged-author', proof };
    return this.#isBackdated(fault) ? { ...fault, kind: 'backdated' } : undefined;
  }

  /** Returns the revision of a row that is new here, or was when it was refused; undefined for any other. */
  #awaited({ id, scopeId, revision }: Pick<Fault, 'id' | 'scopeId' | 'revision'>): number | undefined {
    const { state } = this.#parts;
    const isNew = revision > state.readUpTo(scopeId);
    return isNew || state.isAwaited({ id, scopeId, revision }) ? revision : undefined;
  }

  /**
   * Tells whether this device has read past a revision where something new is said to lie that was not there: whoever wrote
   * it dates it back, to when they could. What was refused when it was new may come again where it came then.
   */
  #isBackdated(row: Pick<Fault, 'id' | 'scopeId' | 'version' | 'revision'>): boolean {
    const { records, state } = this.#parts;
    const kind = state.scope(row.scopeId)?.kind;
    if ((kind && isWindowed(kind)) || this.#awaited(row) !== undefined) return false;
    return row.version > (records.mark(row.id)?.version ?? 0);
  }

  /** Settles moves out of what was closed meanwhile, which cannot say any more that a record left it. Returns what changed. */
  settleMoves(): string[] {
    const settled = [...this.#moved.values()].filter(
      ({ id }) => this.#parts.records.mark(id)?.state !== 'live',
    );
    for (const { id } of settled) this.#moved.delete(id);
    return settled.flatMap((record) => this.take(record));
  }
}

/** Takes over one verified record from the server, unless what is known of it speaks against that. Show it with `refresh`. */
export function admit(records: RecordSet, record: OpenedRecord): VersionVerdict {
  const verdict = verdictOn(records, record);
  if (verdict === 'take') records.confirm(record);
  return verdict;
}

/** Judges a verified record by what is known of it. */
export function verdictOn(records: RecordSet, record: OpenedRecord): VersionVerdict {
  const { id, plain, updatedAt } = record;
  const known = records.entityOf(id);
  if (known !== undefined && known !== record.entity) return verdictOnOther(records, known, record);
  const isSame = () =>
    plain !== null &&
    sameValue(
      { ...rowOf({ ...record, plain }, updatedAt), updatedAt: 0 },
      { ...records.confirmed(id), updatedAt: 0 },
    );
  const verdict = isRemembered(records, record) ? 'take' : checkVersion(records.mark(id), record, isSame);
  return verdict === 'take' && changesHands(records, record) ? 'forged-author' : verdict;
}

/** Tells whether a tombstone is the one that the device remembers: where it stood in a room's order it did not know. */
function isRemembered(records: RecordSet, { id, scopeId, version, plain }: OpenedRecord): boolean {
  if (plain || records.isHere(id)) return false;
  const mark = records.mark(id);
  return mark?.state === 'deleted' && mark.scopeId === scopeId && mark.version === version;
}

/**
 * Judges a record under the id of one of another noun: whose id it is counts, whichever came first. Servers keep apart the
 * ids that devices make up, of scopes and of records, but a colleague may have written such a record where a description fixes whose the id is; two of
 * which it is neither's show a lie.
 */
function verdictOnOther(records: RecordSet, known: EntityName, record: OpenedRecord): VersionVerdict {
  const { id } = record;
  const row = records.confirmed(id);
  const isTheirs = row
    ? hasFixedId(entityOf(known), { id, scopeId: row.scopeId, refs: row })
    : records.ownMark(id)?.scopeId === id && isDerivedId(id);
  if (isTheirs) return 'skip';
  return hasFixedId(entityOf(record.entity), record) ? 'take' : 'equivocated';
}

/**
 * Tells whether it names another owner than what is here: no screen hands a record on, and a signature is judged by the
 * owner that it names, so that anybody could make somebody else's their own.
 */
function changesHands(records: RecordSet, { entity, id, refs, plain }: OpenedRecord): boolean {
  const { owner } = entityOf(entity);
  const before = owner && records.confirmed(id)?.[owner];
  const named = owner && refs[owner];
  return typeof before === 'string' && named !== before && (plain !== null || named !== undefined);
}
