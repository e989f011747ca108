/** Scope keys: 32 bytes, named by a key id that commits to them; derived here, wrapped in `keyWrap.ts`, granted in `grant.ts`. */
import { type Bytes, concat, toBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { deriveKey } from './derive.ts';
import { xwingPublicKey } from './primitives/hpke.ts';
import { importAesKey, randomBytes, sha256 } from './primitives/webcrypto.ts';
import { type AccountSeeds, accountKey } from './seeds.ts';

export const scopeKeySize = 32;
export const kidSize = 16;

/** A scope key ready to seal and open records; made once per key and reused, since an import costs as much as a seal. */
export interface ScopeKeyHandle {
  kid: Bytes;
  /** `kid` as base64url: the name under which a key ring keeps the handle. */
  kidText: string;
  aes: CryptoKey;
}

/** Returns a new random scope key. */
export const createScopeKey = (): Bytes => randomBytes(scopeKeySize);

/** Returns a key's id, 16 bytes: `SHA-256(label | HKDF(key, label))[0..16]` with the label `kontor/kid/v1`. */
export async function kidOf(key: Bytes): Promise<Bytes> {
  const committed = await deriveKey(key, labels.kid);
  return (await sha256(concat(utf8(labels.kid), committed))).slice(0, kidSize);
}

/** Returns a key's id as base64url: the form of the member log and of key rows. */
export const kidTextOf = async (key: Bytes): Promise<string> => toBase64Url(await kidOf(key));

/** Imports a scope key for `record.ts`. Throws `malformed` for another size than 32 bytes. */
export async function importScopeKey(key: Bytes): Promise<ScopeKeyHandle> {
  const aes = await importAesKey(key);
  const kid = await kidOf(key);
  return { kid, kidText: toBase64Url(kid), aes };
}

/**
 * Returns the key of an open project or room in the generation of the staff key that it comes from: `HKDF(staff key,
 * "kontor/scope-derive/v1", workspaceId, scopeId)`.
 */
export const deriveOpenScopeKey = (staffKey: Bytes, workspaceId: string, scopeId: string): Promise<Bytes> =>
  deriveKey(staffKey, labels.scopeDerive, [workspaceId, scopeId]);

/** Returns the key of an account's personal scope: `HKDF(seeds, "kontor/personal-scope/v1", scopeId)`. */
export const derivePersonalScopeKey = (seeds: AccountSeeds, scopeId: string): Promise<Bytes> =>
  accountKey(seeds, labels.personalScope, [scopeId]);

/**
 * Returns the X-Wing seed of a scope, so that a key can be granted to whoever holds the scope by people who do not (a private
 * project's key to `admins`): `HKDF(key, "kontor/scope-hpke/v1", workspaceId, scopeId)`.
 */
export const scopeHpkeSeed = (key: Bytes, workspaceId: string, scopeId: string): Promise<Bytes> =>
  deriveKey(key, labels.scopeHpke, [workspaceId, scopeId]);

/** Returns the public key of `scopeHpkeSeed`, 1,216 bytes; the member log names that of `admins`. */
export const scopeHpkePublicKey = async (key: Bytes, workspaceId: string, scopeId: string): Promise<Bytes> =>
  xwingPublicKey(await scopeHpkeSeed(key, workspaceId, scopeId));
