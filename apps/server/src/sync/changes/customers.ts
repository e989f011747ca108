import { fail } from '../../http/errors.ts';
import type { ChangeContext } from './context.ts';

/** Checks that ids name customers of the batch's workspace, or become them in this batch. @throws NOT_FOUND */
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
