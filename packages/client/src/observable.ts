/** Something that calls back when it changed: a collection, sums, an observable. */
export interface Subscribable {
  /** Calls back after each change; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** A value with listeners, shaped for `useSyncExternalStore`: the same reference until it changed. */
export interface Observable<T> extends Subscribable {
  get(): T;
}

export interface Settable<T> extends Observable<T> {
  set(value: T): void;
}

/** Listeners of one thing. One that throws does not keep the others from hearing. */
export class Listeners {
  readonly #all = new Set<() => void>();

  get size(): number {
    return this.#all.size;
  }

  add(listener: () => void): () => void {
    // A wrapper of its own, so that the same function may listen twice and leave once.
    const own = () => listener();
    this.#all.add(own);
    return () => void this.#all.delete(own);
  }

  call(): void {
    for (const listener of [...this.#all]) {
      try {
        listener();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

/** Returns an observable that starts with `value`; setting the same value again tells nobody. */
export function observable<T>(value: T): Settable<T> {
  const listeners = new Listeners();
  let current = value;
  return {
    get: () => current,
    set: (next) => {
      if (Object.is(next, current)) return;
      current = next;
      listeners.call();
    },
    subscribe: (listener) => listeners.add(listener),
  };
}
