/** Applies batches of changes: each in one transaction, all of it or nothing, and once however often it is sent. */
import { type Capability, can } from '@kontor/contract/capability';
import { kindsWithKey } from '@kontor/contract/entity/scopeKind';
import {
  type Batch,
  type BatchResult,
  isRecordChange,
  type StructuralChange,
  takenUnpaid,
} from '@kontor/contract/wire/change';
import { type Tx, transaction } from '../../db/database.ts';
import type { Told } from '../../db/effects.ts';
import { accessIn } from '../../db/subscriptions.ts';
import { inTurn } from '../../db/turns.ts';
import { fail } from '../../http/errors.ts';
import type { SignedIn } from '../../http/session.ts';
import type { Services } from '../../services.ts';
import { invitationsOf } from '../access.ts';
import {
  actorOf,
  type ChangeContext,
  type ChangeHandlers,
  type LockedScope,
  type StructuralHandlers,
  takesOwnKey,
} from './context.ts';
import { prepareRun } from './describedRule.ts';
import { fastBatch } from './fastBatch.ts';
import { writeFast, writesOf } from './groupCommit.ts';
import { publishAgain, publishNotifications, publishRevisions } from './hints.ts';
import { findApplied, lockScopes } from './lock.ts';
import { findMoved } from './moved.ts';
import { isAcceptance, type Plan, planBatch } from './plan.ts';
import { writeRun } from './records.ts';

/**
 * Applies a batch for a signed-in user and tells readers. A batch that was applied before gets the same answer again.
 * @throws the error that refuses the changes; nothing is written then.
 */
export async function applyBatch(
  services: Services,
  handlers: ChangeHandlers,
  { userId, sessionId }: SignedIn,
  batch: Batch,
): Promise<BatchResult> {
  const plan = planBatch(batch);
  const fast = fastBatch(batch, userId, plan, handlers);
  let context: ChangeContext;
  try {
    const written = fast && (await writeFast(services, fast));
    if (written) return conclude(services, written);
    await prepareRecords(services, handlers, plan);
    context = await inTurn(services.db, writesOf(userId), () =>
      transaction(services.db, (tx) => applyPlan({ services, handlers, userId, sessionId, batch, plan, tx })),
    );
  } catch (error) {
    // The second copy of a batch fails in one way or another, on its own id at the latest.
    const applied = await findApplied(services.db, userId, batch.id);
    if (!applied) throw error;
    // Its answer was lost, and with it perhaps what its readers were to be told.
    publishAgain(services, Object.keys(applied.revisions)).catch((failure) =>
      services.log.warn(failure, 'hints were not sent'),
    );
    return applied;
  }
  return conclude(services, { ...context, scopes: [...context.scopes.values()], at: context.now });
}

interface Outcome {
  scopes: readonly LockedScope[];
  told: readonly Told[];
  at: Date;
  log?: ChangeContext['log'];
}

/** Tells readers and returns the batch's result. */
function conclude(services: Services, { scopes, told, at, log }: Outcome): BatchResult {
  publishNotifications(services, told);
  publishRevisions(services, scopes, log && log.seq + 1).catch((error) =>
    services.log.warn(error, 'hints were not sent'),
  );
  const revisions = Object.fromEntries(scopes.map(({ id, revision }) => [id, revision]));
  return { revisions, at: at.getTime() };
}

async function prepareRecords(services: Services, { records }: ChangeHandlers, plan: Plan): Promise<void> {
  if (plan.workspaceId === undefined) return;
  for (const step of plan.steps)
    if ('run' in step) await prepareRun(services, plan.workspaceId, step.run, records[step.run.entity]);
}

interface Application {
  services: Services;
  handlers: ChangeHandlers;
  userId: string;
  sessionId: string;
  batch: Batch;
  plan: Plan;
  tx: Tx;
}

async function applyPlan({
  services,
  handlers,
  userId,
  sessionId,
  batch,
  plan,
  tx,
}: Application): Promise<ChangeContext> {
  const { workspaceId } = plan;
  const now = services.clock.now();
  await assertPlace(tx, plan, userId);
  const { shared, held } = await lockWorkspace(tx, plan);
  const { scopes, members } = await lockScopes(tx, {
    ...plan,
    batchId: batch.id,
    userId,
    sessionId,
    now,
    scopeIds: [...new Set([...plan.scopeIds, ...shared])],
    heldIds: held,
  });
  const context: ChangeContext = {
    services,
    tx,
    now,
    userId,
    workspaceId,
    scopes,
    members,
    created: new Set(),
    renewed: new Set(),
    replaced: new Set(),
    log: undefined,
    formerKeys: new Map(),
    deleted: plan.deleted,
    before: await findMoved(tx, plan),
    headIds: plan.headIds,
    isFounding: false,
    told: [],
    isBehind: await isBehind(tx, batch),
    atEnd: [],
  };
  if (workspaceId !== undefined && !plan.createsWorkspace && !plan.joins) actorOf(context);
  if (workspaceId !== undefined && !isAlwaysTaken(batch) && (await accessIn(tx, workspaceId)) !== 'full')
    throw fail('SUBSCRIPTION_EXPIRED');
  for (const step of plan.steps) {
    if ('run' in step) {
      const { entity } = step.run;
      await writeRun(context, step.run, {
        rule: handlers.records[entity],
        effect: handlers.effects[entity],
        movedEffect: handlers.movedEffects[entity],
      });
    } else await applyStructural(context, handlers.structural, step.structural);
  }
  for (const check of context.atEnd) await check();
  return context;
}

