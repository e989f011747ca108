/** When a device puts right by itself what people did at once on devices that did not know of each other. */
import type { Subscribable } from '../observable.ts';
import type { Replica } from '../replica/replica.ts';
import type { Workspace } from './workspace.ts';

/** A workspace as those see it that put something right in it. */
export type Kept = Replica & Pick<Workspace, 'confirmed'>;

/** Tells whether all of a workspace is here as the server has it, somebody vouched for it, and it may be written. */
export const isReady = ({ status, loaded, confirmed, isWritable }: Kept): boolean =>
  status.get().connection === 'current' &&
  loaded.get().isComplete &&
  confirmed.get() === true &&
  isWritable();

/** Tells whether it is ready, and nothing of this device is on its way that may be what makes the rest right. */
export const isSettled = (workspace: Kept): boolean =>
  isReady(workspace) && workspace.outbox.status.get().pending === 0;

/**
 * Calls `look` now, and whenever something changed by which a workspace becomes ready or settled, authors are verified, or one of
 * `sources` says something else. Returns the function that stops it.
 */
export function keepLooking(workspace: Kept, sources: readonly Subscribable[], look: () => void): () => void {
  const { status, loaded, confirmed, verified, outbox } = workspace;
  const stops = [status, loaded, confirmed, verified, outbox.status, ...sources].map((each) =>
    each.subscribe(look),
  );
  look();
  return () => {
    for (const stop of stops) stop();
  };
}
