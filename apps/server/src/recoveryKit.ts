/** Tells if an account's recovery kit still opens anything. */
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { fingerprintOf, type KeyCert } from '@kontor/contract/wire/keyCert';
import { nodeVerifier } from './adapters/verifier.ts';
import type { Database } from './db/database.ts';

/**
 * `good`: it opens the account's keys. `former`: the keys from before a reset, which the log of a LOCKED workspace
 * still names. `void`: keys that no log names any more, because a device or an admin unlocked instead of the kit.
 */
export type KitState = 'none' | 'good' | 'former' | 'void';

interface KitRow {
  id: string;
  phrase_verification: Buffer | null;
  /** The certificate from before a reset whose seeds the kit holds. */
  phrase_public_key: KeyCert | null;
}

export async function kitState(
  db: Database,
  { id, phrase_verification, phrase_public_key }: KitRow,
): Promise<KitState> {
  if (phrase_verification === null) return 'none';
  if (phrase_public_key === null) return 'good';
  const certKey = toBase64Url(await fingerprintOf(phrase_public_key, nodeVerifier));
  const waiting = await db
    .selectFrom('membership')
    .select('workspace_id')
    .where('user_id', '=', id)
    .where('status', '=', 'LOCKED')
    .where('cert_key', '=', certKey)
    .executeTakeFirst();
  return waiting ? 'former' : 'void';
}
