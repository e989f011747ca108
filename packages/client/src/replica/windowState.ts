/**
 * Which ranges of each windowed scope this device knows, and what the authors' chains prove about them. Kept in one
 * transaction with the rows.
 */
import type { DeviceStore, DeviceWrite } from '../device/deviceStore.ts';
import { Listeners } from '../observable.ts';
import type { Fault } from './fault.ts';
import type { FaultBook } from './faultBook.ts';
import {
  type ChainedRow,
  type ChainSum,
  cutSum,
  joinSums,
  patchSum,
  sumOf,
  verdictOn,
} from './window/authorChains.ts';
import { type Covered, cover, intersection, isEmpty, type Range, uncover } from './window/coverage.ts';

/** Rows of a range, as far as their authors' chains need them, and how many could not be opened. */
export interface RangeRows {
  rows: ChainedRow[];
  unread: number;
}

/** The findings about a scope's chains. */
export interface WindowProof {
  missing: number;
  misplaced: number;
  /** Number of authors whose lowest row in some range follows one that is not here: not checked yet. */
  unchecked: number;
}

const nothing: readonly Covered<ChainSum>[] = [];

export class WindowState {
  /** Called when other ranges are known. */
  readonly changes = new Listeners();
  readonly #store: DeviceStore;
  readonly #prefix: string;
  readonly #faults: FaultBook;
  readonly #covered = new Map<string, readonly Covered<ChainSum>[]>();
  /** Scopes that are said to begin where they cannot. */
  readonly #denied = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #loaded = new Map<string, string>();

  constructor(store: DeviceStore, workspaceId: string, faults: FaultBook) {
    this.#store = store;
    this.#prefix = `${workspaceId || 'personal'}/window/`;
    this.#faults = faults;
  }

  async load(): Promise<void> {
    const kept = await this.#store.scan<Covered<ChainSum>[]>('state', this.#prefix);
    for (const [key, covered] of kept) {
      this.#covered.set(key.slice(this.#prefix.length), covered);
      this.#loaded.set(key.slice(this.#prefix.length), JSON.stringify(covered));
    }
  }

  /** Reads again what the device keeps of a scope; undefined where no other tab wrote since it was loaded. */
  async reread(scopeId: string): Promise<readonly Covered<ChainSum>[] | undefined> {
    const kept = await this.#store.get<Covered<ChainSum>[]>('state', this.#prefix + scopeId);
    if ((kept && JSON.stringify(kept)) === this.#loaded.get(scopeId)) return undefined;
    return kept ?? nothing;
  }

  get scopes(): string[] {
    return [...this.#covered.keys()];
  }

  /** Returns the ranges that are known; the same array until they are others. */
  covered(scopeId: string): readonly Covered<ChainSum>[] {
    return this.#covered.get(scopeId) ?? nothing;
  }

  /**
   * Notes that everything in a range is known from here on; `rowsIn` returns the rows of parts of it that
   * were not known before, undefined where the chains cannot be followed. That a scope begins in a range
   * (`from` 0) is not believed where the chains say otherwise: then what lies below `lowest` stays a gap.
   */
  cover(
    scopeId: string,
    range: Range,
    rowsIn: (range: Range) => RangeRows | undefined,
    lowest = range.from,
  ): void {
    const sums = {
      of: (gap: Range) => {
        const known = rowsIn(gap);
        return known ? sumOf(known.rows, known.unread) : cutSum;
      },
      join: joinSums,
    };
    const covered = cover(this.covered(scopeId), range, sums);
    const [first] = covered;
    const isDenied =
      first?.from === 0 && verdictOn(first.sum, true).missing > verdictOn(first.sum, false).missing;
    if (isDenied) this.#denied.add(scopeId);
    else if (range.from < lowest || first?.from === 0) this.#denied.delete(scopeId);
    this.set(
      scopeId,
      isDenied ? cover(this.covered(scopeId), { from: lowest, to: range.to }, sums) : covered,
    );
  }

  /** Notes that a row came late into a range that counted as known. */
  patch(scopeId: string, row: ChainedRow): void {
    const patched = this.covered(scopeId).map((each) =>
      each.from <= row.created && row.created <= each.to ? { ...each, sum: patchSum(each.sum, row) } : each,
    );
    this.set(scopeId, patched);
  }

  /** Takes a range out that was lost. */
  uncover(scopeId: string, range: Range): void {
    const covered = this.covered(scopeId);
    if (covered.every((each) => isEmpty(intersection(each, range)))) return;
    this.set(scopeId, uncover(covered, range, cutSum));
  }

  set(scopeId: string, covered: readonly Covered<ChainSum>[]): void {
    this.#covered.set(scopeId, covered);
    this.#changed.add(scopeId);
    this.changes.call();
  }

  forget(scopeId: string): void {
    this.#covered.delete(scopeId);
    this.#changed.add(scopeId);
  }

  proof(scopeId: string): WindowProof {
    const proof: WindowProof = { missing: this.#denied.has(scopeId) ? 1 : 0, misplaced: 0, unchecked: 0 };
    for (const { from, sum } of this.covered(scopeId)) {
      const { missing, misplaced, unchecked } = verdictOn(sum, from === 0);
      proof.missing += missing;
      proof.misplaced += misplaced.length;
      proof.unchecked += unchecked;
    }
    return proof;
  }

  /** Says what the chains prove, or no more; `at` is a created revision near what came last. */
  judge(scopeId: string, at: number): void {
    const { missing, misplaced } = this.proof(scopeId);
    const said = this.#faults.all.filter((fault) => fault.scopeId === scopeId && fault.id === '');
    const say = (kind: Fault['kind'], isSo: boolean) => {
      const known = said.find((fault) => fault.kind === kind);
      if (isSo && !known) this.#faults.add({ ...ofScope(scopeId), kind, createdRevision: at });
      else if (!isSo && known) this.#faults.clear(known);
    };
    say('held-back', missing > 0);
    say('misplaced', misplaced > 0);
  }

  /** Returns what has changed since the last call, as writes. */
  writes(): DeviceWrite[] {
    const writes = [...this.#changed].map(
      (scopeId): DeviceWrite => ({
        table: 'state',
        key: this.#prefix + scopeId,
        value: this.#covered.get(scopeId),
      }),
    );
    this.#changed.clear();
    return writes;
  }
}

const ofScope = (scopeId: string) => ({ entity: '', id: '', scopeId, version: 0, revision: 0 });
