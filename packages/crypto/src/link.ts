/**
 * Links for people without an account. Behind the `#` of the address stand, base64url,
 *
 *     flags u8 (1: with a password) | secret 32 (random) | SHA-256 of the sealed manifest, its first 16 bytes
 *
 *     root     = Argon2id(password, salt = SHA-256(LP("kontor/link-password/v1", link's id, secret))[0..16]), suite 1;
 *                nothing where there is no password
 *     proof    = HKDF(secret | root, "kontor/link-auth/v1", link's id)          shown to the server
 *     verifier = SHA-256(LP("kontor/link-verifier/v1", proof))                  kept by the server
 *     manifest = Box(HKDF(secret | root, "kontor/link-manifest/v1", link's id), "kontor/link-manifest/v1", link's id;
 *                JSON, spaces up to a Padmé length)
 *
 * Salt and proof follow from the secret, so whoever has the database, and not the address, can guess at nothing. The hash
 * in the address makes it one of one manifest: no other opens under it, nor does one of another time.
 */
import { type Bytes, concat, equalBytes, fromBase64Url, lp, toBase64Url } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { linkVerifierBytes } from '@kontor/contract/wire/link';
import { openBox, sealBox } from './box.ts';
import { deriveKey } from './derive.ts';
import { CryptoError, parsing } from './errors.ts';
import { padmeSize } from './padding.ts';
import { passwordRoot } from './password.ts';
import { importAesKey, randomBytes, sha256 } from './primitives/webcrypto.ts';

const secretSize = 32;
const hashSize = 16;
const withPassword = 1;
const space = 0x20;

/** The parts of an address behind its `#`. */
export interface LinkFragment {
  hasPassword: boolean;
  /** 32 bytes. */
  secret: Bytes;
  /** 16 bytes. */
  manifestHash: Bytes;
}

/** The keys behind an address and its password. */
export interface LinkKeys {
  /** 32 bytes. */
  proof: Bytes;
  manifest: CryptoKey;
}

/** A new link: `fragment` goes into the address, the rest to the server. */
export interface SealedLink {
  fragment: string;
  /** 32 bytes. */
  verifier: Bytes;
  /** The manifest, and its SHA-256. */
  sealed: Bytes;
  sha256: Bytes;
}

/** Reads a fragment, with or without `#`. Throws `malformed` where a part of it got lost, or it is of a newer format. */
export function readLinkFragment(fragment: string): LinkFragment {
  const bytes = parsing('the address', () => fromBase64Url(fragment.replace(/^#/, '')));
  if (bytes.length !== 1 + secretSize + hashSize || bytes[0]! > withPassword)
    throw new CryptoError('malformed', 'the address is not whole');
  return {
    hasPassword: bytes[0] === withPassword,
    secret: bytes.slice(1, 1 + secretSize),
    manifestHash: bytes.slice(1 + secretSize),
  };
}

/** Derives the keys; with a password about 190 ms and 64 MiB. Throws `password-length`. */
export async function linkKeys(
  linkId: string,
  secret: Bytes,
  password: string | undefined,
): Promise<LinkKeys> {
  const salt = (await sha256(lp(labels.linkPassword, linkId, secret))).slice(0, 16);
  const root = password === undefined ? new Uint8Array(0) : await passwordRoot(password, salt);
  const material = concat(secret, root);
  const [proof, manifest] = await Promise.all([
    deriveKey(material, labels.linkAuth, [linkId]),
    deriveKey(material, labels.linkManifest, [linkId]),
  ]);
  return { proof, manifest: await importAesKey(manifest) };
}

/** Seals the manifest (JSON) of a new link. Throws `password-length`. */
export async function sealLink(linkId: string, json: Bytes, password?: string): Promise<SealedLink> {
  const secret = randomBytes(secretSize);
  const keys = await linkKeys(linkId, secret, password);
  const padded = new Uint8Array(padmeSize(json.length)).fill(space);
  padded.set(json);
  const sealed = await sealBox(keys.manifest, labels.linkManifest, [linkId], padded);
  const flags = new Uint8Array([password === undefined ? 0 : withPassword]);
  const hash = await sha256(sealed);
  return {
    fragment: toBase64Url(concat(flags, secret, hash.slice(0, hashSize))),
    verifier: await sha256(linkVerifierBytes(keys.proof)),
    sealed,
    sha256: hash,
  };
}

/**
 * Opens the manifest that an address names to its JSON. Throws `damaged-file` where it is another one, `not-verified` for
 * other keys.
 */
export async function openLinkManifest(
  linkId: string,
  { manifestHash }: Pick<LinkFragment, 'manifestHash'>,
  keys: Pick<LinkKeys, 'manifest'>,
  sealed: Bytes,
): Promise<Bytes> {
  if (!equalBytes((await sha256(sealed)).slice(0, hashSize), manifestHash))
    throw new CryptoError('damaged-file', 'the address names another manifest');
  return openBox(keys.manifest, labels.linkManifest, [linkId], sealed);
}
