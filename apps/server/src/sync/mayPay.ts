/** The right to see and settle what a workspace pays. */
import { type Actor, can } from '@kontor/contract/capability';
import type { Database } from '../db/database.ts';
import { fail } from '../http/errors.ts';
import { actorIn } from './access.ts';

/**
 * Checks the right to pay, and returns whose it is.
 * @throws NOT_FOUND for non-members, PERMISSION_DENIED for members without the right
 */
export async function checkMayPay(db: Database, userId: string, workspaceId: string): Promise<Actor> {
  const actor = await actorIn(db, userId, workspaceId);
  if (!actor) throw fail('NOT_FOUND');
  if (!can(actor, 'subscription.pay')) throw fail('PERMISSION_DENIED');
  return actor;
}
