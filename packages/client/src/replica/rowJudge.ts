/** Judges the opened rows of a pull one by one: whether they are taken over, wait for the other end of a move, or are refused. */
import { isWindowed } from '@kontor/contract/entity/scopeKind';
import type { FaultyRecord, OpenedRecord } from '../vault/plainRecord.ts';
import { asFault, type Fault } from './fault.ts';
import type { RecordSet } from './recordSet.ts';
import type { SyncState } from './syncState.ts';

export interface RowJudgeParts {
  records: RecordSet;
  state: SyncState;
}

export class RowJudge {
  readonly #parts: RowJudgeParts;
  /** Records that came in another scope than they lie in here, until that one says that they left it. */
  readonly #moved = new Map<string, OpenedRecord>();

  constructor(parts: RowJudgeParts) {
    this.#parts = parts;
  }

  /** A pull begins. */
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
    const verdict = records.take(record);
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
