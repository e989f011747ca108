/** The others who have a document open in another program. */
import { holdersOf } from '@kontor/client/desktop/leases';
import { useEffect, useReducer } from 'react';
import { currentWorkspace, useAll } from '../../platform/workspace/workspace.ts';

/** Returns the first names of the others who have a document open now. */
export function holdersNow(documentId: string): string[] {
  const { records, userId } = currentWorkspace();
  const nameOf = (id: string) =>
    records.collections.member.where('userId', id).find(({ firstName }) => firstName)?.firstName;
  return holdersOf(records, documentId, { userId, now: Date.now() }).flatMap((id) => nameOf(id) ?? []);
}

/** Returns who else has a document open, by first names; again when that changes, or a lease ends. */
export function useHolders(documentId: string): readonly string[] {
  const leases = useAll('lease');
  const [, again] = useReducer((count: number) => count + 1, 0);
  const own = leases.filter((lease) => lease.documentId === documentId);
  const next = Math.min(...own.map(({ until }) => until).filter((until) => until > Date.now()));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(again, next - Date.now() + 50);
    return () => clearTimeout(timer);
  }, [next]);
  return own.length > 0 ? holdersNow(documentId) : [];
}
