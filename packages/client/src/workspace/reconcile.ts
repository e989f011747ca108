/** Watches for the moment at which a device may put right what people did at once on devices that did not know of each other. */
import type { Subscribable } from '../observable.ts';
import type { OutboxControl, Replica } from '../replica/replica.ts';
import type { Workspace } from './workspace.ts';

/** The parts of a workspace by which something is put right in it. */
export type Reconciled = Replica & Pick<Workspace, 'confirmed'>;

/** Tells whether all of a workspace is here as the server has it, somebody vouched for it, and it may be written. */
export const isReady = ({ status, loaded, confirmed, isWritable }: Reconciled): boolean =>
  status.get().connection === 'current' &&
  loaded.get().isComplete &&
  confirmed.get() === true &&
  isWritable();

/** Tells whether it is ready, and nothing of this device is on its way that may be what makes the rest right. */
export const isSettled = (workspace: Reconciled): boolean =>
  isReady(workspace) && workspace.outbox.status.get().pending === 0;

/**
 * Calls `reconcile` now, and whenever something changed by which a workspace becomes ready or settled, authors are verified, or one of
 * `sources` says something else. Returns the function that stops it.
 */
export function reconcileOnChange(
  workspace: Reconciled,
  sources: readonly Subscribable[],
  reconcile: () => void,
): () => void {
  const { status, loaded, confirmed, verified, outbox } = workspace;
  const stops = [status, loaded, confirmed, verified, outbox.status, ...sources].map((each) =>
    each.subscribe(reconcile),
  );
  reconcile();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Takes back what was refused of a transaction, batch by batch: nobody asked for it, and so nobody hears of that. */
export async function takeBackRefused(outbox: OutboxControl, transactionId: string): Promise<void> {
  for (const id of outbox.batchesOf(transactionId))
    if ((await outbox.outcome(id)) !== 'done')
      // Where the device cannot store that, it tries again by itself.
      await outbox.discard(id).catch(() => {});
}
