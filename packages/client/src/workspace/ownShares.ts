/** Puts right what customers see of documents where two people changed documents and shares at once. */
import { settleShares, type ToldFaults, wrongShares } from '../nouns/share.ts';
import { whenIdle } from '../replica/idle.ts';
import type { PersonIn, Replica } from '../replica/replica.ts';
import type { Row } from '../replica/row.ts';
import type { Workspace } from './workspace.ts';

/**
 * Corrects the shares of which this person wrote the document or the share last, and shares what they put into a folder, or what
 * lies in one that they shared, while somebody else did the other. Returns the function that stops it.
 */
export function keepShares({
  workspace,
  userId,
}: PersonIn<Replica & Pick<Workspace, 'confirmed'>>): () => void {
  const { status, loaded, confirmed, verified, outbox, collections } = workspace;
  const { document, share, project } = collections;
  const told: ToldFaults = new Map();
  /** Documents that this person put somewhere, and folders that they shared, since it was last looked at. */
  const came = new Set<string>();
  /** Documents that they took out of a customer’s sight. */
  const stopped = new Set<string>();
  const keyOf = (documentId: unknown, customerId: string) => `${documentId} ${customerId}`;
  let [isDue, isStopped] = [false, false];

  const noteDocument = (before: Row | undefined, after: Row | undefined) => {
    if (!after?.parentId) return;
    const isPut = before
      ? before.parentId !== after.parentId || before.scopeId !== after.scopeId
      : after.version === 0;
    if (isPut && workspace.isPending(after.id)) came.add(after.id);
  };
  const noteShare = (before: Row | undefined, after: Row | undefined) => {
    const each = after ?? before;
    if (!each || (before && after) || !workspace.isPending(each.id)) return;
    const key = keyOf(each.documentId, each.scopeId);
    if (after) stopped.delete(key);
    else stopped.add(key);
    if (after?.version === 0 && after.kind === 'folder' && !after.coveredBy)
      came.add(String(after.documentId));
  };
  for (const each of document.all()) noteDocument(undefined, each as unknown as Row);
  for (const each of share.all()) noteShare(undefined, each as unknown as Row);

  const isCustomers = (id: string) => {
    const found = document.get(id);
    return found && (found.customerId ?? project.get(found.scopeId)?.customerId) !== undefined;
  };
  const settle = async (wrong: readonly string[], put: readonly string[]) => {
    // What comes with it may be what makes them right.
    await workspace.pull();
    await outbox.sent();
    const id = isStopped
      ? undefined
      : settleShares(workspace, wrong, put, (...of) => stopped.has(keyOf(...of)));
    // Nobody asked for it, and so nobody hears that it was refused.
    if (id !== undefined && (await outbox.outcome(id)) !== 'done') await outbox.discard(id);
  };
  const look = () => {
    isDue = false;
    if (isStopped || status.get().connection !== 'current' || !loaded.get().isComplete) return;
    if (!confirmed.get() || outbox.status.get().pending > 0 || !workspace.isWritable()) return;
    const put = [...came].filter(isCustomers);
    came.clear();
    const wrong = wrongShares(workspace, userId, told);
    if (wrong.length + put.length > 0) void settle(wrong, put);
  };
  const lookSoon = () => {
    if (isDue) return;
    isDue = true;
    whenIdle(look);
  };
  const sources = [status, loaded, confirmed, verified, outbox.status, document, share, project];
  const stops = sources.map((each) => each.subscribe(lookSoon));
  stops.push(
    workspace.onWrite((entity, steps) => {
      for (const { before, after } of steps)
        if (entity === 'document') noteDocument(before, after);
        else if (entity === 'share') noteShare(before, after);
    }),
  );
  lookSoon();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}
