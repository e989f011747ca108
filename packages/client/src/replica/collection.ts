/**
 * Open records of one noun in memory: a map by id, small declared indexes, ordered views that are kept up to date
 * change by change. Snapshots are the same array until something in them changed, as `useSyncExternalStore` wants.
 */
import { Listeners } from '../observable.ts';
import { LiveSums, type Sums, type SumsSpec } from './sums.ts';
import {
  LiveView,
  type Step,
  type View,
  type ViewSource,
  type ViewSpec,
  type WriteObserver,
} from './view.ts';

/** The keys under which a record is found in an index; none where undefined. */
export type KeysOf<T> = (record: T) => string | readonly string[] | undefined;

/** The records of a noun as screens see them; `Index` names the indexes that find them. */
export interface Collection<T, Index extends string = string> {
  readonly size: number;
  get(id: string): T | undefined;
  /** Returns every record, in no order to rely on. Costs O(n) once after each change. */
  all(): readonly T[];
  /**
   * Returns the records under a key of a declared index. @throws RangeError on an index that is not declared
   */
  where(index: Index, key: string): readonly T[];
  /**
   * Returns the keys of a declared index that records are under. @throws RangeError on an index that is not
   * declared
   */
  keys(index: Index): Iterable<string>;
  /**
   * Returns an ordered list that follows the changes; cheap to make, kept up to date while somebody is
   * subscribed.
   */
  view(spec: ViewSpec<T, Index>): View<T>;
  /** Returns sums by group that follow the changes in the same way; the same object for the same `spec`. */
  sums<K extends string>(spec: SumsSpec<T, K>): Sums<K>;
  /** Calls back once after each group of changes. */
  subscribe(listener: () => void): () => void;
}

interface Bucket<T> {
  records: Map<string, T>;
  snapshot: readonly T[] | undefined;
}

const nothing: readonly never[] = Object.freeze([]);

/** The collection behind the interface; only the replica writes into it. */
export class RecordCollection<T extends { id: string }, Index extends string = string>
  implements Collection<T, Index>, ViewSource<T>
{
  readonly #records = new Map<string, T>();
  readonly #declared: Record<string, KeysOf<T>>;
  /** Made when first asked for. */
  readonly #indexes = new Map<string, Map<string, Bucket<T>>>();
  readonly #listeners = new Listeners();
  /** Views and sums that are kept up to date. */
  readonly observers = new Set<WriteObserver<T>>();
  readonly #sums = new WeakMap<object, Sums<string>>();
  #snapshot: readonly T[] | undefined;
  #version = 0;
  #isDirty = false;

  constructor(indexes: Record<string, KeysOf<T>> = {}) {
    this.#declared = indexes;
  }

  get size(): number {
    return this.#records.size;
  }

  /** Counts the groups of changes. */
  get version(): number {
    return this.#version;
  }

  get(id: string): T | undefined {
    return this.#records.get(id);
  }

  all(): readonly T[] {
    this.#snapshot ??= [...this.#records.values()];
    return this.#snapshot;
  }

  where(index: string, key: string): readonly T[] {
    const bucket = this.#index(index).get(key);
    if (!bucket) return nothing;
    bucket.snapshot ??= [...bucket.records.values()];
    return bucket.snapshot;
  }

  keys(index: string): Iterable<string> {
    return this.#index(index).keys();
  }

  view(spec: ViewSpec<T, Index>): View<T> {
    return new LiveView(this, this.observers, spec);
  }

  sums<K extends string>(spec: SumsSpec<T, K>): Sums<K> {
    const made = (this.#sums.get(spec) as Sums<K> | undefined) ?? new LiveSums(this, this.observers, spec);
    this.#sums.set(spec, made);
    return made;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Tells whether an index holds a record under a key. */
  isUnder(index: string, key: string, record: T): boolean {
    const keyOf = this.#declared[index];
    if (!keyOf) throw new RangeError(`no index ${index}`);
    return keysOf(keyOf(record)).includes(key);
  }

  /** Puts records in and takes ids out, together; tells nobody before `notify`. Unchanged ones cost nothing. */
  write(changes: Iterable<{ id: string; record: T | undefined }>): void {
    const steps: Step<T>[] = [];
    for (const { id, record } of changes) {
      const before = this.#records.get(id);
      if (before === record) continue;
      if (record) this.#records.set(id, record);
      else this.#records.delete(id);
      for (const [name, index] of this.#indexes) this.#reindex(index, this.#declared[name]!, before, record);
      steps.push({ before, after: record });
    }
    if (steps.length === 0) return;
    this.#snapshot = undefined;
    this.#version++;
    this.#isDirty = true;
    for (const observer of this.observers) observer.follow(steps);
  }

  /** Tells the listeners, if anything was written since the last time. */
  notify(): void {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    for (const observer of [...this.observers]) observer.notify();
    this.#listeners.call();
  }

  #index(name: string): Map<string, Bucket<T>> {
    const made = this.#indexes.get(name);
    if (made) return made;
    const keyOf = this.#declared[name];
    if (!keyOf) throw new RangeError(`no index ${name}`);
    const index = new Map<string, Bucket<T>>();
    for (const record of this.#records.values()) this.#reindex(index, keyOf, undefined, record);
    this.#indexes.set(name, index);
    return index;
  }

  #reindex(
    index: Map<string, Bucket<T>>,
    keyOf: KeysOf<T>,
    before: T | undefined,
    after: T | undefined,
  ): void {
    const keys = after ? keysOf(keyOf(after)) : nothing;
    if (before) {
      for (const key of keysOf(keyOf(before))) {
        if (keys.includes(key)) continue;
        const bucket = index.get(key)!;
        bucket.records.delete(before.id);
        bucket.snapshot = undefined;
        if (bucket.records.size === 0) index.delete(key);
      }
    }
    for (const key of keys) {
      let bucket = index.get(key);
      if (!bucket) {
        bucket = { records: new Map(), snapshot: undefined };
        index.set(key, bucket);
      }
      bucket.records.set(after!.id, after!);
      bucket.snapshot = undefined;
    }
  }
}

/** Returns keys, each once: a colleague's client may have written a list that names one twice. */
function keysOf(keys: string | readonly string[] | undefined): readonly string[] {
  if (keys === undefined) return nothing;
  if (typeof keys === 'string') return [keys];
  return keys.length > 1 ? [...new Set(keys)] : keys;
}
