/** Judges the opened rows of a pull one by one: whether they are taken over, wait for the other end of a move, or are refused. */
import { signsTombstones } from '@kontor/contract/entity/placement';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { OpenedRecord } from '../vault/vault.ts';
import type { RecordSet } from './recordSet.ts';
import type { Restoration } from './restoration.ts';
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

  /** Notes what the server has into a restoration. */
  note(restoration: Restoration, record: OpenedRecord): void {
    const { records, state } = this.#parts;
    const { entity, id, scopeId, version, revision } = record;
    if (records.mark(id)?.state === 'live' && isUnsignedEnd(record)) {
      restoration.keep(id);
      state.faults.add({ kind: 'forged-author', entity, id, scopeId, version, revision });
    } else restoration.take(record);
  }

  /** Takes a row over, or says why not. Returns the ids of what changed. */
  take(record: OpenedRecord): string[] {
    const { records, state } = this.#parts;
    const { entity, id, scopeId, version, revision, plain } = record;
    const place = record.createdRevision === undefined ? {} : { createdRevision: record.createdRevision };
    const mark = records.mark(id);
    // From before tombstones were signed, or by somebody who may not delete here: it takes nothing away that is here.
    if (mark?.state === 'live' && isUnsignedEnd(record)) {
      state.faults.add({ kind: 'forged-author', entity, id, scopeId, version, revision, ...place });
      return [];
    }
    const isElsewhere = mark?.state === 'live' && mark.scopeId !== scopeId;
    if (plain && isElsewhere && version > mark.version) {
      // Whoever writes here alone must not take a record out of a place that they cannot even read.
      this.#moved.set(id, record);
      state.faults.addMove({ kind: 'unproven-move', entity, id, scopeId, version, revision, ...place });
      return [];
    }
    const verdict = records.take(record);
    if (verdict === 'take' || verdict === 'skip') {
      state.faults.settle(scopeId, id, version);
      const moved = this.#moved.get(id);
      if (plain || mark?.scopeId !== scopeId || !moved) return verdict === 'take' ? [id] : [];
      this.#moved.delete(id);
      return [id, ...this.take(moved)];
    }
    state.faults.add({ kind: verdict, entity, id, scopeId, version, revision, ...place });
    return [];
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

const isUnsignedEnd = ({ plain, entity, authorId }: OpenedRecord): boolean =>
  plain === null && authorId === undefined && signsTombstones(entityOf(entity));
