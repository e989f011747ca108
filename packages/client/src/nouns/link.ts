/** Writing links for people without an account. */
import type { Document } from '@kontor/contract/nouns/document';
import type { NewFieldsOf } from '../replica/givenFields.ts';
import type { Mutations } from '../replica/mutations.ts';

/**
 * Adds a link to a document.
 * @param documents what it opens: the document, and what lies in it
 */
export function addLink(
  mutations: Mutations,
  { id: documentId, scopeId, kind, name }: Document,
  documents: readonly Document[],
  link: Omit<NewFieldsOf<'link'>, 'documentId' | 'kind' | 'name' | 'files' | 'size'> & { id: string },
): void {
  const files = documents.filter((each) => each.kind === 'file');
  const size = files.reduce((sum, { size: bytes = 0 }) => sum + bytes, 0);
  mutations.create('link', scopeId, { ...link, documentId, kind, name, files: files.length, size });
}
