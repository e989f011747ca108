/** Holds what is being put together to be saved, for whoever shows it. */
import { observable } from '@kontor/client/observable';

export interface Packing {
  name: string;
  done: number;
  total: number;
  /** Of an archive, files are counted. */
  unit: 'files' | 'bytes';
  stop(): void;
}

export const packing = observable<Packing | undefined>(undefined);
