/** Puts right what the customer sees of a project where two devices counted its tasks at once. */
import { type CountedCards, refreshCards, wrongCards } from '../nouns/projectCard.ts';
import type { PersonIn, Replica } from '../replica/replica.ts';
import type { Workspace } from './workspace.ts';

/** Counts again the cards that this person wrote last. Returns the function that stops it. */
export function keepCards({
  workspace,
  userId,
}: PersonIn<Replica & Pick<Workspace, 'confirmed'>>): () => void {
  const { status, loaded, confirmed, verified, outbox, collections } = workspace;
  const counted: CountedCards = new Map();
  let isStopped = false;
  const refresh = async (projectIds: readonly string[]) => {
    // What comes with it may be what makes them right.
    await workspace.pull();
    await outbox.sent();
    const id = isStopped ? undefined : refreshCards(workspace, projectIds);
    // Nobody asked for it, and so nobody hears that it was refused.
    if (id !== undefined && (await outbox.outcome(id)) !== 'done') await outbox.discard(id);
  };
  const look = () => {
    if (status.get().connection !== 'current' || !loaded.get().isComplete || !confirmed.get()) return;
    if (outbox.status.get().pending > 0 || !workspace.isWritable()) return;
    const wrong = wrongCards(workspace, userId, counted);
    if (wrong.length > 0) void refresh(wrong);
  };
  const { task, projectCard } = collections;
  const sources = [status, loaded, confirmed, verified, outbox.status, task, projectCard];
  const stops = sources.map((each) => each.subscribe(look));
  look();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}
