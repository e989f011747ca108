/**
 * An ordered list of a windowed scope's records of one noun, oldest first, those last that are not on the server yet. What
 * is not here stands in it as a gap: it may be much, or nothing, and is never the end.
 */
import { Listeners } from '../observable.ts';
import type { View, ViewSource, WriteObserver } from './view.ts';
import { LiveView } from './view.ts';
import { type Range, rangeAt } from './window/coverage.ts';

/** Created revisions of which some is not here. */
export interface Gap extends Range {
  kind: 'gap';
  /** The same for as long as the gap begins or ends where it did. */
  key: string;
}

export type WindowItem<T> = { kind: 'record'; key: string; record: T } | Gap;

export interface WindowView<T> {
  /** Records and gaps. */
  readonly size: number;
  /** True once nothing lies before the first item. */
  readonly isStart: boolean;
  /** Returns all of it; the same array until it changed. */
  get(): readonly WindowItem<T>[];
  /** Returns the position of a record by its id; -1 where it is not in the list. */
  indexOf(id: string): number;
  /**
   * Says which created revisions are on the screen: what is, stays in memory. `undefined` where nothing is.
   */
  show(range: Range | undefined): void;
  /** Follows the changes; until the last subscription ends, what `show` named stays in memory. */
  subscribe(listener: () => void): () => void;
}

interface Placed {
  id: string;
  createdRevision?: number;
}

export interface WindowViewParts<T extends Placed> {
  source: ViewSource<T>;
  observers: Set<WriteObserver<T>>;
  scopeId: string;
  filter?: ((record: T) => boolean) | undefined;
  /** Returns the ranges that are known and in memory. */
  ranges(): readonly Range[];
  /** Returns the revision up to which the scope is known to reach. */
  end(): number;
  /** Calls back when those are others. */
  onRanges(listener: () => void): () => void;
  /** Keeps ranges in memory for as long as they are shown. */
  keep(shown: () => { scopeId: string; ranges: readonly Range[] }): () => void;
}

/** Behind everything that has a place. */
const last = Number.POSITIVE_INFINITY;

const createdRevisionOf = ({ createdRevision = last }: Placed): number => createdRevision;

export class LiveWindowView<T extends Placed> implements WindowView<T> {
  readonly #parts: WindowViewParts<T>;
  #records: View<T>;
  readonly #listeners = new Listeners();
  #ranges: readonly Range[];
  #end = 0;
  #made: { from: readonly T[]; items: readonly WindowItem<T>[]; places: Map<string, number> } | undefined;
  #shown: Range | undefined;
  #stops: (() => void)[] = [];

  constructor(parts: WindowViewParts<T>) {
    this.#parts = parts;
    this.#ranges = parts.ranges();
    this.#end = parts.end();
    this.#records = this.#recordsOf(parts);
  }

  #recordsOf({ source, observers, scopeId, filter, onRanges }: WindowViewParts<T>): View<T> {
    return new LiveView(source, observers, {
      index: 'scopeId',
      key: scopeId,
      filter: (record) => this.#isHere(record) && (!filter || filter(record)),
      // Ids of this device's own that are not sent yet are in the order in which they were made.
      compare: (a, b) => {
        const [left, right] = [createdRevisionOf(a), createdRevisionOf(b)];
        return left === right ? 0 : left - right;
      },
      reads: [{ subscribe: (listener) => onRanges(() => this.#takeRanges(listener)) }],
    });
  }

  get size(): number {
    return this.get().length;
  }

  get isStart(): boolean {
    return this.#current()[0]?.from === 0;
  }

  get(): readonly WindowItem<T>[] {
    return this.#make().items;
  }

  indexOf(id: string): number {
    return this.#make().places.get(id) ?? -1;
  }

  show(range: Range | undefined): void {
    this.#shown = range;
  }

  subscribe(listener: () => void): () => void {
    // They may be others than when it was last read.
    this.#current();
    const stop = this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      const { keep, scopeId } = this.#parts;
      this.#stops = [
        this.#records.subscribe(() => this.#listeners.call()),
        keep(() => ({ scopeId, ranges: this.#shown ? [this.#shown] : [] })),
      ];
    }
    return () => {
      stop();
      if (this.#listeners.size > 0) return;
      for (const each of this.#stops) each();
      this.#stops = [];
    };
  }

  #isHere(record: T): boolean {
    const { createdRevision } = record;
    return createdRevision === undefined || rangeAt(this.#ranges, createdRevision) !== undefined;
  }

  #takeRanges(listener: () => void): void {
    const ranges = this.#parts.ranges();
    const end = this.#parts.end();
    if (JSON.stringify(ranges) === JSON.stringify(this.#ranges) && end === this.#end) return;
    this.#ranges = ranges;
    this.#end = end;
    this.#made = undefined;
    listener();
  }

  /** Returns what is current: somebody who is not subscribed reads what is so now. */
  #current(): readonly Range[] {
    if (this.#listeners.size === 0)
      this.#takeRanges(() => {
        this.#records = this.#recordsOf(this.#parts);
      });
    return this.#ranges;
  }

  #make() {
    const ranges = this.#current();
    const records = this.#records.get();
    if (this.#made?.from === records) return this.#made;
    const items: WindowItem<T>[] = [];
    const places = new Map<string, number>();
    let at = 0;
    const addUpTo = (end: number) => {
      for (; at < records.length && createdRevisionOf(records[at]!) <= end; at++) {
        const record = records[at]!;
        places.set(record.id, items.length);
        items.push({ kind: 'record', key: record.id, record });
      }
    };
    let from = 0;
    for (const range of ranges) {
      if (range.from > from) items.push(gap(from, range.from - 1));
      addUpTo(range.to);
      from = range.to + 1;
    }
    if (from <= this.#end) items.push(gap(from, this.#end));
    addUpTo(last);
    this.#made = { from: records, items, places };
    return this.#made;
  }
}

const gap = (from: number, to: number): Gap => ({ kind: 'gap', key: `gap ${from}`, from, to });
