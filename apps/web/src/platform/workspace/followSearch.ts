import type { Search } from '@kontor/client/searching/search';
import { currentWorkspace } from './workspace.ts';

/**
 * Asks the search of the open workspace now, and again each time that something else can be found, one question after the other.
 * `ask` is told whether its answer is still wanted; `fail` hears of a question that failed.
 * @returns what ends it
 */
export function followSearch(
  ask: (search: Search, isWanted: () => boolean) => Promise<void>,
  fail: (error: unknown) => void = () => {},
): () => void {
  let isOver = false;
  let stop = () => {};
  const isWanted = () => !isOver;
  void (async () => {
    const search = await currentWorkspace().records.search();
    if (isOver) return;
    let isAsking = false;
    let isStale = false;
    const go = async () => {
      isStale = true;
      if (isAsking) return;
      isAsking = true;
      while (isStale && isWanted()) {
        isStale = false;
        await ask(search, isWanted).catch((error) => isWanted() && fail(error));
      }
      isAsking = false;
    };
    stop = search.changes.subscribe(() => void go());
    await go();
  })().catch((error) => isWanted() && fail(error));
  return () => {
    isOver = true;
    stop();
  };
}
