/** The work of time on subscriptions: notices, locking, deletion; and the sweep that heals lost events. */
import { accessOf, dunningDays, readOnlyAfter, stateOf } from '@kontor/contract/billing/standing';
import { dayMs } from '@kontor/contract/time/day';
import { transaction } from '../../db/database.ts';
import { requestDeletion } from '../../db/deletion.ts';
import { type DeletionPlan, deletionPlanOf } from '../../db/deletionPlan.ts';
import {
  findSubscription,
  lockSubscription,
  type SubscriptionRow,
  subscribedOf,
} from '../../db/subscriptions.ts';
import type { Job } from '../../jobs.ts';
import { type Notice, sendNotice } from './notices.ts';
import {
  findCustomer,
  keepAccess,
  type SubscriptionServices,
  syncSubscription,
  tellMembers,
} from './sync.ts';

const trialMails = [3] as const;

/**
 * Goes through all subscriptions: sends what is to be said today, locks and opens, requests the deletion of what has been
 * kept long enough. One workspace is one transaction, so it may be interrupted anywhere and run again.
 */
export async function runRounds(services: SubscriptionServices): Promise<void> {
  const rows = await services.db
    .selectFrom('subscription')
    .innerJoin('workspace', 'workspace.id', 'workspace_id')
    .select('workspace_id')
    .where('deleted_at', 'is', null)
    .execute();
  for (const { workspace_id: workspaceId } of rows)
    try {
      await visit(services, workspaceId);
    } catch (error) {
      services.log.error({ err: error, workspaceId }, 'a subscription was not looked after');
    }
}

async function visit(services: SubscriptionServices, workspaceId: string): Promise<void> {
  const { db, env, payments, clock } = services;
  const now = await payments.now();
  const isDue = await isDueForDeletion(services, workspaceId, now);
  // Whoever paid at the last moment keeps everything.
  if (isDue) await syncSubscription(services, workspaceId);
  const hasChanged = await transaction(db, async (tx) => {
    // The workspace before its subscription, as everywhere.
    if (isDue)
      await tx.selectFrom('workspace').select('id').where('id', '=', workspaceId).forUpdate().execute();
    const changed = await keepAccess(tx, workspaceId, now);
    const row = (await lockSubscription(tx, workspaceId))!;
    const plan = await deletionPlanOf(tx, env, row, now.getTime());
    for (const notice of noticesAt(subscribedOf(row), plan, now.getTime()))
      await sendNotice(services, tx, workspaceId, notice);
    const isClosed = accessOf(subscribedOf(row), now.getTime()) === 'closed';
    if (isDue && isClosed && !isBeingPaid(row, clock.now()) && plan && plan.at <= now.getTime())
      await requestDeletion(tx, services, workspaceId);
    return changed;
  });
  if (hasChanged) await tellMembers(services, workspaceId);
}

/**
 * Tests if somebody is paying just now: the gateway has their order, or their bank asks them. `now`: the server's, by which
 * an order lasts.
 */
const isBeingPaid = ({ ordering_until, confirm_url }: SubscriptionRow, now: Date): boolean =>
  confirm_url !== null || (ordering_until !== null && ordering_until > now);

type Subscribed = ReturnType<typeof subscribedOf>;

/** Returns what must have been said by a moment; what was said before is not said again. */
export function noticesAt(subscribed: Subscribed, plan: DeletionPlan | null, now: number): Notice[] {
  const state = stateOf(subscribed, now);
  const { trialEndsAt, pastDueSince, periodEnd, canceledAt } = subscribed;
  const daysTo = (moment: number) => (moment - now) / dayMs;
  if (state === 'trial') {
    const isNear = trialMails.some((day) => daysTo(trialEndsAt) <= day);
    return isNear ? [{ kind: 'trialEnding', occasion: trialEndsAt, day: new Date(trialEndsAt) }] : [];
  }
  if (state === 'trialEnded') {
    const wording = plan ? { day: new Date(plan.at) } : { words: 'trialEndedKept' as const };
    return [{ kind: 'trialEnded', occasion: trialEndsAt, ...wording }, ...deletionNotices(plan)];
  }
  if (state === 'ended') return deletionNotices(plan);
  const words = pastDueSince === null ? undefined : ('canceledUnpaid' as const);
  const canceled: Notice[] =
    state === 'canceled' && canceledAt !== null
      ? [{ kind: 'canceled', words, occasion: canceledAt, day: new Date(periodEnd!) }]
      : [];
  return [...canceled, ...(pastDueSince === null ? [] : dunning(pastDueSince, now))];
}

const deletionNotices = (plan: DeletionPlan | null): Notice[] =>
  plan?.due === undefined
    ? []
    : [{ kind: plan.kind, occasion: `${plan.asked} ${plan.due}`, day: new Date(plan.at) }];

function dunning(since: number, now: number): Notice[] {
  const due = dunningDays.findLast((day) => now >= since + day * dayMs) ?? 0;
  const kind = due === 0 ? 'pastDue' : due === readOnlyAfter ? 'readOnly' : 'pastDueAgain';
  return [{ kind, occasion: `${since} ${due}`, day: new Date(since + readOnlyAfter * dayMs) }];
}

/** Tests if a workspace was kept long enough after somebody cancelled it, or never bought it, and its people were warned. */
async function isDueForDeletion(
  { db, env }: SubscriptionServices,
  workspaceId: string,
  now: Date,
): Promise<boolean> {
  const row = await findSubscription(db, workspaceId);
  const plan = row && (await deletionPlanOf(db, env, row, now.getTime()));
  return plan != null && plan.at <= now.getTime();
}

/**
 * Fetches every customer's snapshot: what an event should have told and did not. Asks the gateway for customers of whom
 * nothing is known here, too.
 */
export async function sweepSubscriptions(services: SubscriptionServices): Promise<void> {
  const rows = await services.db
    .selectFrom('subscription')
    .innerJoin('workspace', 'workspace.id', 'workspace_id')
    .select(['workspace_id', 'customer_ref'])
    .where('deleted_at', 'is', null)
    .execute();
  for (const { workspace_id: workspaceId, customer_ref } of rows)
    try {
      if (customer_ref === null) await findCustomer(services, workspaceId);
      await syncSubscription(services, workspaceId);
    } catch (error) {
      services.log.error({ err: error, workspaceId }, 'a subscription was not compared with the gateway');
    }
}

/** Returns the jobs of a server that bills. */
export const subscriptionJobs = (services: SubscriptionServices): Job[] => [
  { name: 'subscription-rounds', cron: '*/10 * * * *', run: () => runRounds(services) },
  { name: 'subscription-sweep', cron: '40 2 * * *', run: () => sweepSubscriptions(services) },
];
