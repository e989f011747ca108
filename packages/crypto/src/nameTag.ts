/**
 * Lets the database keep names in a folder unique without reading them:
 * `HMAC-SHA-256(HKDF(the scope's first key, "kontor/name/v1", folderId), UTF-8(fold(name)))`, 32 bytes.
 *
 * The first key, so that a tag stays the same through all generations. Whoever holds that key can test guesses at
 * names, which `docs/security.md` says.
 */
import { type Bytes, utf8 } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { deriveKey } from './derive.ts';
import { hmacSha256 } from './primitives/webcrypto.ts';

/**
 * Folds names that a person would call the same: NFC; then each code point by itself through Unicode's full
 * mappings to lower, upper and again lower case (JavaScript has no case folding of its own; lower first for
 * the capital sharp s, alone so that the context of the Greek final sigma plays no part); then NFC again.
 */
export function foldName(name: string): string {
  let out = '';
  for (const char of name.normalize('NFC')) out += char.toLowerCase().toUpperCase().toLowerCase();
  return out.normalize('NFC');
}

/** Returns the tag of `name` in a folder; the root folder's id is the empty string. */
export async function nameTag(firstScopeKey: Bytes, folderId: string, name: string): Promise<Bytes> {
  return hmacSha256(await deriveKey(firstScopeKey, labels.name, [folderId]), utf8(foldName(name)));
}
