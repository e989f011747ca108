/**
 * Stores key rows, which carry scope keys to people. The server cannot open them; it checks that they go to people who
 * may read the scope, and that logged scopes get the keys that the log names.
 */

import { satisfies } from '@kontor/contract/entity/role';
import { isLogged, readByAdmins, scopeKind } from '@kontor/contract/entity/scopeKind';
import { isGrantedDirectly, mayHoldPrivate } from '@kontor/contract/memberLog/state';
import { isDerivedId } from '@kontor/contract/wire/derivedId';
import { directPeople, directRoomId } from '@kontor/contract/wire/directRoom';
import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import type { Grant, KeyWrap, PreviousKey, ScopeKey } from '@kontor/contract/wire/scope';
import { nodeVerifier } from '../../adapters/verifier.ts';
import { fail } from '../../http/errors.ts';
import {
  actorOf,
  type ChangeContext,
  type LockedScope,
  reads,
  type StructuralHandlers,
  scopeFor,
  takesOwnKey,
} from '../../sync/changes/context.ts';
import { checkReaders } from './keyReaders.ts';

export const keyChanges: Pick<StructuralHandlers, 'key.add'> = {
  'key.add': async (context, { key }) => {
    const scope = takesOwnKey(context, { name: 'key.add', args: { key } })
      ? scopeIn(context, key.scopeId)
      : scopeFor(context, key.scopeId).scope;
    if (scope.kind === 'personal' || (isDerived(scope) && key.type === 'grant'))
      throw fail('BAD_INPUT', { message: 'scopeId: its key is derived' });
    context.renewed.add(scope.id);
    if (key.type === 'grant') await checkGrant(context, scope, key);
    else if (key.type === 'wrap') await checkWrap(context, scope, key);
    else await checkPrevious(context, scope, key);
    await storeKey(context, scope, key);
  },
};

function scopeIn({ scopes }: ChangeContext, scopeId: string): LockedScope {
  const scope = scopes.get(scopeId);
  if (!scope) throw fail('NOT_FOUND');
  return scope;
}

/** Tests for an open project, whose own key lies under the staff's and is granted to nobody. */
const isDerived = (scope: LockedScope) => !isLogged(scope) && scope.access === 'open';

const outdated = (scope: LockedScope) => fail('OUTDATED_KEY', { data: { scopeId: scope.id } });

async function checkGrant(context: ChangeContext, scope: LockedScope, grant: Grant): Promise<void> {
  const { members, userId, log, formerKeys } = context;
  const isOwnKey = [members.get(userId)?.certKey, formerKeys.get(userId)].includes(grant.granterKey);
  if (grant.granterId !== userId || !isOwnKey) throw fail('BAD_INPUT', { message: 'granterId: not you' });
  if (isLogged(scope)) {
    if (grant.generation !== scope.generation || grant.kid !== scope.kid) throw outdated(scope);
  } else {
    if (await startGeneration(context, scope, grant)) startTerms(context, scope, grant);
    checkTerms(scope, grant);
  }
  const { recipientId, readers } = grant;
  if (!readers.includes(recipientId)) throw fail('BAD_INPUT', { message: 'readers: without the recipient' });
  await checkWhose(context, scope, grant);
  const isKnown = (id: string) => id === 'admins' || members.has(id) || log?.invitations.has(id);
  if (!readers.every(isKnown)) throw fail('NOT_FOUND');
  if (readers.includes('admins')) {
    if (!readByAdmins(scope.kind)) throw fail('BAD_INPUT', { message: 'readers: not for admins' });
    await checkAdminsKey(context, scope, grant);
  }
  const invitation = log?.invitations.get(recipientId);
  if (invitation) {
    const logged = log?.scopes.get(scope.id);
    if (!logged || !isGrantedDirectly(invitation, logged))
      throw fail('BAD_INPUT', { message: 'recipientId: may not read' });
  } else if (recipientId !== 'admins') {
    const recipient = members.get(recipientId);
    if (!recipient) throw fail('NOT_FOUND');
    const granted = { ...scope, grantees: new Set([recipientId]) };
    // LOCKED members read nothing and still hold keys, so that their phrase opens everything again; and whoever LEFT holds
    // them for as long as the log names them, from which clients grant.
    const holder = recipient.status === 'INACTIVE' ? recipient : { ...recipient, status: 'ACTIVE' as const };
    const mayHold = isLogged(scope) ? reads(context, holder, granted) : mayHoldPrivate(recipient);
    if (!mayHold) throw fail('BAD_INPUT', { message: 'recipientId: may not read' });
  }
  scope.grantees.add(recipientId);
  scope.granted.add(recipientId);
}

