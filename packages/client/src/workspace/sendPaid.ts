/** Sends again what the server refused while a payment was missing. */
import type { Subscribable } from '../observable.ts';
import type { Replica } from '../replica/replica.ts';

type Written = Pick<Replica, 'isWritable'> & { outbox: Pick<Replica['outbox'], 'failed' | 'retry'> };

/**
 * Retries it when a workspace that may be written opens, and whenever one becomes writable: what is refused again
 * meanwhile waits for the person. Returns the function that stops it.
 * @param session calls back whenever it may have become writable
 */
export function sendPaid({ isWritable, outbox }: Written, session: Subscribable): () => void {
  let wasWritable = false;
  const look = () => {
    const becameWritable = isWritable() && !wasWritable;
    wasWritable = isWritable();
    if (!becameWritable) return;
    const unpaid = outbox.failed.get().filter(({ code }) => code === 'SUBSCRIPTION_EXPIRED');
    // Where the device cannot store that, it tries again by itself.
    for (const { id } of unpaid) outbox.retry(id).catch(() => {});
  };
  look();
  return session.subscribe(look);
}
