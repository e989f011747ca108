import type { Document } from '@kontor/contract/document';
import { useCan } from '../../platform/actor.ts';
import type { People } from '../../ui/people.tsx';
import { revokeDocuments, shareDocuments } from './actions.ts';
import { useCustomerUserIds, useSharedIds } from './queries.ts';

/** Sharing documents with a customer; undefined where there is none, or the person may not share. */
export function useSharing(
  customer: { id: string; name: string } | undefined,
  people: People,
  shownName: (name: string) => string,
) {
  const mayShare = useCan('share.create');
  const sharedIds = useSharedIds(customer?.id);
  const userIds = useCustomerUserIds(customer?.id);
  if (!customer || !mayShare) return undefined;
  const target = {
    id: customer.id,
    name: customer.name,
    users: userIds.map((id) => people.get(id)?.name ?? ''),
  };
  const isShared = (documentId: string) => sharedIds.has(documentId);
  return {
    customerName: customer.name,
    isShared,
    share: (documents: readonly Document[]) =>
      void shareDocuments(
        documents.filter(({ id }) => !isShared(id)),
        target,
        shownName,
      ),
    revoke: (documents: readonly Document[]) =>
      void revokeDocuments(
        documents.filter(({ id }) => isShared(id)),
        target,
        shownName,
      ),
  };
}
