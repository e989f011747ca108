import type { ChangeContext } from './context.ts';

/**
 * Takes an id for a new scope, so that no record of its workspace comes to have it, however close the two come. False where one
 * has or had it: devices hold one record for each id, and a scope's head is one.
 */
export async function takeScopeId(
  { tx, workspaceId }: Pick<ChangeContext, 'tx' | 'workspaceId'>,
  id: string,
  kind: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('record_noun')
    .values({ workspace_id: workspaceId!, id, noun: kind })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}
