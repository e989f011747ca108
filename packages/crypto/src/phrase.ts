/** The recovery phrase: 256 random bits as 24 English BIP-39 words, the last of which carries a checksum of 8 bits. */
import { type Bytes, lp } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { openBox, sealBox } from './box.ts';
import { deriveKey } from './derive.ts';
import { CryptoError, PhraseError } from './errors.ts';
import { englishWords, fromMnemonic, toMnemonic } from './primitives/bip39.ts';
import { importAesKey, randomBytes, sha256 } from './primitives/webcrypto.ts';

const phraseWordCount = 24;

const known = new Set(englishWords);

/** Returns 32 random bytes for a new phrase. */
export const createPhraseEntropy = (): Bytes => randomBytes(32);

/** Returns the 24 words of 32 bytes; throws `malformed` for another size. */
export function phraseWords(entropy: Bytes): string[] {
  if (entropy.length !== 32) throw new CryptoError('malformed', 'a recovery phrase holds 32 bytes');
  return toMnemonic(entropy);
}

/** Returns the words in a typed text: any white space, any case, and numbering such as `1.` or `12)` is left out. */
export function splitPhrase(text: string): string[] {
  const parts = text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[\s,;]+/);
  return parts.map((part) => part.replace(/^\d+[.):]*/, '')).filter((part) => part !== '');
}

/** Throws `PhraseError` for the first word that is in no list, and names it. */
export function refuseUnknown(words: readonly string[]): void {
  const unknown = words.find((word) => !known.has(word));
  if (unknown !== undefined) throw new PhraseError('word', `"${unknown}" is no word of a phrase`, unknown);
}

/**
 * Returns the 32 bytes behind a typed phrase. Throws `PhraseError`: first for the first unknown word (named), then for the
 * number of words, then for the checksum.
 */
export function phraseEntropy(text: string): Bytes {
  const words = splitPhrase(text);
  refuseUnknown(words);
  if (words.length !== phraseWordCount) {
    throw new PhraseError('count', `a phrase has ${phraseWordCount} words, not ${words.length}`);
  }
  try {
    return fromMnemonic(words);
  } catch {
    // The library has no other complaint left: number and words are right.
    throw new PhraseError('checksum', 'the words do not make a phrase');
  }
}

/** Returns the only word that starts with `prefix`, or the word itself; undefined while several could be meant. */
export function completeWord(prefix: string): string | undefined {
  const wanted = prefix.trim().toLowerCase();
  if (wanted === '') return undefined;
  if (known.has(wanted)) return wanted;
  const matches = englishWords.filter((word) => word.startsWith(wanted));
  return matches.length === 1 ? matches[0] : undefined;
}

/**
 * Computes what the server keeps to recognise a phrase: `SHA-256(SHA-256(LP(label) LP(userId) LP(entropy)))`. It makes the
 * server hand out the seeds that are sealed under the phrase, and opens nothing.
 */
export const phraseVerification = async (userId: string, entropy: Bytes): Promise<Bytes> =>
  sha256(await sha256(lp(labels.phraseVerification, userId, entropy)));

/** Returns the key that seals the account's seeds for the phrase: `HKDF(entropy, "kontor/phrase-seal/v1", userId)`. */
export const phraseKey = (userId: string, entropy: Bytes): Promise<Bytes> =>
  deriveKey(entropy, labels.phraseSeal, [userId]);

/** Resolves with `HKDF(wrapKey, "kontor/phrase-keep/v1", userId)` */
const keepKey = async (wrapKey: Bytes, userId: string) =>
  importAesKey(await deriveKey(wrapKey, labels.phraseKeep, [userId]));

/** Seals the phrase's 32 bytes under the password's `wrapKey`, so that it can be printed again: a box of 61 bytes. */
export const sealPhrase = async (wrapKey: Bytes, userId: string, entropy: Bytes): Promise<Bytes> =>
  sealBox(await keepKey(wrapKey, userId), labels.phraseKeep, [userId], entropy);

/** Opens `sealPhrase`'s box; throws `not-verified` for another password or account. */
export const openPhrase = async (wrapKey: Bytes, userId: string, sealed: Bytes): Promise<Bytes> =>
  openBox(await keepKey(wrapKey, userId), labels.phraseKeep, [userId], sealed);
