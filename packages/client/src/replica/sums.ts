/** Sums over a collection by group, e.g. the number of tasks done in each project. */
import { Listeners, type Subscribable } from '../observable.ts';
import type { Step, WriteObserver } from './view.ts';

/** The figures to add up. The functions must always give the same answer for one record. */
export interface SumsSpec<T, K extends string> {
  /** Returns the group in which a record counts; it counts nowhere where this is undefined. */
  group: (record: T) => string | undefined;
  /** Returns what a record adds to the figures of its group: whole numbers, so that nothing drifts. */
  figures: (record: T) => Readonly<Record<K, number>>;
  /** The figures of a group without records. */
  zero: Readonly<Record<K, number>>;
}

export interface Sums<K extends string> extends Subscribable {
  /** Returns the figures of a group; the same object until one of them changes. */
  of(group: string): Readonly<Record<K, number>>;
}

interface Source<T> {
  readonly version: number;
  all(): readonly T[];
}

/** The sums behind the interface: O(1) for each changed record while somebody is subscribed. */
export class LiveSums<T, K extends string> implements Sums<K>, WriteObserver<T> {
  readonly #collection: Source<T>;
  readonly #observers: Set<WriteObserver<T>>;
  readonly #spec: SumsSpec<T, K>;
  readonly #listeners = new Listeners();
  #groups = new Map<string, Readonly<Record<K, number>>>();
  #version = -1;
  #changed = false;

  constructor(collection: Source<T>, observers: Set<WriteObserver<T>>, spec: SumsSpec<T, K>) {
    this.#collection = collection;
    this.#observers = observers;
    this.#spec = spec;
  }

  of(group: string): Readonly<Record<K, number>> {
    if (this.#version !== this.#collection.version) this.#addUp();
    return this.#groups.get(group) ?? this.#spec.zero;
  }

  subscribe(listener: () => void): () => void {
    const stop = this.#listeners.add(listener);
    this.#observers.add(this);
    return () => {
      stop();
      if (this.#listeners.size === 0) this.#observers.delete(this);
    };
  }

  follow(steps: readonly Step<T>[]): void {
    if (this.#version !== this.#collection.version - 1) {
      this.#changed = true;
      return;
    }
    const changes = new Map<string, Record<K, number>>();
    for (const { before, after } of steps) {
      if (before !== undefined) this.#count(changes, before, -1);
      if (after !== undefined) this.#count(changes, after, 1);
    }
    for (const [group, change] of changes) this.#apply(group, change);
    this.#version = this.#collection.version;
  }

  notify(): void {
    if (!this.#changed) return;
    this.#changed = false;
    this.#listeners.call();
  }

  #count(into: Map<string, Record<K, number>>, record: T, sign: 1 | -1): void {
    const group = this.#spec.group(record);
    if (group === undefined) return;
    let sum = into.get(group);
    if (!sum) {
      sum = { ...this.#spec.zero };
      into.set(group, sum);
    }
    const figures = this.#spec.figures(record);
    for (const name in figures) sum[name] += sign * figures[name];
  }

  #apply(group: string, change: Record<K, number>): void {
    const next = { ...(this.#groups.get(group) ?? this.#spec.zero) } as Record<K, number>;
    let differs = false;
    for (const name in change) {
      if (change[name] === 0) continue;
      next[name] += change[name];
      differs = true;
    }
    if (!differs) return;
    this.#groups.set(group, next);
    this.#changed = true;
  }

  /** Adds everything up anew; groups whose figures are what they were keep their object. */
  #addUp(): void {
    const groups = new Map<string, Record<K, number>>();
    for (const record of this.#collection.all()) this.#count(groups, record, 1);
    for (const [group, sum] of groups) {
      const known = this.#groups.get(group);
      if (known && (Object.keys(sum) as K[]).every((name) => sum[name] === known[name]))
        groups.set(group, known as Record<K, number>);
    }
    this.#groups = groups;
    this.#version = this.#collection.version;
  }
}
