/**
 * Brings what somebody put into a record while another moved that to where it is by now: neither device knew of the other's
 * act. What was not sent before the move goes there by itself (`replica/late.ts`).
 */
import { can } from '@kontor/contract/capability';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { LeftBehind } from '../replica/recordSet.ts';
import type { PersonIn } from '../replica/replica.ts';
import { isSettled, type Reconciled, reconcileOnChange, takeBackRefused } from './reconcile.ts';

/** Nouns whose records can be left behind. */
const nouns = entityNames.filter((name) => entityOf(name).within.length > 0);

/** Takes over what its author or an admin may move, each once. Returns the function that stops it. */
export function keepTogether({ workspace, userId }: PersonIn<Reconciled>): () => void {
  const { outbox, collections, log } = workspace;
  const seen = new Set<string>();
  const isMine = ({ entity, row }: LeftBehind): boolean => {
    const me = log.get()?.members.get(userId);
    if (!me || (row.authorId !== userId && me.role !== 'ADMIN')) return false;
    const { owner } = entityOf(entity);
    const whose = owner === undefined ? undefined : { ownerId: String(row[owner]) };
    return (['create', 'delete'] as const).every((verb) => can(me, `${entity}.${verb}`, whose));
  };
  const bring = async ({ entity, row, scopeId, fields }: LeftBehind) => {
    const id = workspace.transaction(() => workspace.move(entity, row.id, { scopeId, fields }));
    // Somebody may have moved or deleted it themselves.
    if (id !== undefined) await takeBackRefused(outbox, id);
  };
  const sources = nouns.map((name) => collections[name]);
  return reconcileOnChange(workspace, sources, () => {
    if (!isSettled(workspace)) return;
    for (const left of workspace.leftBehind()) {
      const key = JSON.stringify([left.row.id, left.scopeId, left.fields]);
      if (seen.has(key) || !isMine(left)) continue;
      seen.add(key);
      void bring(left);
    }
  });
}
