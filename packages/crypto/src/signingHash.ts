/** The hash of a request to sign, or of an answer to one, that later answers name (`docs/formats.md`, section 13). */
import { type Canonical, canonicalJson, lp, toBase64Url } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { sha256Now } from './primitives/sha256.ts';

/**
 * Hashes a request or an answer as a statement: base64url of 32 bytes.
 * @throws RangeError for a statement with a number that is not whole
 */
export const signingHash = (
  noun: 'signing' | 'signingAnswer',
  id: string,
  statement: Readonly<Record<string, unknown>>,
): string =>
  toBase64Url(sha256Now(lp(labels.signingStatement, noun, id, canonicalJson(statement as Canonical))));
