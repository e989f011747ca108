/** A search for tests of what a page shows of it: how far its index is, and when it answers, is up to the test. */
import { observable } from '@kontor/client/observable';
import type { Search, SearchProgress } from '@kontor/client/searching/search';
import type { Query, Result } from '@kontor/search/query';

/** The progress of an index that has everything. */
export const wholeIndex: SearchProgress = {
  isComplete: true,
  isLoading: false,
  done: 4,
  total: 4,
  isRebuilding: false,
  textsMissing: 0,
};

/** Returns a search that answers each query with the ids that `find` has for its text, or fails with it. */
export function heldSearch(find: (query: Query) => readonly string[] | Promise<readonly string[]>) {
  const progress = observable<SearchProgress>(wholeIndex);
  const changes = observable(0);
  const keys = async (asked: Query) => [...(await find(asked))];
  const query = async (asked: Query): Promise<Result> => {
    const ids = await keys(asked);
    const hits = ids.map((key) => ({ key, level: 0, time: 0 }));
    return { count: hits.length, groups: [{ tag: '', count: hits.length, hits }], facets: new Map() };
  };
  const search: Search = { progress, changes, query, keys, close: async () => {} };
  /** Asks every question again, as after something was indexed. */
  const change = () => changes.set(changes.get() + 1);
  return { search, progress, change };
}
