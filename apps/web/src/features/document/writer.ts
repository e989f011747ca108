import type { Document } from '@kontor/contract/nouns/document';

/**
 * Returns who wrote a document as it stands, by their signature. What it says itself counts only while it is on this device
 * alone: anybody who can write here could put another's name there.
 */
export const writerOf = ({ authorId, createdBy }: Pick<Document, 'authorId' | 'createdBy'>): string =>
  authorId ?? createdBy;

/** Returns who added a document, as far as that is proven: whoever changed it later may have written any name. */
export const adderOf = (
  document: Pick<Document, 'authorId' | 'createdBy' | 'version'>,
): string | undefined =>
  document.version <= 1 || writerOf(document) === document.createdBy ? writerOf(document) : undefined;
