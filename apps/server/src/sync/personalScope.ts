import type { Tx } from '../db/database.ts';

/** Makes a new account's personal scope; its id is the user's. To be called in the account's own transaction. */
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
