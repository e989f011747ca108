/** Appends to the member log. The server folds it as clients do and refuses what they would refuse. */

import type { PlaceStatus } from '@kontor/contract/entity/role';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { certIn } from '@kontor/contract/memberLog/entryParts';
import { foldLog } from '@kontor/contract/memberLog/fold';
import { LogError } from '@kontor/contract/memberLog/logError';
import {
  directHolders,
  type LoggedMember,
  type LoggedScope,
  type LogState,
} from '@kontor/contract/memberLog/state';
import { equalBytes, toBase64Url } from '@kontor/contract/wire/bytes';
import { isDerivedId } from '@kontor/contract/wire/derivedId';
import { fingerprintOf } from '@kontor/contract/wire/keyCert';
import { nodeVerifier } from '../../adapters/verifier.ts';
import { afterCommit } from '../../db/database.ts';
import { fail } from '../../http/errors.ts';
import {
  assertOfNow,
  type ChangeContext,
  type LockedScope,
  type StructuralHandlers,
  statusAfterLeaving,
} from '../../sync/changes/context.ts';
import { announce, publishNotifications } from '../../sync/changes/hints.ts';
import { isAcceptance } from '../../sync/changes/plan.ts';
import { isProjectRoomId, takeScopeId } from '../../sync/changes/scopeId.ts';
import { forgetUnlockWanted } from '../../sync/notices.ts';
import { applyCut } from './cuts.ts';
import { foldedLog } from './foldedLog.ts';
import { checkInvited, checkInvitedAccount, followInvitations } from './invitations.ts';
import { seatCheck } from './seats.ts';

export const memberLogChanges: Pick<StructuralHandlers, 'log.append'> = {
  /**
   * Appends an entry. The workspace is locked, so that of two entries for one place the second is told that the log
   * moved.
   */
  'log.append': async (context, { entry }) => {
    const { tx, userId } = context;
    const workspaceId = context.workspaceId!;
    const before = await logBefore(context, entry);
    if (isAcceptance({ name: 'log.append', args: { entry } })) await checkInvited(context, entry);
    else if (entry.authorId !== userId) throw fail('LOG_REFUSED');
    if (entry.workspaceId !== workspaceId) throw fail('LOG_REFUSED');
    assertOfNow(context, entry.at);
    if (entry.seq !== (before?.seq ?? -1) + 1) throw fail('LOG_MOVED', { data: { seq: before?.seq ?? -1 } });
    await checkAccount(context, entry, before);
    const after = await fold(before, entry);
    if (before) context.atEnd.push(await seatCheck(context));
    if (before) await applyCut(context, before, after, entry);
    await tx
      .insertInto('member_log')
      .values({ workspace_id: workspaceId, seq: after.seq, hash: after.head, entry: JSON.stringify(entry) })
      .execute();
    await followMembers(context, before, after);
    await followInvitations(context, before, after);
    await followCertificates(context, before, after);
    for (const scope of after.scopes.values())
      if (scope !== before?.scopes.get(scope.scopeId)) await followScope(context, scope);
    context.atEnd.push(() => checkHolders(context, before, after, entry.at));
    context.log = after;
    context.isFounding = false;
  },
};

/**
 * Folds the log that an entry is to follow. Where this server's clock is behind it, the operator is told, and so is whoever sends an
 * entry of the right time. @throws WRONG_TIME; LogError as `foldedLog`
 */
async function logBefore(context: ChangeContext, { at }: LogEntry): Promise<LogState | undefined> {
  const { services, tx, workspaceId, now } = context;
  try {
    return await foldedLog(tx, workspaceId!, now.getTime());
  } catch (error) {
    if (error instanceof LogError && error.fault === 'ahead-of-clock') {
      services.log.error({ err: error, workspaceId }, 'the clock of this server is behind the member log');
      assertOfNow(context, at);
    }
    throw error;
  }
}

