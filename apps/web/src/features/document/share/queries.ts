import { entryOf } from '@kontor/client/nouns/entryOf';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Share } from '@kontor/contract/nouns/share';
import { useMemo } from 'react';
import { personName } from '../../../platform/text/personName.ts';
import { useAll, useWhere } from '../../../platform/workspace/workspace.ts';

/** Returns what is shared with one customer, or (undefined) with all whom the person may see. */
export function useShares(customerId: string | undefined): readonly Share[] {
  const all = useAll('share');
  return useMemo(
    () => (customerId ? all.filter(({ scopeId }) => scopeId === customerId) : all),
    [all, customerId],
  );
}

/** Returns what is shared of a project. */
export const useProjectShares = (projectId: string): readonly Share[] =>
  useWhere('share', 'projectId', projectId);

/** Returns the ids of the documents that are shared with a customer. */
export function useSharedIds(customerId: string | undefined): ReadonlySet<string> {
  const shares = useWhere('share', 'scopeId', customerId ?? '');
  return useMemo(() => new Set(shares.map(({ documentId }) => documentId)), [shares]);
}

/** Returns the names of a customer's users, whom the member log has; empty for those who have not said theirs. */
export const customerUsers = ({ collections, log }: Workspace, customerId: string): readonly string[] =>
  [...(log.get()?.members.values() ?? [])]
    .filter((member) => member.customerId === customerId && member.status !== 'INACTIVE')
    .map((member) => {
      const entry = entryOf(collections, member);
      return entry ? personName(entry) : '';
    });
