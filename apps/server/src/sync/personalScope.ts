import type { Tx } from '../db/database.ts';
import { fail } from '../http/errors.ts';
import { isProjectRoomId } from './changes/scopeId.ts';

/**
 * Creates a new account's personal scope, whose id is the user's. Call it in the account's own transaction.
 * @throws BAD_INPUT for the id of a project's room
 */
export async function createPersonalScope(tx: Tx, userId: string, now: Date): Promise<void> {
  if (await isProjectRoomId(tx, userId)) throw fail('BAD_INPUT', { message: 'userId: taken' });
  await tx
    .insertInto('scope')
    .values({
      id: userId,
      kind: 'personal',
      access: 'private',
      workspace_id: null,
      user_id: userId,
      revision: 0,
      kid: null,
      created_at: now,
    })
    .execute();
}
