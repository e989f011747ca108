/** Acts on members that a restored backup does not have, and those of them that the log has again by now. */
import type { LogState } from '@kontor/contract/memberLog/state';
import type { HistoryItem } from './history.ts';

/** Returns those of these acts that do not show in a log's state: somebody has to repeat them. */
export function undone(
  items: readonly HistoryItem[],
  { members, invitations, scopes }: LogState,
): HistoryItem[] {
  const isThere = (id: string) => members.has(id) || invitations.has(id);
  return items.filter(({ what, subjectId = '', role, status }, i) => {
    // What somebody did to the same person later is what counts.
    const isLast = !items.slice(i + 1).some((later) => later.subjectId === subjectId && subjectId !== '');
    if (!isLast || what === 'rotate' || what === 'genesis' || what === 'restore') return false;
    const member = members.get(subjectId);
    if (what === 'remove' || what === 'withdraw' || what === 'expire') return isThere(subjectId);
    if (what === 'customer') return !scopes.has(subjectId);
    if (what === 'role') return member?.role !== role;
    if (what === 'status') return member?.status !== status;
    if (what === 'owner') return member?.isOwner !== true;
    return what === 'rekey' || !isThere(subjectId);
  });
}
