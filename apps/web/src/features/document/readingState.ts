/** Holds the progress of reading files for full-text search. */
import { observable } from '@kontor/client/observable';

interface Reading {
  done: number;
  total: number;
  /** The name of the file that is being read; undefined once all were. */
  current: string | undefined;
  /** The files that still cannot be found by their words, and why not. */
  failures: readonly { id: string; name: string; problem: string }[];
  /** Reads no further, and takes it out of view. */
  stop(): void;
}

/** Undefined while nothing is being read and there is no result to show. */
export const reading = observable<Reading | undefined>(undefined);
