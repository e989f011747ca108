/**
 * The secret of an invitation link, and the account keys that follow from it: they stand for the invited person until
 * these accept with keys of their own. With `secret` = 32 random bytes in the link's fragment,
 *
 *     seeds = HKDF(secret, "kontor/invitation/v1", workspaceId, invitationId), 64 bytes: xwing | ed25519
 *
 * and the certificate names the invitation's id as its user, so that the log alone tells what it is.
 */
import type { Bytes } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { labels } from '@kontor/contract/wire/labels';
import { type AccountKeys, assertSeedsMatch } from './account.ts';
import { issueCert } from './cert.ts';
import { deriveKey } from './derive.ts';
import { CryptoError } from './errors.ts';
import { randomBytes } from './primitives/webcrypto.ts';
import { type AccountSeeds, seedsFrom } from './seeds.ts';

const invitationSecretSize = 32;

/** The ids from which, with the link's secret, an invitation's keys follow. */
export interface InvitationContext {
  workspaceId: string;
  invitationId: string;
}

export const createInvitationSecret = (): Bytes => randomBytes(invitationSecretSize);

async function seedsOf(
  secret: Bytes,
  { workspaceId, invitationId }: InvitationContext,
): Promise<AccountSeeds> {
  if (secret.length !== invitationSecretSize)
    throw new CryptoError('malformed', `an invitation's secret has ${invitationSecretSize} bytes`);
  return seedsFrom(await deriveKey(secret, labels.invitation, [workspaceId, invitationId], 64));
}

/** Returns the keys of a new invitation. `createdAt` in ms since 1970. Throws `malformed` for another size than 32 bytes. */
export async function createInvitationKeys(
  secret: Bytes,
  context: InvitationContext,
  createdAt: number,
): Promise<AccountKeys> {
  const seeds = await seedsOf(secret, context);
  return { seeds, cert: await issueCert(seeds, { userId: context.invitationId, createdAt, previous: null }) };
}

/**
 * Returns the keys behind a link, for the certificate that the member log names. Throws `key-mismatch` where the link's secret
 * is not the one of that certificate, `malformed` for another size than 32 bytes.
 */
export async function openInvitationKeys(
  secret: Bytes,
  context: InvitationContext,
  cert: KeyCert,
): Promise<AccountKeys> {
  const seeds = await seedsOf(secret, context);
  if (cert.userId !== context.invitationId)
    throw new CryptoError('key-mismatch', 'the certificate is not that of the invitation');
  await assertSeedsMatch(seeds, cert);
  return { seeds, cert };
}
