/** Sets another password under new keys, for the holder of the mailed code. */

import { isPersonal } from '@kontor/contract/entity/placement';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { passwordSuite } from '@kontor/contract/wire/account';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { fingerprintOf, isValidCert, type KeyCert } from '@kontor/contract/wire/keyCert';
import type { PasswordReset } from '@kontor/contract/wire/recovery';
import { sql } from 'kysely';
import { nodeVerifier } from '../../adapters/verifier.ts';
import { tableOf } from '../../db/columns.ts';
import { type Tx, transaction } from '../../db/database.ts';
import type { CallContext } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import { rememberDevice } from '../../http/knownDevice.ts';
import { uuidv7 } from '../../http/uuid.ts';
import { announce, publishNotifications } from '../../sync/changes/hints.ts';
import { lockPersonalScope } from '../../sync/changes/lock.ts';
import { tellUnlockWanted } from '../../sync/notices.ts';
import { accountOfCode, type RecoveryDeps } from './request.ts';

/**
 * Swaps auth key, certificate and sealed seeds. Nothing of the user's is lost and nothing opens: every workspace is
 * LOCKED, since its log names the old certificate; data under the old keys waits for the phrase; devices that were
 * signed in may answer for the new certificate and nothing else.
 * @throws INVALID_CODE, THROTTLED, BAD_INPUT, ACCOUNT_CHANGED
 */
export async function resetPassword(
  deps: RecoveryDeps,
  input: PasswordReset,
  { request, reply }: Pick<CallContext, 'request' | 'reply'>,
): Promise<void> {
  const { services, secrets } = deps;
  if (input.password !== input.confirmPassword)
    throw fail('BAD_INPUT', { message: 'confirmPassword: Passwords must match' });
  if (input.suite !== passwordSuite) throw fail('BAD_INPUT', { message: 'suite: unknown' });
  const { recoveryId, accountId } = await accountOfCode(deps, input, request.ip);
  const { ended, locked, told } = await transaction(services.db, async (tx) => {
    await lockPersonalScope(tx, accountId);
    // Before the codes, as a change of password locks.
    const former = await formerCert(tx, accountId);
    // The second of two resets with one code finds none.
    const { numDeletedRows } = await tx
      .deleteFrom('recovery')
      .where('id', '=', recoveryId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw fail('INVALID_CODE');
    await tx.deleteFrom('recovery').where('account_id', '=', accountId).execute();
    const formerKey = await checkCert(input.publicKey, accountId, former);
    const formerText = JSON.stringify(former);
    await tx
      .updateTable('account')
      .set({
        auth_hash: secrets.hashAuthKey(input.password),
        suite: input.suite,
        account_salt: Buffer.from(input.accountSalt, 'base64url'),
        private_key: Buffer.from(input.privateKey, 'base64url'),
        public_key: JSON.stringify(input.publicKey),
        // The words were sealed under the password that is gone; the seeds under the words stay as they are.
        phrase_sealed: null,
        phrase_public_key: sql`CASE WHEN phrase_verification IS NOT NULL
          THEN coalesce(phrase_public_key, ${formerText}::jsonb) END`,
      })
      .where('id', '=', accountId)
      .execute();
    await tx
      .updateTable('account_pin')
      .set({ former_key: formerKey })
      .where('account_id', '=', accountId)
      .where('former_key', 'is', null)
      .execute();
    // The code proved whose this browser is: strangers who guess do not keep it from signing in with the new password.
    await tx.deleteFrom('known_device').where('account_id', '=', accountId).execute();
    await rememberDevice({ ...services, db: tx }, accountId, request, reply);
    await putAside(tx, accountId, formerKey, services.clock.now());
    const locked = await tx
      .updateTable('membership')
      .set({ status: 'LOCKED' })
      .where('user_id', '=', accountId)
      .where('status', '=', 'ACTIVE')
      .returning('workspace_id')
      .execute();
    const ids = locked.map(({ workspace_id }) => workspace_id);
    const asked = { userId: accountId, at: services.clock.now() };
    const told = await tellUnlockWanted(tx, ids, asked);
    return { ended: await endSessions(tx, accountId, formerText), locked, told };
  });
  publishNotifications(services, told);
  announce(services, { admins: locked.map(({ workspace_id }) => workspace_id) });
  for (const sessionId of ended) services.realtime.closeSession(sessionId);
}

/**
 * Returns the account's current certificate. Locks it, so that nobody's log entry takes it for the one in force.
 * @throws INVALID_CODE where the account was deleted meanwhile
 */
async function formerCert(tx: Tx, accountId: string): Promise<KeyCert> {
  const account = await tx
    .selectFrom('account')
    .select('public_key')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw fail('INVALID_CODE');
  return account.public_key;
}

/** Checks the new certificate. @returns the former certificate's fingerprint, base64url */
async function checkCert(cert: KeyCert, accountId: string, former: KeyCert): Promise<string> {
  const formerKey = toBase64Url(await fingerprintOf(former, nodeVerifier));
  if (cert.userId !== accountId || !(await isValidCert(cert, nodeVerifier)))
    throw fail('BAD_INPUT', { message: 'publicKey: not a certificate of this user' });
  if (cert.previous !== formerKey) throw fail('ACCOUNT_CHANGED');
  return formerKey;
}

/**
 * Sets the personal records aside, since nobody can open them now: the scope starts empty, and they wait under another
 * id for the phrase.
 */
async function putAside(tx: Tx, accountId: string, certKey: string, now: Date): Promise<void> {
  const scopeId = uuidv7(now);
  for (const entity of entityNames)
    if (isPersonal(entityOf(entity)))
      await tx
        .updateTable(tableOf(entity) as 'profile')
        .set({ scope_id: scopeId })
        .where('scope_id', '=', accountId)
        .execute();
  await tx
    .insertInto('former_personal_scope')
    .values({ scope_id: scopeId, account_id: accountId, cert_key: certKey })
    .execute();
}

/**
 * Ends the sessions; where there is something to answer for, the devices may still do that, and hear no more of what is
 * new.
 */
async function endSessions(tx: Tx, accountId: string, formerText: string): Promise<string[]> {
  await tx.deleteFrom('push_subscription').where('account_id', '=', accountId).execute();
  const locked = await tx
    .selectFrom('membership')
    .select('workspace_id')
    .where('user_id', '=', accountId)
    .where('status', '=', 'LOCKED')
    .executeTakeFirst();
  const rows = locked
    ? await tx
        .updateTable('session')
        .set({ former_public_key: formerText })
        .where('account_id', '=', accountId)
        .where('former_public_key', 'is', null)
        .returning('id')
        .execute()
    : await tx.deleteFrom('session').where('account_id', '=', accountId).returning('id').execute();
  return rows.map(({ id }) => id);
}
