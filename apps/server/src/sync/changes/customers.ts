import { fail } from '../../http/errors.ts';
import type { ChangeContext } from './context.ts';

/** @throws NOT_FOUND unless all of these are customers of the batch's workspace, or become it in this batch */
export async function assertCustomers(
  { tx, workspaceId }: ChangeContext,
  customerIds: Iterable<string>,
): Promise<void> {
  const ids = [...new Set(customerIds)];
  if (ids.length === 0) return;
  const found = await tx
    .selectFrom('scope')
    .select('id')
    .where('id', 'in', ids)
    .where('workspace_id', '=', workspaceId!)
    .where('kind', '=', 'customer')
    .execute();
  if (found.length < ids.length) throw fail('NOT_FOUND');
}
