import { type Bytes, toBase64Url } from '@kontor/contract/wire/bytes';
import * as link from '@kontor/crypto/link';
import type { SealedLink } from './vault.ts';

/** See `Vault.sealLink`. */
export async function sealLink(
  linkId: string,
  manifest: Uint8Array,
  password: string | undefined,
): Promise<SealedLink> {
  const { fragment, verifier, sealed, sha256 } = await link.sealLink(linkId, manifest as Bytes, password);
  const part = { size: sealed.length, sha256: toBase64Url(sha256) };
  return { fragment, verifier: toBase64Url(verifier), sealed, part };
}
