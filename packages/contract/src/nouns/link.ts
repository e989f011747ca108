import { entity, type Open } from '../entity/entity.ts';
import { instant, number, text } from '../entity/field.ts';
import { blobs, digest, ref, structural } from '../entity/ref.ts';
import { contentFields, documentFields } from './document.ts';

/**
 * An address at which people without an account fetch a file or a folder as it was when the link was made. It lies in the
 * document: whoever reads that can copy the address again, and it ends when the document goes. The key stands in the
 * address alone, so that the server has none; it enforces what stands among the refs. What the address opens is the
 * manifest, a sealed list of names and file keys, stored as the one blob that the record names.
 */
export const link = entity('link', {
  scopes: ['project', 'staff'],
  within: ['documentId'],
  isMoot: false,
  takenUnpaid: ['delete'],
  owner: 'makerId',
  isSaid: true,
  written: 'once',
  isInArchive: false,
  rights: { create: 'self', update: 'self', delete: 'EMPLOYEE' },
  indexes: ['documentId'],
  refs: {
    documentId: ref('document'),
    /** While they do not work here any more it opens for nobody. */
    makerId: ref('user'),
    expiresAt: structural(instant()),
    /** The most fetches; 0: as many as people like. */
    maxDownloads: structural(number()),
    /** Of what the address, and its password, prove to the server: `linkVerifier`. */
    verifier: digest(),
    blobs: blobs(),
  },
  sealed: {
    kind: documentFields.kind,
    /** Of the file or folder, as the page shows it. */
    name: text(255),
    /** Behind the `#` of the address; see `crypto/link.ts`. */
    fragment: text(100),
    /** Files that it covers, and their plaintext bytes. */
    files: number(),
    size: number(),
    /** The manifest's one part. */
    parts: contentFields.parts,
    createdAt: instant(),
  },
});
export type Link = Open<typeof link>;