/** Checks that a certificate which enters the log is the one of its account: nobody could ever sign in to another. */
async function checkAccount(
  { tx }: ChangeContext,
  entry: LogEntry,
  before: LogState | undefined,
): Promise<void> {
  const cert = certIn(entry);
  if (!cert) return;
  const account = await tx
    .selectFrom('account')
    .select(['public_key', 'email'])
    .where('id', '=', cert.userId)
    // Waits for a deletion of the account that is under way, and holds off one that comes.
    .forShare()
    .executeTakeFirst();
  if (entry.type === 'invite') {
    // The link's: it stands for nobody who is there already.
    if (account) throw fail('LOG_REFUSED');
    return;
  }
  // In one answer with a wrong certificate, so that nobody learns which accounts there are.
  if (!account) throw fail('LOG_REFUSED');
  const [theirs, named] = await Promise.all(
    [account.public_key, cert].map((each) => fingerprintOf(each, nodeVerifier)),
  );
  if (!equalBytes(theirs!, named!)) throw fail('LOG_REFUSED');
  if (entry.type === 'rekey' && before?.invitations.has(entry.payload.userId))
    await checkInvitedAccount(tx, entry.payload.userId, account.email);
}

async function fold(before: LogState | undefined, entry: LogEntry): Promise<LogState> {
  try {
    return await foldLog(before, [entry], nodeVerifier);
  } catch (error) {
    if (error instanceof LogError) throw fail('LOG_REFUSED');
    throw error;
  }
}

/** Updates the membership table from the log's new state. */
async function followMembers(
  context: ChangeContext,
  before: LogState | undefined,
  after: LogState,
): Promise<void> {
  const { tx, now, services, members, formerKeys } = context;
  const isSame = (a: LoggedMember | undefined, b: LoggedMember) =>
    a?.role === b.role &&
    a.customerId === b.customerId &&
    a.status === b.status &&
    a.isOwner === b.isOwner &&
    a.certKey === b.certKey;
  const tell = (userId: string) =>
    afterCommit(tx, () => {
      announce(services, { people: [userId] });
      services.realtime.closeUser(userId);
    });
  const forget = async (userId: string) => {
    const told = await forgetUnlockWanted(tx, userId, after.workspaceId);
    afterCommit(tx, () => publishNotifications(services, told));
  };
  for (const member of after.members.values()) {
    if (isSame(before?.members.get(member.userId), member)) continue;
    await forget(member.userId);
    const { userId, role, isOwner, certKey } = member;
    const formerKey = before?.members.get(userId)?.certKey;
    if (formerKey !== undefined && formerKey !== certKey) formerKeys.set(userId, formerKey);
    const hasLeft = await isLeaver(context, userId);
    if (hasLeft && isOwner) throw fail('LOG_REFUSED');
    const status = await statusOf(context, member, hasLeft);
    const values = { role, status, is_owner: isOwner, cert_key: certKey };
    await tx
      .insertInto('membership')
      .values({ workspace_id: after.workspaceId, user_id: userId, created_at: now, ...values })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet(values))
      .execute();
    members.set(userId, { userId, role, status, isOwner, certKey, hasLeft });
    context.replaced.add(userId);
    tell(userId);
  }
  for (const userId of before?.members.keys() ?? []) {
    if (after.members.has(userId)) continue;
    await tx
      .deleteFrom('membership')
      .where('workspace_id', '=', after.workspaceId)
      .where('user_id', '=', userId)
      .execute();
    await forget(userId);
    members.delete(userId);
    tell(userId);
  }
}

