import type { Document } from '@kontor/contract/nouns/document';
import { useCan } from '../../platform/workspace/actor.ts';
import { revokeDocuments, shareDocuments } from './actions.ts';
import { useCustomerUsers, useSharedIds } from './queries.ts';

/** Sharing documents with a customer; undefined where there is none, or the person may not share. */
export function useSharing(
  customer: { id: string; name: string } | undefined,
  shownName: (name: string) => string,
) {
  const mayShare = useCan('share.create');
  const sharedIds = useSharedIds(customer?.id);
  const users = useCustomerUsers(customer?.id);
  if (!customer || !mayShare) return undefined;
  const target = { id: customer.id, name: customer.name, users };
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
