/** Creates scopes. Those of the log are created by the entry that names them; a batch may repeat them. */
import { type ScopeAccess, scopeKind } from '@kontor/contract/entity/scopeKind';
import { projectRoomId } from '@kontor/contract/nouns/room';
import { fail } from '../../http/errors.ts';
import { readableScopes } from '../../sync/access.ts';
import {
  actorOf,
  type ChangeContext,
  type LockedScope,
  type StructuralHandlers,
  scopeFor,
} from '../../sync/changes/context.ts';

export const scopeChanges: Pick<StructuralHandlers, 'scope.create' | 'scope.update'> = {
  'scope.create': async (context, { scope: { id, kind, access } }) => {
    const { tx, scopes, created, now, workspaceId } = context;
    if (kind === 'personal') throw fail('BAD_INPUT', { message: 'kind: made with the account' });
    if (scopeKind(kind).alwaysPrivate && access !== 'private')
      throw fail('BAD_INPUT', { message: 'access: never open' });
    const existing = created.has(id) ? scopes.get(id) : undefined;
    if (existing) {
      if (existing.kind !== kind) throw fail('BAD_INPUT', { message: 'kind: the log says otherwise' });
      return;
    }
    const row = {
      id,
      kind,
      access: scopeKind(kind).key === 'shared' ? access : 'private',
      revision: 1,
    } as const;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('scope')
      .values({ ...row, workspace_id: workspaceId!, user_id: null, kid: null, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) {
      // Another device was first: what this one has for it goes under the key that it has there.
      const theirs = await readableScopes(tx, actorOf(context), workspaceId!, [id]);
      throw kind === 'hours' || theirs.has(id)
        ? fail('OUTDATED_KEY', { data: { scopeId: id } })
        : fail('NOT_FOUND');
    }
    const scope: LockedScope = {
      ...row,
      workspaceId: workspaceId!,
      userId: null,
      generation: 0,
      kid: null,
      grantees: new Set(),
      granted: new Set(),
    };
    scopes.set(id, scope);
    created.add(id);
    context.atEnd.push(() => checkKey(scope));
  },

  /**
   * Changes a scope's access. Its key rows come in the same batch: a new key for the readers alone, or the current one
   * under the staff's.
   */
  'scope.update': async (context, { id, access }) => {
    const { scope } = scopeFor(context, id);
    if (scope.kind !== 'project') await checkProjectOf(context, scope, access);
    if (scope.access === access) return;
    context.renewed.add(id);
    Object.assign(scope, { access, wasOpen: scope.access === 'open' });
    await context.tx.updateTable('scope').set({ access }).where('id', '=', id).execute();
    context.atEnd.push(() => {
      const isRenewed = access === 'private' ? scope.terms : scope.kid === null || scope.newKeys?.has('wrap');
      if (!isRenewed) throw fail('BAD_INPUT', { message: 'access: without its key' });
    });
  },
};

/** Checks that a scope is the room of a project, and that its access is that one's by the end of the batch. @throws BAD_INPUT */
async function checkProjectOf(
  { tx, workspaceId, atEnd }: ChangeContext,
  { id, kind }: LockedScope,
  access: ScopeAccess,
): Promise<void> {
  const find = () =>
    tx
      .selectFrom('scope')
      .select('access')
      .where('id', '=', projectRoomId(id))
      .where('workspace_id', '=', workspaceId!)
      .where('kind', '=', 'project')
      .executeTakeFirst();
  if (kind !== 'room' || !(await find()))
    throw fail('BAD_INPUT', { message: 'id: no project, nor the room of one' });
  atEnd.push(async () => {
    if ((await find())?.access !== access)
      throw fail('BAD_INPUT', { message: "access: another than its project's" });
  });
}

/**
 * Checks that a scope with a key of its own gets it in the batch that creates it; `keyChanges.ts` checks its holders.
 */
function checkKey({ access, kid }: LockedScope): void {
  if (access === 'private' && kid === null)
    throw fail('BAD_INPUT', { message: 'scope: nobody holds its key' });
}
