import type { Tx } from '../db/database.ts';

/** Creates a new account's personal scope, whose id is the user's. Call it in the account's own transaction. */
export async function createPersonalScope(tx: Tx, userId: string, now: Date): Promise<void> {
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
