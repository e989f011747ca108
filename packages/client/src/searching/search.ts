/** The search over everything in a workspace that this person reads. Created by `openSearch`. */
import type { Query, Result } from '@kontor/search/query';
import type { Observable } from '../observable.ts';

export interface SearchProgress {
  /** True if everything that is on this device can be found. */
  isComplete: boolean;
  /** True while records are still on their way: `total` counts those that came so far. */
  isLoading: boolean;
  /** Records that can be found so far, and that there are. */
  done: number;
  total: number;
  /** True while what was damaged on this device is made anew. */
  isRebuilding: boolean;
  /** Files that can be found by their names, and not by their texts yet. */
  textsMissing: number;
}

/** Tells whether every record can be found; words of files may be missing all the same. */
export const hasEveryRecord = ({ isLoading, done, total }: SearchProgress): boolean =>
  !isLoading && done >= total;

export interface Search {
  readonly progress: Observable<SearchProgress>;
  /** Grows when something else can be found than before, twice a second at most while much is indexed. */
  readonly changes: Observable<number>;
  /** Answers from what can be found so far. Documents' keys are ids of records; their tags: see `tagOf`. */
  query(query: Query): Promise<Result>;
  /** Answers with the keys of everything that is found, the best first; with typos only where nothing is found without. */
  keys(query: Pick<Query, 'text' | 'tagged'>): Promise<string[]>;
  /** Stops; what was not kept yet is made anew at the next start. */
  close(): Promise<void>;
}
