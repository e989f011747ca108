import type { Replica } from '../replica/replica.ts';

/** Resolves when the records of a scope are in the collections, so that one that is not there is gone; at once on `signal`. */
export function untilOpen(
  { loaded, need }: Pick<Replica, 'loaded' | 'need'>,
  scopeId: string,
  signal: AbortSignal,
): Promise<void> {
  const isOver = () => {
    const { scopes, isComplete } = loaded.get();
    return isComplete || scopes.has(scopeId) || signal.aborted;
  };
  if (isOver()) return Promise.resolve();
  need([scopeId]);
  return new Promise((resolve) => {
    let stop = () => {};
    const look = () => {
      if (!isOver()) return;
      stop();
      signal.removeEventListener('abort', look);
      resolve();
    };
    stop = loaded.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}