/** Checks that nobody reads hours but whose they are and the admins, and no direct room but those whose it is. */
async function checkWhose(context: ChangeContext, scope: LockedScope, grant: Grant): Promise<void> {
  const { tx, workspaceId } = context;
  const people = grant.readers.filter((id) => id !== 'admins');
  if (scope.kind === 'hours') {
    // Its id follows from its person's: admins alone could take that of anybody, of another workspace too.
    if (grant.generation === 1 && people.length === 0)
      throw fail('BAD_INPUT', { message: 'readers: without whose hours they are' });
    for (const id of people)
      if ((await hoursScopeId(nodeVerifier, workspaceId!, id)) !== scope.id)
        throw fail('BAD_INPUT', { message: 'readers: not whose hours they are' });
  }
  if (scope.kind !== 'room' || !isDerivedId(scope.id)) return;
  const { min, max } = directPeople;
  if (grant.generation > 1) {
    // The grants to a certificate that was replaced are gone, also with this batch; each that is left names all readers.
    const before = await tx
      .selectFrom('scope_key')
      .select('key')
      .where('scope_id', '=', scope.id)
      .where('type', '=', 'grant')
      .where('generation', '<', grant.generation)
      .execute();
    const whose = new Set(before.flatMap(({ key }) => (key as Grant).readers));
    if (people.every((id) => whose.has(id))) return;
  } else if (people.length >= min && people.length <= max)
    if ((await directRoomId(nodeVerifier, workspaceId!, people)) === scope.id) return;
  throw fail('BAD_INPUT', { message: 'readers: not whose room it is' });
}

/** Checks that a key for the admins is sealed to their current one. */
async function checkAdminsKey(
  { tx, workspaceId }: ChangeContext,
  scope: LockedScope,
  { adminsKid }: Grant,
): Promise<void> {
  const admins = await tx
    .selectFrom('scope')
    .select('kid')
    .where('workspace_id', '=', workspaceId!)
    .where('kind', '=', 'admins')
    .executeTakeFirst();
  if (admins?.kid !== adminsKid) throw outdated(scope);
}

/**
 * Starts a generation. A project or room is at its newest one; the next names its predecessor. The first of a scope
 * that was open continues the staff's, whose keys were its own until then. A batch starts one of each scope.
 * @returns true for the generation's first row.
 */
async function startGeneration(
  { tx, workspaceId, created }: ChangeContext,
  scope: LockedScope,
  { generation, kid }: Pick<ScopeKey, 'generation' | 'kid'>,
): Promise<boolean> {
  if (generation === scope.generation && kid === scope.kid) return false;
  if (scope.newKeys) throw fail('BAD_INPUT', { message: 'key: more than one generation' });
  let before = scope.generation;
  if (scope.kid === null && !created.has(scope.id)) {
    const staff = await tx
      .selectFrom('scope')
      .select('generation')
      .where('workspace_id', '=', workspaceId!)
      .where('kind', '=', 'staff')
      .executeTakeFirst();
    before = staff?.generation ?? 0;
  }
  if (generation !== before + 1) throw outdated(scope);
  Object.assign(scope, { generation, kid, isStale: false });
  scope.grantees.clear();
  scope.granted.clear();
  return true;
}

/** Records the holders that the first grant of a generation states for all of them. */
function startTerms(context: ChangeContext, scope: LockedScope, grant: Grant): void {
  const { readers, granterId } = grant;
  scope.terms = { readers: readers.join(), granterId };
  context.atEnd.push(() => checkHolders(context, scope, grant));
  context.atEnd.push(() => checkReaders(context, scope, grant));
}

/**
 * Checks that a generation is granted all at once: somebody who is added later gets a new one, and the others learn of
 * it.
 */
function checkTerms(scope: LockedScope, { readers, granterId }: Grant): void {
  if (scope.terms?.readers !== readers.join() || scope.terms.granterId !== granterId) throw outdated(scope);
}

/**
 * Checks that a new key comes with its rows: nobody may lock the admins out of a project or of somebody's hours, or everybody out of its
 * past.
 */
