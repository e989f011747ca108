import type { Replica } from '../replica/replica.ts';

/** Resolves when the records of a scope are in the collections, so that one that is not there is gone; at once on `signal`. */
export function untilOpen(
  { loaded, need }: Pick<Replica, 'loaded' | 'need'>,
  scopeId: string,
  signal: AbortSignal,
): Promise<void> {
  need([scopeId]);
  return new Promise((resolve) => {
    let stop = () => {};
    const look = () => {
      const { scopes, isComplete } = loaded.get();
      if (!isComplete && !scopes.has(scopeId) && !signal.aborted) return;
      stop();
      signal.removeEventListener('abort', look);
      resolve();
    };
    stop = loaded.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}
