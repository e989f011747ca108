/** Holds the copies of documents that are being made, for whoever shows them. */
import { observable } from '@kontor/client/observable';
import { onPersonLeft } from '../../platform/leaving.ts';

export interface Copying {
  /** Tells it from another one to the same place. */
  id: number;
  /** The name of the place that the copies go to. */
  place: string;
  /** Files that are copied, or could not be; and all of them. */
  done: number;
  total: number;
  stop(): void;
}

/** In the order in which they began. */
export const copyings = observable<readonly Copying[]>([]);
onPersonLeft(() => {
  for (const { stop } of copyings.get()) stop();
});
