import { projectRoomId } from '@kontor/contract/nouns/room';
import type { Tx } from '../../db/database.ts';
import type { ChangeContext } from './context.ts';

/**
 * Tells whether an id is that of the room of a project, in any workspace or in any but one. No two scopes of the server share an
 * id, so a stranger who knows the project's would keep it from ever having a room.
 */
export async function isProjectRoomId(tx: Tx, id: string, exceptIn?: string): Promise<boolean> {
  const project = await tx
    .selectFrom('scope')
    .select('workspace_id')
    .where('id', '=', projectRoomId(id))
    .where('kind', '=', 'project')
    .executeTakeFirst();
  return project !== undefined && project.workspace_id !== exceptIn;
}

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
