import type { Document } from '@kontor/contract/nouns/document';
import { useCan } from '../../../platform/workspace/actor.ts';
import { confirmRevoke, confirmShare } from './actions.ts';
import { useSharedIds } from './queries.ts';

/** Sharing with the customer whose documents are in view. */
export interface Sharing {
  customerName: string;
  isShared(documentId: string): boolean;
  /** Asks, then shows them to the customer. */
  share(documents: readonly Document[]): void;
  /** Asks, then takes them out of the customer's sight. */
  revoke(documents: readonly Document[]): void;
}

/** Returns what shares with a customer; undefined where there is none, or the person may not share. */
export function useSharing(customer: { id: string; name: string } | undefined): Sharing | undefined {
  const mayShare = useCan('share.create');
  const sharedIds = useSharedIds(customer?.id);
  if (!customer || !mayShare) return undefined;
  const isShared = (documentId: string) => sharedIds.has(documentId);
  return {
    customerName: customer.name,
    isShared,
    share: (documents) =>
      void confirmShare(
        documents.filter(({ id }) => !isShared(id)),
        customer,
      ),
    revoke: (documents) =>
      void confirmRevoke(
        documents.filter(({ id }) => isShared(id)),
        customer,
      ),
  };
}