/**
 * Tests for a batch that is taken whatever the subscription: it takes links back, leaves the workspace, deletes it, or appends
 * to the log entries that let nobody in (they let people go, unlock them, give them another place), with keys and whatever else
 * is no record. Whoever owes money may still reduce what they use, and nobody is kept from leaving.
 */
function isAlwaysTaken({ changes }: Batch): boolean {
  const entries = changes.flatMap((change) => (change.name === 'log.append' ? [change.args.entry] : []));
  return (
    entries.every(({ type }) => type !== 'invite' && type !== 'add') &&
    changes.every(
      (change) => takenUnpaid.includes(change.name) || (entries.length > 0 && !isRecordChange(change)),
    )
  );
}

/**
 * Checks that the sender has a place in the workspace, or may be about to get one: no stranger locks anything of it,
 * whatever their batch says of itself.
 * @throws NOT_FOUND
 */
async function assertPlace(
  tx: Tx,
  { workspaceId, createsWorkspace, joins }: Plan,
  userId: string,
): Promise<void> {
  if (workspaceId === undefined) return;
  if (createsWorkspace) {
    const other = await tx
      .selectFrom('workspace')
      .select('id')
      .where('id', '=', workspaceId)
      .executeTakeFirst();
    if (other) throw fail('NOT_FOUND');
    return;
  }
  const place = joins
    ? await invitationsOf(tx, userId, workspaceId).executeTakeFirst()
    : await tx
        .selectFrom('membership')
        .select('user_id')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
  if (!place) throw fail('NOT_FOUND');
}

/** Tests if the sender of a batch knows another key of the staff's than the current one. */
async function isBehind(tx: Tx, { workspaceId, staffKid }: Batch): Promise<boolean> {
  if (workspaceId === undefined || staffKid === undefined) return false;
  const staff = await tx
    .selectFrom('scope')
    .select('kid')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'staff')
    .executeTakeFirst();
  return staff !== undefined && staff.kid !== staffKid;
}

/**
 * Locks a workspace before any of its scopes, so that changes of the log are serialised, and no scope comes into being
 * beside one, nor beside another: what is checked of a new one (its project, how many there are) stays so.
 * @returns `shared`: the scopes whose readers are to be told of the change; `held`: those that an entry may cut.
 */
async function lockWorkspace(
  tx: Tx,
  { workspaceId, changesWorkspace, createsWorkspace, createdIds, cuts }: Plan,
): Promise<{ shared: string[]; held: string[] }> {
  if (!changesWorkspace) {
    if (workspaceId !== undefined && !createsWorkspace && createdIds.length > 0)
      await tx.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();
    return { shared: [], held: [] };
  }
  if (workspaceId === undefined) throw fail('INVALID_WORKSPACE');
  await tx.selectFrom('workspace').select('id').where('id', '=', workspaceId).forUpdate().execute();
  const scopesOf = async (key: 'logged' | 'shared') => {
    const rows = await tx
      .selectFrom('scope')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('kind', 'in', kindsWithKey(key))
      .execute();
    return rows.map(({ id }) => id);
  };
  return { shared: await scopesOf('logged'), held: cuts ? await scopesOf('shared') : [] };
}

/**
 * Returns the capability that a change needs, and on whose row. The log's first entry needs the founding of its
 * workspace.
 */
function capabilityOf({ name, args }: Exclude<StructuralChange, { name: 'workspace.create' }>): {
  capability: Capability;
  row?: { ownerId: string };
} {
  if (name !== 'log.append') return { capability: name };
  const { entry } = args;
  if (entry.type === 'genesis') throw fail('LOG_REFUSED');
  if (entry.type !== 'rekey') return { capability: `log.${entry.type}` };
  return { capability: 'log.rekey', row: { ownerId: entry.payload.userId } };
}

async function applyStructural(
  context: ChangeContext,
  handlers: StructuralHandlers,
  change: StructuralChange,
): Promise<void> {
  const { name, args } = change;
  if (change.name !== 'workspace.create') {
    if (context.workspaceId === undefined) throw fail('INVALID_WORKSPACE');
    // Before its genesis entry a workspace has no members: its founder may do what makes them the first.
    // Nor is who accepts an invitation a member yet: the entry itself is what gives them the right.
    if (!context.isFounding && !isAcceptance(change) && !takesOwnKey(context, change)) {
      const { capability, row } = capabilityOf(change);
      const actor = actorOf(context);
      if (name === 'workspace.delete' && !actor.isOwner) throw fail('NOT_OWNER');
      if (!can(actor, capability, row)) throw fail('PERMISSION_DENIED');
    }
  }
  await (handlers[name] as (context: ChangeContext, args: unknown) => Promise<void>)(context, args);
}
