/**
 * Reads the parts of a workspace that a LOCKED member may have: the log and the keys that were theirs, and no records.
 */
import { type Actor, can } from '@kontor/contract/capability';
import type { Lock, LockedMember } from '@kontor/contract/wire/recovery';
import type { Database } from '../../db/database.ts';
import { fail } from '../../http/errors.ts';
import { actorIn } from '../../sync/access.ts';
import { keysAbove } from '../../sync/pull/keys.ts';
import { viewOf } from '../../sync/pull/view.ts';

/**
 * Returns a LOCKED caller's log and keys. @throws NOT_FOUND for non-members; PERMISSION_DENIED for members who are not
 * LOCKED
 */
export async function readLock(db: Database, userId: string, workspaceId: string): Promise<Lock> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const locked = await actorIn(tx, userId, workspaceId);
      if (!locked) throw fail('NOT_FOUND');
      if (locked.status !== 'LOCKED') throw fail('PERMISSION_DENIED');
      const actor: Actor = { ...locked, status: 'ACTIVE' };
      const { scopes: all } = await viewOf(tx, userId, workspaceId, { as: actor });
      const scopes = all.filter(({ userId: owner }) => owner === null);
      const [{ keys }, entries] = await Promise.all([
        keysAbove(tx, userId, actor, scopes),
        tx
          .selectFrom('member_log')
          .select('entry')
          .where('workspace_id', '=', workspaceId)
          .orderBy('seq')
          .execute(),
      ]);
      return {
        log: entries.map(({ entry }) => entry),
        scopes: scopes.map(({ id, kind, access }) => ({
          scope: { id, kind, access },
          keys: keys.get(id) ?? [],
        })),
      };
    });
}

/** Returns the members of a workspace who wait for an admin, with the certificate that they wait with. For admins. */
export async function lockedMembers(
  db: Database,
  userId: string,
  workspaceId: string,
): Promise<LockedMember[]> {
  const actor = await actorIn(db, userId, workspaceId);
  if (!actor) throw fail('NOT_FOUND');
  if (!can(actor, 'member.unlock')) throw fail('PERMISSION_DENIED');
  return db
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.id', 'm.user_id')
    .select(['m.user_id as userId', 'a.public_key as publicKey'])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.status', '=', 'LOCKED')
    .orderBy('m.created_at')
    .execute();
}
