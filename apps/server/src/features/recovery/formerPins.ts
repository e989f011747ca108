import type { SealedPin } from '@kontor/contract/wire/account';
import type { Database } from '../../db/database.ts';

/** Returns the pins that are sealed under the seeds of a certificate from before a reset. */
export async function formerPins(db: Database, userId: string, certKey: string): Promise<SealedPin[]> {
  const rows = await db
    .selectFrom('account_pin')
    .select(['workspace_id', 'sealed'])
    .where('account_id', '=', userId)
    .where('former_key', '=', certKey)
    .execute();
  return rows.map((row) => ({ workspaceId: row.workspace_id, sealed: row.sealed.toString('base64url') }));
}
