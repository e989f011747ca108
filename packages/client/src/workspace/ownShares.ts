/** Puts right what customers see of documents where two people changed documents and shares at once. */
import { type SharesLook, settleShares, wrongShares } from '../nouns/wrongShares.ts';
import { whenIdle } from '../replica/idle.ts';
import type { PersonIn } from '../replica/replica.ts';
import { isSettled, type Reconciled, reconcileOnChange } from './reconcile.ts';

/** Documents whose shares are corrected in one transaction. */
const perTransaction = 50;

/**
 * Corrects the shares of which this person wrote the document or the share last, while somebody else did the other; shares nothing.
 * Returns the function that stops it.
 */
export function keepShares({ workspace, userId }: PersonIn<Reconciled>): () => void {
  const { outbox, collections } = workspace;
  const { document, share, project } = collections;
  const looked: SharesLook = { told: new Map(), sources: new Map() };
  let [isDue, isSettling, isStopped] = [false, false, false];

  const maySettle = () => !isStopped && isSettled(workspace);
  const settleAtOnce = async (documentIds: readonly string[]) => {
    if (!maySettle()) return;
    const { id, faults } = settleShares(workspace, documentIds, looked);
    const isDone = id === undefined || (await outbox.outcome(id)) === 'done';
    const isAlone = documentIds.length === 1;
    if (isDone || isAlone) for (const each of faults) looked.told.set(...each);
    // Nobody asked for it, and so nobody hears that it was refused, nor that the device cannot store that.
    if (!isDone) await outbox.discard(id).catch(() => {});
    // One that is refused is not to take the others along.
    if (!isDone && !isAlone) for (const each of documentIds) await settleAtOnce([each]);
  };
  const settle = async (wrong: readonly string[]) => {
    // What comes with it may be what makes them right.
    await workspace.pull();
    await outbox.sent();
    for (let from = 0; from < wrong.length; from += perTransaction)
      await settleAtOnce(wrong.slice(from, from + perTransaction));
  };
  const look = () => {
    isDue = false;
    if (isSettling || !maySettle()) return;
    const wrong = wrongShares(workspace, userId, looked);
    if (wrong.length === 0) return;
    isSettling = true;
    void settle(wrong).finally(() => {
      isSettling = false;
      lookSoon();
    });
  };
  const lookSoon = () => {
    if (isDue) return;
    isDue = true;
    whenIdle(look);
  };
  const stop = reconcileOnChange(workspace, [document, share, project], lookSoon);
  return () => {
    isStopped = true;
    stop();
  };
}
