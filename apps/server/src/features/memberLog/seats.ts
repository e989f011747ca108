/** Keeps a workspace within the seats of its plan. */

import { seatLimit, seatsUsed } from '../../db/subscriptions.ts';
import { fail } from '../../http/errors.ts';
import type { ChangeContext } from '../../sync/changes/context.ts';

/**
 * Refuses a batch that takes a seat where none is free: by an invitation, a promotion, a return. The workspace is locked,
 * so that of two for the last seat the second finds it taken. Leaving and being switched off always work.
 * @returns the check to run once the batch has changed people and invitations. @throws NO_SEAT
 */
export async function seatCheck({ tx, workspaceId, now }: ChangeContext): Promise<() => Promise<void>> {
  const limit = await seatLimit(tx, workspaceId!);
  if (limit === undefined) return async () => {};
  const before = await seatsUsed(tx, workspaceId!, now);
  return async () => {
    const after = await seatsUsed(tx, workspaceId!, now);
    if (after > before && after > limit) throw fail('NO_SEAT', { data: { limit } });
  };
}