/** Tests if somebody left whom the log still names. Nobody leaves meanwhile, since the workspace is locked. */
async function isLeaver({ tx, workspaceId }: ChangeContext, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('workspace_id', '=', workspaceId!)
    .where('user_id', '=', userId)
    .where('leaving', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns a member's status: LEFT for as long as the log names somebody who left, and LOCKED also while the log names
 * another certificate than the account's, because after a reset only the server vouches for the new one. Locks the
 * account, as the reset does, so that neither misses the other.
 */
async function statusOf(
  { tx }: ChangeContext,
  { userId, status, certKey }: LoggedMember,
  hasLeft: boolean,
): Promise<PlaceStatus> {
  if (hasLeft) return statusAfterLeaving({ status });
  if (status !== 'ACTIVE') return status;
  const account = await tx
    .selectFrom('account')
    .select('public_key')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  if (!account) return status;
  return toBase64Url(await fingerprintOf(account.public_key, nodeVerifier)) === certKey ? status : 'LOCKED';
}

/**
 * Deletes grants to a certificate that the log replaced; nobody can use them. Once the account's own certificate
 * stands everywhere again, its former devices have nothing left to answer for.
 */
async function followCertificates(
  { tx, formerKeys }: ChangeContext,
  before: LogState | undefined,
  after: LogState,
): Promise<void> {
  for (const [userId] of formerKeys) {
    if (before?.members.get(userId)?.certKey === after.members.get(userId)?.certKey) continue;
    await tx
      .deleteFrom('scope_key')
      .where('type', '=', 'grant')
      .where('recipient', '=', userId)
      .where('scope_id', 'in', (from) =>
        from.selectFrom('scope').select('id').where('workspace_id', '=', after.workspaceId),
      )
      .execute();
    await tx
      .deleteFrom('session')
      .where('account_id', '=', userId)
      .where('former_public_key', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('membership')
              .select('user_id')
              .where('user_id', '=', userId)
              .where('status', '=', 'LOCKED'),
          ),
        ),
      )
      .execute();
  }
}

/** Gives a scope the key that the log names; a scope that is new to the log is created. */
async function followScope(context: ChangeContext, logged: LoggedScope): Promise<LockedScope> {
  const { tx, scopes, created, now } = context;
  const { scopeId: id, kind, generation } = logged;
  const kid = logged.kids.get(generation)!;
  const scope = scopes.get(id);
  if (scope) {
    if (scope.kind !== kind) throw fail('LOG_REFUSED');
    Object.assign(scope, { generation, kid, grantees: new Set(), granted: new Set() });
    await tx.updateTable('scope').set({ generation, kid }).where('id', '=', id).execute();
    return scope;
  }
  if (isDerivedId(id) || (await isProjectRoomId(tx, id))) throw fail('LOG_REFUSED');
  const row = { id, kind, access: 'private', generation, kid, revision: 1 } as const;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('scope')
    .values({ ...row, workspace_id: context.workspaceId!, user_id: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows || !(await takeScopeId(context, id, kind))) throw fail('LOG_REFUSED');
  const made: LockedScope = {
    ...row,
    workspaceId: context.workspaceId!,
    userId: null,
    grantees: new Set(),
    granted: new Set(),
  };
  scopes.set(id, made);
  created.add(id);
  return made;
}

/**
 * Checks that an entry comes with its key rows, or somebody would be shut out for good: a new key with grants to all
 * who hold it directly, the wrap under the scope above and the previous key; any other with grants to its new holders.
 */
function checkHolders(
  { scopes }: ChangeContext,
  before: LogState | undefined,
  after: LogState,
  at: number,
): void {
  const [holdersBefore, holders] = [before && directHolders(before, at), directHolders(after, at)];
  for (const logged of after.scopes.values()) {
    const { granted, newKeys } = scopes.get(logged.scopeId)!;
    const isNew = logged !== before?.scopes.get(logged.scopeId);
    const had = new Set(isNew ? [] : holdersBefore?.(logged).map(({ certKey }) => certKey));
    const isComplete =
      holders(logged).every(({ id, certKey }) => had.has(certKey) || granted.has(id)) &&
      (!isNew || logged.kind === 'admins' || newKeys?.has('wrap')) &&
      (!isNew || logged.generation === 1 || newKeys?.has('previous'));
    if (!isComplete) throw fail('LOG_REFUSED');
  }
}
