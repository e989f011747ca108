/**
 * The six-word code of a certificate: what a member reads out to an admin, who compares it with the certificate that
 * the server shows them. 66 bits behind Argon2id: who wants a certificate of their own under another's words has to
 * pay for each key pair that they try. How often somebody types is counted for people's sake (ADR 18).
 *
 *     salt = SHA-256(LP("kontor/six-words/v1", userId))[0..16]
 *     hash = Argon2id(fingerprint 32, salt, m = 64 MiB, t = 3, p = 1), 9 bytes
 *     word i = BIP-39 list[bits 11 i to 11 i + 10 of hash], most significant first; the last 6 bits are left out
 *
 * The words of a member log are made alike, of `genesis hash 32 | head hash 32` and a salt over its label and the
 * workspace's id.
 */
import { type Bytes, concat, equalBytes, lp, utf8 } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { labels } from '@kontor/contract/wire/labels';
import { fingerprint } from './cert.ts';
import { refuseUnknown, splitPhrase } from './phrase.ts';
import { argon2idHash } from './primitives/argon2.ts';
import { englishWords } from './primitives/bip39.ts';
import { sha256 } from './primitives/webcrypto.ts';

const sixWordCount = 6;
const bitsPerWord = 11;
const params = { memoryKiB: 64 * 1024, iterations: 3, parallelism: 1 };

/** Returns the words at these bits, 11 for each. */
export function wordsAt(hash: Bytes): string[] {
  let bits = 0n;
  for (const byte of hash) bits = (bits << 8n) | BigInt(byte);
  const total = BigInt(hash.length * 8);
  return Array.from({ length: sixWordCount }, (_, i) => {
    const shift = total - BigInt((i + 1) * bitsPerWord);
    return englishWords[Number((bits >> shift) & 2_047n)]!;
  });
}

/** Returns the six words of a certificate, which the caller has parsed (`parseCert`). About 190 ms and 64 MiB. */
export async function sixWords(cert: KeyCert): Promise<string[]> {
  const salt = (await sha256(lp(labels.sixWords, cert.userId))).slice(0, 16);
  return wordsAt(await argon2idHash(await fingerprint(cert), salt, params, 9));
}

/** Returns the six words of a member log, of the hashes of its first and its newest entry. About 190 ms and 64 MiB. */
export async function logWords(workspaceId: string, genesisHash: Bytes, headHash: Bytes): Promise<string[]> {
  const salt = (await sha256(lp(labels.logWords, workspaceId))).slice(0, 16);
  return wordsAt(await argon2idHash(concat(genesisHash, headHash), salt, params, 9));
}

/**
 * Returns true if a typed text is the code of a certificate: any white space, any case, numbering left out. Throws `PhraseError`
 * for a word that no code has.
 */
export async function matchesSixWords(cert: KeyCert, typed: string): Promise<boolean> {
  const given = splitPhrase(typed);
  refuseUnknown(given);
  const expected = await sixWords(cert);
  return equalBytes(utf8(expected.join(' ')), utf8(given.join(' ')));
}
