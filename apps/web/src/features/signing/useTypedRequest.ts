import type { SigningField } from '@kontor/contract/nouns/signing';
import { useState } from 'react';
import { useKept } from '../../platform/draft/drafts.ts';

/** A request to sign as it is typed. */
export interface TypedRequest {
  signerIds: string[];
  isOrdered: boolean;
  message: string;
  deadline: string;
  fields: SigningField[];
  /** The bytes on whose pages the fields are. */
  blobId: string;
}

export interface TypedRequestState {
  typed: TypedRequest;
  change: (part: Partial<TypedRequest>) => void;
  clear: () => void;
  /** True where fields are gone, because the document has other pages by now. */
  lostFields: boolean;
}

/**
 * Returns what is typed of a request to sign a document, which waits for whoever leaves the page before it is sent, and for
 * a new version of the document: but for the fields, which were on the pages of the one before. Stands for one version:
 * give it a key.
 */
export function useTypedRequest(documentId: string, blobId: string): TypedRequestState {
  const nothing = { signerIds: [], isOrdered: true, message: '', deadline: '', fields: [], blobId };
  const [kept, keep] = useKept<TypedRequest>(`ask ${documentId}`, nothing);
  const isOfThese = kept.blobId === blobId;
  const [lostFields] = useState(!isOfThese && kept.fields.length > 0);
  const typed = isOfThese ? kept : { ...kept, fields: [], blobId };
  return {
    typed,
    change: (part) => keep({ ...typed, ...part }),
    clear: () => keep(nothing),
    lostFields,
  };
}