function checkHolders(context: ChangeContext, scope: LockedScope, { readers, generation }: Grant): void {
  const { userId } = context;
  const { kind, grantees, newKeys, access } = scope;
  if (access === 'open') throw fail('BAD_INPUT', { message: 'key: granted in an open scope' });
  if (readByAdmins(kind) && !grantees.has('admins'))
    throw fail('BAD_INPUT', { message: 'key: the admins need it' });
  const isAdmin = readByAdmins(kind) && satisfies(actorOf(context).role, 'ADMIN');
  if (!isAdmin && !grantees.has(userId)) throw fail('BAD_INPUT', { message: 'key: its maker knows it' });
  if (!readers.every((id) => grantees.has(id)))
    throw fail('BAD_INPUT', { message: 'key: not granted to all readers' });
  if (generation > 1 && !newKeys?.has('previous'))
    throw fail('BAD_INPUT', { message: 'key: without the key before it' });
}

/** Starts the staff-wide key of a project that was private once. */
async function startOpenGeneration(context: ChangeContext, scope: LockedScope, wrap: KeyWrap): Promise<void> {
  // A scope that was always open needs none.
  if (scope.kid === null) throw fail('BAD_INPUT', { message: 'scopeId: its key is derived' });
  if (!(await startGeneration(context, scope, wrap))) {
    scope.isStale = false;
    return;
  }
  context.atEnd.push(() => {
    if (!scope.newKeys?.has('previous'))
      throw fail('BAD_INPUT', { message: 'key: without the key before it' });
  });
}

async function checkWrap(context: ChangeContext, scope: LockedScope, wrap: KeyWrap): Promise<void> {
  if (!isLogged(scope) && scope.access === 'private')
    throw fail('BAD_INPUT', { message: 'scopeId: its key is granted' });
  if (isDerived(scope)) await startOpenGeneration(context, scope, wrap);
  if (wrap.generation !== scope.generation || wrap.kid !== scope.kid) throw outdated(scope);
  const { tx, workspaceId } = context;
  const parent = await tx
    .selectFrom('scope')
    .select(['kind', 'kid'])
    .where('id', '=', wrap.parentScopeId)
    .where('workspace_id', '=', workspaceId!)
    .executeTakeFirst();
  if (!parent) throw fail('NOT_FOUND');
  if (scopeKind(scope.kind).under !== parent.kind)
    throw fail('BAD_INPUT', { message: 'parentScopeId: not above this scope' });
  if (parent.kid !== wrap.parentKid) throw fail('OUTDATED_KEY', { data: { scopeId: wrap.parentScopeId } });
}

async function checkPrevious({ tx }: ChangeContext, scope: LockedScope, key: PreviousKey): Promise<void> {
  if (key.generation !== scope.generation || key.kid !== scope.kid) throw outdated(scope);
  const rows = await tx
    .selectFrom('scope_key')
    .select(['generation', 'kid'])
    .where('scope_id', '=', scope.id)
    .where('generation', '<', key.generation)
    .orderBy('generation', 'desc')
    .limit(1)
    .execute();
  const [before] = rows;
  // The keys that a project had while it was open are the staff's, which no row of its own names.
  if (!before && !isLogged(scope)) return;
  if (before?.generation !== key.generation - 1 || before.kid !== key.previousKid) throw outdated(scope);
}

/** Stores a key row. A stored one is never replaced: somebody may have believed it already. */
async function storeKey(context: ChangeContext, scope: LockedScope, key: ScopeKey): Promise<void> {
  const { tx, replaced } = context;
  const recipient = key.type === 'grant' ? key.recipientId : null;
  // A grant to somebody's former role or certificate is of no use to them.
  if (recipient !== null && replaced.has(recipient))
    await tx
      .deleteFrom('scope_key')
      .where('scope_id', '=', scope.id)
      .where('type', '=', 'grant')
      .where('generation', '=', key.generation)
      .where('recipient', '=', recipient)
      .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('scope_key')
    .values({
      scope_id: scope.id,
      revision: scope.revision,
      type: key.type,
      generation: key.generation,
      kid: key.kid,
      recipient,
      recipient_key: recipient === null ? null : (context.members.get(recipient)?.certKey ?? null),
      key: JSON.stringify(key),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw outdated(scope);
  if (scope.newKeys) {
    scope.newKeys.add(key.type);
    return;
  }
  scope.newKeys = new Set([key.type]);
  context.atEnd.push(async () => {
    const { revision: key_revision, generation, kid } = scope;
    await tx.updateTable('scope').set({ key_revision, generation, kid }).where('id', '=', scope.id).execute();
  });
}
