/** Holds what is being put together to be saved, for whoever shows it. */
import { observable } from '@kontor/client/observable';

export interface Packing {
  /** Tells it from another download of the same name. */
  id: number;
  name: string;
  done: number;
  total: number;
  /** Of an archive, files are counted. */
  unit: 'files' | 'bytes';
  stop(): void;
}

/** In the order in which they began. */
export const packings = observable<readonly Packing[]>([]);
