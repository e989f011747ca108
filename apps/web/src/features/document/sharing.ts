import type { Document } from '@kontor/contract/nouns/document';

/** Sharing with the customer whose documents are in view. */
export interface Sharing {
  customerName: string;
  isShared(documentId: string): boolean;
  /** Asks, then shows them to the customer. */
  share(documents: readonly Document[]): void;
  /** Asks, then takes them out of the customer's sight. */
  revoke(documents: readonly Document[]): void;
}
