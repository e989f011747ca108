/** Ordered views over a collection. */
import { Listeners, type Subscribable } from '../observable.ts';
import { SortedList } from './sortedList.ts';

/**
 * The records that a view shows, and their order. The functions must always give the same answer for one record,
 * unless whatever else they read is listed in `reads`.
 */
export interface ViewSpec<T, Index extends string = never> {
  /** A declared index and the key in it; without, all records. */
  index?: Index | undefined;
  key?: string | undefined;
  filter?: ((record: T) => boolean) | undefined;
  /** Ties are broken by id. */
  compare: (a: T, b: T) => number;
  /** The sources that `filter` and `compare` read besides the record: when one changes, the view is sorted anew. */
  reads?: readonly Subscribable[] | undefined;
}

/** An ordered list of records. Subscribe while you show it: only then is it kept up to date change by change. */
export interface View<T> {
  readonly size: number;
  /** Returns all of it, in order; the same array until it changed. */
  get(): readonly T[];
  /** Positions `from` to `to` (exclusive); the same array until something in it changed. */
  window(from: number, to: number): readonly T[];
  /** Returns the record at a position. */
  at(index: number): T | undefined;
  /** Returns the position of a record by its id; -1 where the view does not show it. */
  indexOf(id: string): number;
  subscribe(listener: () => void): () => void;
}

/** One record's step: absent before (new) or absent after (gone). */
export interface Step<T> {
  before: T | undefined;
  after: T | undefined;
}

/** A listener to each write of a collection; only those that somebody is subscribed to are called. */
export interface WriteObserver<T> {
  follow(steps: readonly Step<T>[]): void;
  notify(): void;
}

/** The source that a view reads: a collection. */
export interface ViewSource<T> {
  /** Counts the groups of changes. */
  readonly version: number;
  get(id: string): T | undefined;
  all(): readonly T[];
  where(index: string, key: string): readonly T[];
  /** Tells whether an index holds a record under a key. */
  isUnder(index: string, key: string, record: T): boolean;
}

/** Snapshots that a view keeps at once; more windows than this are not on one screen. */
const maxWindows = 16;

export class LiveView<T extends { id: string }> implements View<T>, WriteObserver<T> {
  readonly #collection: ViewSource<T>;
  readonly #observers: Set<WriteObserver<T>>;
  readonly #spec: ViewSpec<T, string>;
  readonly #compare: (a: T, b: T) => number;
  readonly #listeners = new Listeners();
  /** Ends the subscriptions to what the spec reads besides. */
  #stopReading: (() => void)[] = [];
  readonly #windows = new Map<string, { to: number; items: readonly T[] }>();
  #list: SortedList<T> | undefined;
  #version = -1;
  #changed = false;

  constructor(collection: ViewSource<T>, observers: Set<WriteObserver<T>>, spec: ViewSpec<T, string>) {
    this.#collection = collection;
    this.#observers = observers;
    this.#spec = spec;
    this.#compare = (a, b) => spec.compare(a, b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  }

  get size(): number {
    return this.#current().size;
  }

  get(): readonly T[] {
    return this.window(0, Number.POSITIVE_INFINITY);
  }

  window(from: number, to: number): readonly T[] {
    const list = this.#current();
    const name = `${from}:${to}`;
    const known = this.#windows.get(name);
    if (known) return known.items;
    if (this.#windows.size >= maxWindows) this.#windows.clear();
    const items = list.slice(from, Math.min(to, list.size));
    this.#windows.set(name, { to, items });
    return items;
  }

  at(index: number): T | undefined {
    return this.#current().at(index);
  }

  indexOf(id: string): number {
    const record = this.#collection.get(id);
    return record && this.#shows(record) ? this.#current().indexOf(record) : -1;
  }

  subscribe(listener: () => void): () => void {
    const stop = this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      stop();
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  /** Takes the steps of one write over; those of many records make the next read sort anew, which is then cheaper. */
  follow(steps: readonly Step<T>[]): void {
    const list = this.#list;
    if (!list || this.#version !== this.#collection.version - 1 || steps.length * 8 > list.size + 64) {
      this.#list = undefined;
      this.#changed = true;
      return;
    }
    for (const { before, after } of steps) {
      const was = before !== undefined && this.#shows(before);
      const is = after !== undefined && this.#shows(after);
      if (was) this.#touch(list.remove(before));
      if (is) this.#touch(list.add(after));
    }
    this.#version = this.#collection.version;
  }

  notify(): void {
    if (!this.#changed) return;
    this.#changed = false;
    this.#listeners.call();
  }

  #start(): void {
    this.#observers.add(this);
    const { reads = [] } = this.#spec;
    if (reads.length === 0) return;
    // It may have changed since the view was last read.
    this.#list = undefined;
    this.#stopReading = reads.map((source) =>
      source.subscribe(() => {
        this.#list = undefined;
        this.#listeners.call();
      }),
    );
  }

  #stop(): void {
    this.#observers.delete(this);
    for (const stop of this.#stopReading) stop();
    this.#stopReading = [];
  }

  #shows(record: T): boolean {
    const { index, key, filter } = this.#spec;
    if (index !== undefined && !this.#collection.isUnder(index, key ?? '', record)) return false;
    return filter ? filter(record) : true;
  }

  /** Notes that something changed at a position: windows that end before it stay as they are. */
  #touch(position: number): void {
    this.#changed = true;
    for (const [name, window] of this.#windows) if (window.to > position) this.#windows.delete(name);
  }

  #current(): SortedList<T> {
    if (this.#list && this.#version === this.#collection.version) return this.#list;
    const { index, key, filter } = this.#spec;
    const source = index === undefined ? this.#collection.all() : this.#collection.where(index, key ?? '');
    const list = new SortedList(this.#compare, filter ? source.filter(filter) : [...source]);
    this.#list = list;
    this.#version = this.#collection.version;
    // What looks the same stays the same array, so that a reader that is not subscribed does not render for nothing.
    for (const [name, window] of this.#windows) {
      const from = Number(name.slice(0, name.indexOf(':')));
      const items = list.slice(from, Math.min(window.to, list.size));
      const isSame =
        items.length === window.items.length && items.every((item, i) => item === window.items[i]);
      if (!isSame) this.#windows.delete(name);
    }
    return list;
  }
}
