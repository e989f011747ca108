/**
 * Creates scopes, each with its head. Those of the log are created by the entry that names them; a batch may repeat them. The
 * room of a project, whose id follows from its, comes after that, is made as open as that is, and changes to that one's access
 * alone. A project that is opened or closed by itself leaves its room as it was: its people's devices have it follow.
 */
import { kindsWithKey, type ScopeAccess, scopeKind } from '@kontor/contract/entity/scopeKind';
import { projectRoomId } from '@kontor/contract/nouns/room';
import { isDerivedId } from '@kontor/contract/wire/derivedId';
import { fail } from '../../http/errors.ts';
import { readableScopes } from '../../sync/access.ts';
import {
  actorOf,
  type ChangeContext,
  type LockedScope,
  type StructuralHandlers,
  scopeFor,
} from '../../sync/changes/context.ts';
import { isProjectRoomId, takeScopeId } from '../../sync/changes/scopeId.ts';

/**
 * Scopes of a workspace besides those of its log, which is well below what one removal can name (`maxRevisions`), and one pull. Those of
 * which the head was deleted count: their rows stay.
 */
export const maxScopes = 10_000;

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
    if (!context.headIds.has(id)) throw fail('BAD_INPUT', { message: 'scope: without its head' });
    // A derived id is that of somebody's hours, or of a direct room: its key is granted to those whose it is.
    const isTheirs = kind === 'hours' || (kind === 'room' && access === 'private');
    if (isDerivedId(id) && !isTheirs) throw fail('BAD_INPUT', { message: 'id: a derived one' });
    if (kind === 'project' && (await findScope(context, projectRoomId(id), 'room')))
      throw fail('BAD_INPUT', { message: "id: its room's is another's" });
    if (await isProjectRoomId(tx, id, kind === 'room' ? workspaceId : undefined)) throw fail('NOT_FOUND');
    if (![...created].some((each) => scopes.get(each)?.kind === kind))
      context.atEnd.push(() => checkCount(context));
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
    if (!(await takeScopeId(context, id, kind))) throw fail('BAD_INPUT', { message: "id: another's" });
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
    if (kind === 'room') context.atEnd.push(() => checkNewRoom(context, scope));
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

/** Finds a scope of the batch's workspace, and keeps others from changing it until the end of the batch. */
const findScope = ({ tx, workspaceId }: ChangeContext, id: string, kind: LockedScope['kind']) =>
  tx
    .selectFrom('scope')
    .select('access')
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId!)
    .where('kind', '=', kind)
    .forShare()
    .executeTakeFirst();

/** Checks that a scope is the room of a project, and that its access is that one's by the end of the batch. @throws BAD_INPUT */
async function checkProjectOf(
  context: ChangeContext,
  { id, kind }: LockedScope,
  access: ScopeAccess,
): Promise<void> {
  const find = () => findScope(context, projectRoomId(id), 'project');
  if (kind !== 'room' || !(await find()))
    throw fail('BAD_INPUT', { message: 'id: no project, nor the room of one' });
  context.atEnd.push(async () => {
    if ((await find())?.access !== access)
      throw fail('BAD_INPUT', { message: "access: another than its project's" });
  });
}

/**
 * Checks that the room of a project is made by somebody who reads that, and as open as it is. @throws NOT_FOUND; OUTDATED_KEY where
 * the project was opened or closed meanwhile: the room is made anew under the key that this asks for
 */
async function checkNewRoom(context: ChangeContext, { id, access }: LockedScope): Promise<void> {
  const { tx, workspaceId, created } = context;
  const projectId = projectRoomId(id);
  const project = await findScope(context, projectId, 'project');
  if (!project) return;
  if (!created.has(projectId)) {
    const readable = await readableScopes(tx, actorOf(context), workspaceId!, [projectId]);
    if (!readable.has(projectId)) throw fail('NOT_FOUND');
  }
  if (project.access !== access) throw fail('OUTDATED_KEY', { data: { scopeId: projectId } });
}

/** Refuses one scope more than a workspace may have. @throws TOO_MANY_SCOPES */
async function checkCount({ tx, workspaceId }: ChangeContext): Promise<void> {
  const { count } = await tx
    .selectFrom('scope')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId!)
    .where('kind', 'in', kindsWithKey('shared'))
    .executeTakeFirstOrThrow();
  if (Number(count) > maxScopes) throw fail('TOO_MANY_SCOPES');
}

/**
 * Checks that a scope with a key of its own gets it in the batch that creates it; `keyChanges.ts` checks its holders.
 */
function checkKey({ access, kid }: LockedScope): void {
  if (access === 'private' && kid === null)
    throw fail('BAD_INPUT', { message: 'scope: nobody holds its key' });
}
