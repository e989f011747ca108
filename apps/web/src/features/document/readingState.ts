/** Holds how far the reading of many files is, for whoever shows it. */
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

/** Undefined while nothing is read, and nothing is to be said of what was. */
export const readings = observable<Reading | undefined>(undefined);
