/** The others who have a document open in another program. */
import { holdersOf } from '@kontor/client/desktop/leases';
import { useEffect, useReducer } from 'react';
import { serverNow } from '../../platform/workspace/serverNow.ts';
import { currentWorkspace, useAll, useWorkspace } from '../../platform/workspace/workspace.ts';

/** Returns the first names of the others who have a document open now. */
export function holdersNow(documentId: string): string[] {
  const { records, userId } = currentWorkspace();
  const nameOf = (id: string) =>
    records.collections.member.where('userId', id).find(({ firstName }) => firstName)?.firstName;
  return holdersOf(records, documentId, { userId, now: serverNow(records) }).flatMap(
    (id) => nameOf(id) ?? [],
  );
}

/** Returns who else has a document open, by first names; again when that changes, or a lease ends. */
export function useHolders(documentId: string): readonly string[] {
  const leases = useAll('lease');
  const { records } = useWorkspace();
  const [, again] = useReducer((count: number) => count + 1, 0);
  const own = leases.filter((lease) => lease.documentId === documentId);
  const next = Math.min(...own.map(({ until }) => until).filter((until) => until > serverNow(records)));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(again, next - serverNow(records) + 50);
    return () => clearTimeout(timer);
  }, [next, records]);
  return own.length > 0 ? holdersNow(documentId) : [];
}
