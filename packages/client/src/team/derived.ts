import { Listeners, type Observable } from '../observable.ts';

interface Source {
  subscribe(listener: () => void): () => void;
}

/**
 * Returns an observable that is computed from others: anew when it is read and one of `inputs` has changed. Its
 * listeners are called whenever a source calls.
 */
export function derived<const I extends readonly unknown[], T>(
  sources: readonly Source[],
  inputs: () => I,
  compute: (inputs: I) => T,
): Observable<T> {
  const listeners = new Listeners();
  let stops: (() => void)[] = [];
  let last: { inputs: I; value: T } | undefined;
  return {
    get: () => {
      const now = inputs();
      if (!last || now.some((input, i) => input !== last!.inputs[i]))
        last = { inputs: now, value: compute(now) };
      return last.value;
    },
    subscribe: (listener) => {
      if (listeners.size === 0) stops = sources.map((source) => source.subscribe(() => listeners.call()));
      const stop = listeners.add(listener);
      return () => {
        stop();
        if (listeners.size > 0) return;
        for (const each of stops) each();
        stops = [];
      };
    },
  };
}
