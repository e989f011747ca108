/** Puts right what the customer sees of a project where two devices changed it or its tasks at once. */
import { type CountedCards, refreshCards, wrongCards } from '../nouns/projectCard.ts';
import type { PersonIn } from '../replica/replica.ts';
import { isSettled, type Reconciled, reconcileOnChange, takeBackRefused } from './reconcile.ts';

/** Writes again the cards that do not follow from their projects, as far as this person wrote one of the two last. Returns the function that stops it. */
export function keepCards({ workspace, userId }: PersonIn<Reconciled>): () => void {
  const { outbox, collections, scopes } = workspace;
  const { task, project, projectCard } = collections;
  const counted: CountedCards = new Map();
  let isStopped = false;
  const refresh = async (projectIds: readonly string[]) => {
    // What comes with it may be what makes them right.
    await workspace.pull();
    await outbox.sent();
    // What came is not verified yet: it is looked at again once it is.
    for (const projectId of projectIds.filter((id) => workspace.isUnverified(id)))
      for (const { id } of projectCard.where('projectId', projectId)) counted.delete(id);
    const id = isStopped ? undefined : refreshCards(workspace, projectIds);
    if (id !== undefined) await takeBackRefused(outbox, id);
  };
  const stop = reconcileOnChange(workspace, [scopes, task, project, projectCard], () => {
    if (!isSettled(workspace)) return;
    const wrong = wrongCards(workspace, userId, counted);
    if (wrong.length > 0) void refresh(wrong);
  });
  return () => {
    isStopped = true;
    stop();
  };
}
