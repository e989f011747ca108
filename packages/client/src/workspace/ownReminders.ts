/** Reminds of the person's own requests to sign, once all that may have become of them is here. */
import { remindDue } from '../nouns/signingReminder.ts';
import type { PersonIn } from '../replica/replica.ts';
import { isReady, type Reconciled, reconcileOnChange } from './reconcile.ts';

/** Reminds of every request of the person's for which it is time, once, as soon as it is ready. Returns the function that stops it. */
export function remindOnceReady({ workspace, userId }: PersonIn<Reconciled>): () => void {
  let hasReminded = false;
  return reconcileOnChange(workspace, [], () => {
    if (hasReminded || !isReady(workspace)) return;
    hasReminded = true;
    remindDue(workspace, { userId, at: Date.now() });
  });
}
