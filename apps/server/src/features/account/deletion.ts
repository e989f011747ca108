/** Deletes an account with everything that is its own. What it wrote in workspaces is theirs. */
import { isPersonal } from '@kontor/contract/entity/placement';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { AccountDeletion } from '@kontor/contract/wire/account';
import { sameBytes } from '../../accountSecrets.ts';
import { tableOf } from '../../db/columns.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { fail } from '../../http/errors.ts';
import { publishNotifications } from '../../sync/changes/hints.ts';
import { lockPersonalScope } from '../../sync/changes/lock.ts';
import { forgetUnlockWanted } from '../../sync/notices.ts';
import { type PasswordDeps, prove, type SignedInCaller } from './password.ts';

/**
 * Deletes the caller's account for somebody who knows its password, and ends its sessions.
 * @throws WRONG_PASSWORD, THROTTLED; STILL_MEMBER while it has a place in a workspace
 */
export async function deleteAccount(
  deps: PasswordDeps,
  caller: SignedInCaller,
  { currentPassword }: AccountDeletion,
): Promise<void> {
  const { services, secrets } = deps;
  const hash = secrets.hashAuthKey(currentPassword);
  const { userId } = caller;
  await prove(deps, caller, ({ authHash }) => sameBytes(hash, authHash));
  const { sessions: ended, told } = await transaction(services.db, async (tx) => {
    await lockPersonalScope(tx, userId);
    // Whoever takes the account into a workspace holds this lock too, so that neither misses the other.
    const account = await tx
      .selectFrom('account')
      .select('email')
      .where('id', '=', userId)
      .where('auth_hash', '=', hash)
      .forUpdate()
      .executeTakeFirst();
    if (!account) throw fail('ACCOUNT_CHANGED');
    if (await hasPlace(tx, userId)) throw fail('STILL_MEMBER');
    await deleteRecords(tx, userId);
    await tx.deleteFrom('applied_batch').where('account_id', '=', userId).execute();
    await tx.deleteFrom('registration').where('email', '=', account.email).execute();
    await tx.deleteFrom('one_time_password').where('email', '=', account.email).execute();
    for (const table of ['notification', 'mute'] as const)
      await tx.deleteFrom(table).where('user_id', '=', userId).execute();
    const told = await forgetUnlockWanted(tx, userId);
    const sessions = await tx
      .deleteFrom('session')
      .where('account_id', '=', userId)
      .returning('id')
      .execute();
    await tx.deleteFrom('account').where('id', '=', userId).execute();
    return { sessions, told };
  });
  publishNotifications(services, told);
  for (const { id } of ended) services.realtime.closeSession(id);
}

/** Tests if an account is a member anywhere. Who left is none, though the log names them until an admin signs. */
async function hasPlace(tx: Tx, userId: string): Promise<boolean> {
  const place = await tx
    .selectFrom('membership')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .where('leaving', 'is', null)
    .executeTakeFirst();
  return place !== undefined;
}

/** Deletes the personal records: those of now, and those that a password reset put aside. */
async function deleteRecords(tx: Tx, userId: string): Promise<void> {
  const former = await tx
    .selectFrom('former_personal_scope')
    .select('scope_id')
    .where('account_id', '=', userId)
    .execute();
  const scopeIds = [userId, ...former.map(({ scope_id }) => scope_id)];
  for (const entity of entityNames)
    if (isPersonal(entityOf(entity)))
      await tx
        .deleteFrom(tableOf(entity) as 'profile')
        .where('scope_id', 'in', scopeIds)
        .execute();
  await tx.deleteFrom('scope').where('user_id', '=', userId).execute();
}
