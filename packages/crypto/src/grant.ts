/**
 * A grant hands one generation of a scope's key to one recipient: HPKE-sealed to a certificate's (or the `admins`
 * scope's) public key, and signed by the granter. With
 *
 *     terms = canonical JSON of the row without `sealed` and `signature`, plus `workspaceId` and
 *             `recipientKey` = base64url(SHA-256(the recipient's X-Wing public key))
 *
 * `sealed` is `enc 1120 | ciphertext 32 | tag 16` with HPKE's info `LP("kontor/grant-seal/v1") LP(terms)`, and
 * `signature` is Ed25519 over `LP("kontor/grant-signature/v1") LP(terms) LP(sealed)`.
 */
import {
  type Bytes,
  type Canonical,
  canonicalJson,
  fromBase64Url,
  lp,
  toBase64Url,
} from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { labels } from '@kontor/contract/wire/labels';
import { type Grant, grantSchema } from '@kontor/contract/wire/scope';
import type { AccountKeys } from './account.ts';
import { certSigningKey, fingerprint } from './cert.ts';
import { CryptoError, parsing } from './errors.ts';
import { hpkeOpen, hpkeSeal } from './primitives/hpke.ts';
import { sha256 } from './primitives/webcrypto.ts';
import { kidTextOf, scopeKeySize } from './scopeKey.ts';
import { signBytes, verifyBytes } from './signing.ts';

/** The recipient's name as the contract knows it, and the public key that the member log names for it. */
export interface GrantRecipient {
  /** A user id, or `admins` for the holders of the admins scope. */
  recipientId: string;
  /** X-Wing public key, 1,216 bytes. */
  publicKey: Bytes;
}

export interface GrantInput {
  workspaceId: string;
  scopeId: string;
  generation: number;
  /** The scope key, 32 bytes. */
  key: Bytes;
  /** Key id of the generation before, base64url; null for the first. */
  previousKid: string | null;
  /** Holders of this generation: user ids, `admins`. Sorted here. */
  readers: readonly string[];
  /** Key id of the current generation of `admins`, base64url, where `admins` reads. */
  adminsKid?: string;
}

type Terms = Omit<Grant, 'sealed' | 'signature'>;

async function termsOf(
  workspaceId: string,
  grant: Terms & Partial<Grant>,
  publicKey: Bytes,
): Promise<string> {
  const { sealed: _sealed, signature: _signature, ...row } = grant;
  const recipientKey = toBase64Url(await sha256(publicKey));
  return canonicalJson({ ...row, workspaceId, recipientKey } as Canonical);
}

const sealInfo = (terms: string): Bytes => lp(labels.grantSeal, terms);

const signedBytes = (terms: string, sealed: Bytes): Bytes => lp(labels.grantSignature, terms, sealed);

/**
 * Grants a scope key. The granter must have taken the recipient's public key from the member log and from nowhere
 * else. Throws `malformed`.
 */
export async function sealGrant(granter: AccountKeys, to: GrantRecipient, input: GrantInput): Promise<Grant> {
  if (input.key.length !== scopeKeySize) throw new CryptoError('malformed', 'a scope key has 32 bytes');
  const row: Terms = {
    type: 'grant',
    scopeId: input.scopeId,
    generation: input.generation,
    kid: await kidTextOf(input.key),
    previousKid: input.previousKid,
    readers: [...new Set(input.readers)].sort(),
    recipientId: to.recipientId,
    ...(input.adminsKid !== undefined && { adminsKid: input.adminsKid }),
    granterId: granter.cert.userId,
    granterKey: toBase64Url(await fingerprint(granter.cert)),
  };
  const terms = await termsOf(input.workspaceId, row, to.publicKey);
  const sealed = await hpkeSeal(to.publicKey, sealInfo(terms), input.key);
  const signature = await signBytes(granter.seeds.ed25519, signedBytes(terms, sealed));
  return { ...row, sealed: toBase64Url(sealed), signature: toBase64Url(signature) };
}

/**
 * Verifies who granted what to whom, without opening it. `granterCert` is the certificate that the member log named
 * for the granter, `to` the recipient with the log's public key; whether the terms (kid, readers) are what the log
 * allows is the caller's to check. Throws `malformed`, `wrong-key` for somebody else's grant, or `not-verified`.
 */
export async function verifyGrant(
  value: unknown,
  workspaceId: string,
  granterCert: KeyCert,
  to: GrantRecipient,
): Promise<Grant> {
  const parsed = grantSchema.safeParse(value);
  if (!parsed.success) throw new CryptoError('malformed', 'the grant is malformed', parsed.error);
  const grant = parsed.data;
  if (grant.recipientId !== to.recipientId) throw new CryptoError('wrong-key', 'the grant is for another');
  const granterKey = toBase64Url(await fingerprint(granterCert));
  if (grant.granterId !== granterCert.userId || grant.granterKey !== granterKey) {
    throw new CryptoError('not-verified', 'the grant names another granter');
  }
  const terms = await termsOf(workspaceId, grant, to.publicKey);
  const message = signedBytes(
    terms,
    parsing('the grant', () => fromBase64Url(grant.sealed)),
  );
  const signature = parsing('the grant', () => fromBase64Url(grant.signature));
  if (!(await verifyBytes(certSigningKey(granterCert), message, signature))) {
    throw new CryptoError('not-verified', "the grant does not bear its granter's signature");
  }
  return grant;
}

/**
 * Verifies a grant as `verifyGrant` does and opens it with the recipient's X-Wing seed: the scope key, 32 bytes.
 * Throws besides `key-mismatch` when the key inside has another id than the grant says.
 */
export async function openGrant(
  value: unknown,
  workspaceId: string,
  granterCert: KeyCert,
  to: GrantRecipient,
  seed: Bytes,
): Promise<Bytes> {
  const grant = await verifyGrant(value, workspaceId, granterCert, to);
  const terms = await termsOf(workspaceId, grant, to.publicKey);
  const key = await hpkeOpen(seed, sealInfo(terms), fromBase64Url(grant.sealed));
  if (key.length !== scopeKeySize || (await kidTextOf(key)) !== grant.kid) {
    throw new CryptoError('key-mismatch', 'the granted key has another id than the grant says');
  }
  return key;
}
