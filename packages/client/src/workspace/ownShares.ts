/** Puts right what customers see of documents where two people changed documents and shares at once. */
import { settleShares, type ToldFaults, wrongShares } from '../nouns/share.ts';
import { whenIdle } from '../replica/idle.ts';
import type { PersonIn, Replica } from '../replica/replica.ts';
import type { Workspace } from './workspace.ts';

/**
 * Corrects the shares of which this person wrote the document or the share last, while somebody else did the other; shares nothing.
 * Returns the function that stops it.
 */
export function keepShares({
  workspace,
  userId,
}: PersonIn<Replica & Pick<Workspace, 'confirmed'>>): () => void {
  const { status, loaded, confirmed, verified, outbox, collections } = workspace;
  const { document, share, project } = collections;
  const told: ToldFaults = new Map();
  let [isDue, isStopped] = [false, false];

  const settle = async (wrong: readonly string[]) => {
    // What comes with it may be what makes them right.
    await workspace.pull();
    await outbox.sent();
    const id = isStopped ? undefined : settleShares(workspace, wrong);
    // Nobody asked for it, and so nobody hears that it was refused.
    if (id !== undefined && (await outbox.outcome(id)) !== 'done') await outbox.discard(id);
  };
  const look = () => {
    isDue = false;
    if (isStopped || status.get().connection !== 'current' || !loaded.get().isComplete) return;
    if (!confirmed.get() || outbox.status.get().pending > 0 || !workspace.isWritable()) return;
    const wrong = wrongShares(workspace, userId, told);
    if (wrong.length > 0) void settle(wrong);
  };
  const lookSoon = () => {
    if (isDue) return;
    isDue = true;
    whenIdle(look);
  };
  const sources = [status, loaded, confirmed, verified, outbox.status, document, share, project];
  const stops = sources.map((each) => each.subscribe(lookSoon));
  lookSoon();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}
