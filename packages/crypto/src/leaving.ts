/** Signs and verifies that somebody leaves a workspace; the format stands in `@kontor/contract/wire/leaving`. */
import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { type Leaving, leavingBytes } from '@kontor/contract/wire/leaving';
import type { AccountKeys } from './account.ts';
import { certSigningKey } from './cert.ts';
import { signBytes, verifyBytes } from './signing.ts';

/** Signs that the account leaves a workspace, `at` that time (ms). */
export async function signLeaving(keys: AccountKeys, workspaceId: string, at: number): Promise<Leaving> {
  const message = leavingBytes({ userId: keys.cert.userId, workspaceId, at });
  return { at, signature: toBase64Url(await signBytes(keys.seeds.ed25519, message)) };
}

/** Tests if the holder of a certificate signed that they leave. */
export const verifyLeaving = (
  cert: KeyCert,
  workspaceId: string,
  { at, signature }: Leaving,
): Promise<boolean> =>
  verifyBytes(
    certSigningKey(cert),
    leavingBytes({ userId: cert.userId, workspaceId, at }),
    fromBase64Url(signature),
  );
