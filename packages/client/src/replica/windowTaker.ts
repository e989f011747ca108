/**
 * Takes over what a server shows of a windowed scope, in a pull or in a page of history: checks that each row stands where
 * the answer says, notes what is covered by now, and holds it against the authors' chains.
 */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { standsWithContainer } from '@kontor/contract/entity/placement';
import { mostRevisions } from '@kontor/contract/memberLog/revisions';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { FaultyRecord, OpenedRecord } from '../vault/plainRecord.ts';
import type { OpenPages } from './openPages.ts';
import type { RecordSet } from './recordSet.ts';
import type { SyncState } from './syncState.ts';
import type { ChainedRow } from './window/authorChains.ts';
import { has, type Range } from './window/coverage.ts';
import type { RangeRows, WindowState } from './windowState.ts';

/** The part of an answer that says what it covers of a windowed scope. */
export interface ShownWindow {
  scopeId: string;
  /** Everything that was created in this range is in the answer, or came before. */
  range: Range;
  /** Rows outside of the range may come as well: those created up to this revision, which have changed. */
  changedUpTo: number;
  /** Other changes of what was created between that revision and the range may have been missed. */
  isGapped?: boolean;
  /** The answer shows every row of the range, also those that are known. */
  isComplete: boolean;
  /** No later page of the same pull brings more. */
  isWhole: boolean;
  /** More came of the scope since the answer was asked for: of what stands with its container, some may be newer than that. */
  isOvertaken?: boolean;
}

export interface WindowTakerParts {
  state: SyncState;
  windows: WindowState;
  open: OpenPages;
  records: RecordSet;
}

export class WindowTaker {
  readonly #parts: WindowTakerParts;
  /** Records of which nothing was here when the answer came, be their marks remembered. */
  #fresh: ReadonlySet<string> = new Set();

  constructor(parts: WindowTakerParts) {
    this.#parts = parts;
  }

  /** Returns the rows of a scope that stand where they may; the others are faults. */
  admit(shown: ShownWindow, rows: readonly SealedRecord[]): SealedRecord[] {
    return rows.filter((row) => {
      if (stands(row, shown)) return true;
      const { entity, id, scopeId, version } = row;
      this.#parts.state.faults.add({ kind: 'misplaced', entity, id, scopeId, version, revision: 0 });
      return false;
    });
  }

  /** Begins, before rows are judged: what is not here now is new. */
  begin(opened: readonly OpenedRecord[]): void {
    const fresh = opened.filter(({ id }) => !this.#parts.records.isHere(id));
    this.#fresh = new Set(fresh.map(({ id }) => id));
  }

  /** Takes an answer over whose rows were judged. */
  take(shown: ShownWindow, opened: readonly OpenedRecord[], faulty: readonly FaultyRecord[]): void {
    const { windows, open, records, state } = this.#parts;
    const { scopeId, range } = shown;
    if (shown.isGapped) windows.uncover(scopeId, behind(shown.changedUpTo));
    const before = windows.covered(scopeId);
    const own = opened.filter((record) => record.scopeId === scopeId && record.id !== scopeId);
    open.note(
      own.flatMap(({ id }) => {
        // Where it stands here: what a refused row says of that does not count.
        const mark = records.mark(id);
        const created = mark?.scopeId === scopeId ? mark.createdRevision : undefined;
        return created === undefined ? [] : [{ id, scopeId, created }];
      }),
    );
    for (const record of own) {
      // A row that was refused stands in no chain: shown again and again, it would make up for others.
      const isTaken = this.#fresh.has(record.id) && records.isHere(record.id);
      const row = isTaken ? chainedRowOf(record) : undefined;
      if (row && has(before, row.created)) windows.patch(scopeId, row);
    }
    if (shown.isComplete) this.#missKnown(shown, [...own, ...faulty]);
    const lowest = Math.min(range.to + 1, ...own.flatMap(({ createdRevision: created }) => created ?? []));
    if (range.from <= range.to)
      windows.cover(scopeId, range, (gap) => this.#rowsIn(scopeId, gap, faulty), lowest);
    if (shown.isWhole && !state.isRestoring) windows.judge(scopeId, Math.max(1, range.to));
  }

  /** Notes as kept back what this device knows and the server leaves out where it shows everything. */
  #missKnown({ scopeId, range, isOvertaken }: ShownWindow, shown: readonly { id: string }[]): void {
    const { open, records, state } = this.#parts;
    const there = new Set(shown.map(({ id }) => id));
    for (const id of open.idsIn(scopeId, range)) {
      const mark = records.mark(id);
      const created = mark?.createdRevision;
      if (!mark || mark.scopeId !== scopeId || created === undefined || there.has(id)) continue;
      if (created < range.from || created > range.to) continue;
      const entity = records.entityOf(id) ?? '';
      if (isOvertaken && entity && standsWithContainer(entityOf(entity))) continue;
      const { version } = mark;
      const fault = { kind: 'held-back', entity, id, scopeId, version, revision: 0 } as const;
      state.faults.add({ ...fault, createdRevision: created });
    }
  }

  #rowsIn(scopeId: string, range: Range, faulty: readonly FaultyRecord[]): RangeRows {
    const { open, records } = this.#parts;
    const isIn = (created: number | undefined) =>
      created !== undefined && created >= range.from && created <= range.to;
    const rows = open.idsIn(scopeId, range).flatMap((id) => {
      const kept = records.kept(id);
      if (!kept) return [];
      const { entity } = kept;
      if (!entityOf(entity).chained) return [];
      if (!('row' in kept)) {
        const { createdRevision, ownerId, scopeId: where } = kept;
        if (where !== scopeId || !isIn(createdRevision) || ownerId === undefined) return [];
        return [{ created: createdRevision!, author: ownerId }];
      }
      const { createdRevision, authorId, chain, scopeId: where } = kept.row;
      if (where !== scopeId || !isIn(createdRevision) || authorId === undefined || !chain) return [];
      return [{ created: createdRevision!, author: authorId, link: chain }];
    });
    // What is known by its mark alone was written by somebody.
    const closed = open.idsIn(scopeId, range).filter((id) => {
      const kept = records.kept(id);
      return kept && 'gone' in kept && kept.gone === 'closed' && isIn(kept.createdRevision);
    });
    const refused = faulty.filter((each) => each.scopeId === scopeId && isIn(each.createdRevision));
    return { rows, unread: closed.length + refused.length };
  }
}

/** Returns what was created after a revision; all of it after none. */
const behind = (revision: number): Range => ({
  from: revision === 0 ? 0 : revision + 1,
  to: Number.MAX_SAFE_INTEGER,
});

/** Returns a record's place in its author's chain; undefined for one that stands in none. */
function chainedRowOf(record: OpenedRecord): ChainedRow | undefined {
  const { chained, owner } = entityOf(record.entity);
  const { createdRevision: created, plain, refs, authorId, chain } = record;
  if (!chained || created === undefined) return undefined;
  if (plain !== null)
    return authorId !== undefined && chain ? { created, author: authorId, link: chain } : undefined;
  const named = owner === undefined ? undefined : refs[owner];
  return typeof named === 'string' ? { created, author: named } : undefined;
}

function stands(row: SealedRecord, { scopeId, range, changedUpTo }: ShownWindow): boolean {
  const { createdRevision: created, revision, id } = row;
  if (created === undefined || !Number.isSafeInteger(created)) return false;
  if (created < 1 || created > revision || created > mostRevisions) return false;
  // The head comes whatever the window.
  return id === scopeId || created <= changedUpTo || (created >= range.from && created <= range.to);
}
