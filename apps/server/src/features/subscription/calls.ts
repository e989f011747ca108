/** The subscription's part of the contract. */
import type { BillingInterval, PaidPlan } from '@kontor/contract/billing/plan';
import { deletionIfCanceled, type PlanChoice } from '@kontor/contract/billing/standing';
import { type Capability, can } from '@kontor/contract/capability';
import { satisfies } from '@kontor/contract/entity/role';
import { subscriptionTable } from '@kontor/contract/server/subscription';
import { type Subscription, subscriptionFields } from '@kontor/contract/wire/subscription';
import { sql } from 'kysely';
import { PaymentDeclined } from '../../adapters/payments/payments.ts';
import { vatFor } from '../../db/billingRecords.ts';
import { pickWire } from '../../db/clearRow.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { deletionPlanOf } from '../../db/deletionPlan.ts';
import { storageLimitOf } from '../../db/storage.ts';
import {
  entitlementOf,
  findSubscription,
  limitsOf,
  lockSubscription,
  seatsUsed,
  subscribedOf,
} from '../../db/subscriptions.ts';
import { inTurn } from '../../db/turns.ts';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import { createThrottle } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';
import { actorIn } from '../../sync/access.ts';
import { cancelSubscription } from './cancel.ts';
import { bytesUsed, checkFits } from './quota.ts';
import { type SubscriptionServices, syncNow, syncSubscription } from './sync.ts';

/** Longest time for the gateway to put a choice into force, in ms: some ten requests, each with its retries. */
const maxOrderMs = 10 * 60_000;

export function subscriptionCalls(all: Services) {
  const { db, env, clock, log, pool } = all;
  const throttles = {
    visits: createThrottle(pool, { name: 'payment-visit', attempts: 10, seconds: 60 }),
    refreshes: createThrottle(pool, { name: 'subscription-refresh', attempts: 10, seconds: 60 }),
    orders: createThrottle(pool, { name: 'order', attempts: 10, seconds: 60 }),
  };

  /**
   * Returns the services of a server that bills, for somebody with the right.
   * @throws NOT_FOUND for non-members and where nobody is billed, PERMISSION_DENIED
   */
  const enter = async (
    userId: string,
    workspaceId: string,
    capability: Capability,
  ): Promise<SubscriptionServices> => {
    const { payments } = all;
    const actor = await actorIn(db, userId, workspaceId);
    if (!actor || !payments) throw fail('NOT_FOUND');
    if (!can(actor, capability)) throw fail('PERMISSION_DENIED');
    return { ...all, payments };
  };

  const show = async ({ payments }: SubscriptionServices, workspaceId: string): Promise<Subscription> => {
    const now = await payments.now();
    return transaction(db, async (tx) => {
      const row = await findSubscription(tx, workspaceId);
      if (!row) throw fail('NOT_FOUND');
      const { state, access } = entitlementOf(row, now);
      return {
        ...pickWire(subscriptionTable, row, ...subscriptionFields),
        state,
        access,
        deletionAt: (await deletionPlanOf(tx, env, row, now.getTime()))?.at ?? null,
        deletionIfCanceled: deletionIfCanceled(subscribedOf(row), now.getTime()),
        seatsUsed: await seatsUsed(tx, workspaceId, clock.now()),
        storageUsed: await bytesUsed(tx, workspaceId),
        seatLimit: limitsOf(row).users,
        storageLimit: storageLimitOf(env, row),
        vatPercent: (await vatFor(tx, env, workspaceId)).rate / 100,
        now: now.getTime(),
      };
    });
  };

  /** Runs what the gateway is asked. @throws PAYMENT_DECLINED, GATEWAY_FAILED */
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PaymentDeclined) throw fail('PAYMENT_DECLINED');
      log.error({ err: error }, 'the payment gateway failed');
      throw fail('GATEWAY_FAILED');
    }
  };

  const returnUrl = (workspaceId: string, from: 'gateway' | 'bank', choice: Partial<PlanChoice> = {}) => {
    const query = new URLSearchParams({ from, ...choice });
    return `${env.PUBLIC_URL}/${workspaceId}/settings/billing-and-payment?${query}`;
  };

  /** Returns the gateway's customer of a workspace, made at first use and where the gateway has it no more. */
  const customerOf = (services: SubscriptionServices, workspaceId: string, userId: string) =>
    inTurn(db, workspaceId, async () => {
      await ask(() => syncNow(services, workspaceId));
      const row = await findSubscription(db, workspaceId);
      if (!row) throw fail('NOT_FOUND');
      if (row.customer_ref) return row.customer_ref;
      const { email } = await db
        .selectFrom('account')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const made = await ask(() => services.payments.ensureCustomer(workspaceId, email));
      const stored = await db
        .updateTable('subscription')
        .set({ customer_ref: sql`coalesce(customer_ref, ${made})` })
        .where('workspace_id', '=', workspaceId)
        .returning('customer_ref')
        .executeTakeFirst();
      if (stored) return stored.customer_ref!;
      // The workspace was deleted meanwhile, with the customers that were known then.
      await ask(() => services.payments.forget(workspaceId, made));
      throw fail('NOT_FOUND');
    });

  const visit =
    (to: 'checkout' | 'portal') =>
    async ({ input: { workspaceId, plan, interval }, context }: VisitRequest) => {
      const { userId } = context.signedIn;
      const services = await enter(userId, workspaceId, 'subscription.pay');
      await throttles.visits.take(workspaceId);
      const customer = await customerOf(services, workspaceId, userId);
      const back = returnUrl(workspaceId, 'gateway', plan && interval ? { plan, interval } : {});
      return { url: await ask(() => services.payments[to](customer, back)) };
    };

  /**
   * Checks a choice, and for a smaller plan holds its limits from now on, so that nobody is invited beyond them before
   * it comes. Until `until` no other choice is prepared, by no process.
   * @throws NO_PAYMENT_METHOD, OVER_PLAN, THROTTLED while another choice is put into force
   */
  const prepare = async (tx: Tx, workspaceId: string, { plan, interval }: PlanChoice) => {
    // Before the subscription, as the log's changes lock: nobody takes a seat between the count and the choice.
    await tx.selectFrom('workspace').select('id').where('id', '=', workspaceId).forUpdate().execute();
    const row = await lockSubscription(tx, workspaceId);
    // The choice may have waited for minutes while the workspace was deleted.
    if (!row) throw fail('NOT_FOUND');
    const now = clock.now();
    const msLeft = (row.ordering_until?.getTime() ?? 0) - now.getTime();
    if (msLeft > 0) throw fail('THROTTLED', { data: { retryAfter: Math.ceil(msLeft / 1000) } });
    if (!row.customer_ref || !row.method) throw fail('NO_PAYMENT_METHOD');
    const wanted = { ...row, plan, next_plan: null };
    const { users } = limitsOf(wanted);
    const storageBytes = storageLimitOf(env, wanted);
    await checkFits(tx, { workspaceId, now, limits: { users, storageBytes } });
    const until = new Date(now.getTime() + maxOrderMs);
    await tx
      .updateTable('subscription')
      .set({ next_plan: plan, next_interval: interval, ordering_until: until })
      .where('workspace_id', '=', workspaceId)
      .execute();
    return { customer: row.customer_ref, until };
  };

  /** Has the gateway put a choice into force, one after the other: two at once would begin two subscriptions. */
  const order = (services: SubscriptionServices, workspaceId: string, choice: PlanChoice): Promise<void> =>
    inTurn(db, workspaceId, async () => {
      const { customer, until } = await transaction(db, (tx) => prepare(tx, workspaceId, choice));
      try {
        const vatPercent = (await vatFor(db, env, workspaceId)).rate / 100;
        const terms = { vatPercent, returnUrl: returnUrl(workspaceId, 'bank', choice) };
        await ask(() => services.payments.change(customer, choice, terms));
      } finally {
        await db
          .updateTable('subscription')
          .set({ ordering_until: null })
          .where('workspace_id', '=', workspaceId)
          .where('ordering_until', '=', until)
          .execute();
        // Also after a refusal: the snapshot says what holds.
        await ask(() => syncNow(services, workspaceId));
      }
    });

  return {
    get: signedInCalls.subscription.get.handler(async ({ input: { workspaceId }, context }) => {
      const services = await enter(context.signedIn.userId, workspaceId, 'subscription.pay');
      return show(services, workspaceId);
    }),

    contacts: signedInCalls.subscription.contacts.handler(async ({ input: { workspaceId }, context }) => {
      const actor = await actorIn(db, context.signedIn.userId, workspaceId);
      if (!actor) throw fail('NOT_FOUND');
      if (actor.status === 'INACTIVE') throw fail('PERMISSION_DENIED');
      // The firm's addresses are no business of its customers.
      if (!satisfies(actor.role, 'EMPLOYEE')) return { emails: [] };
      const rows = await db
        .selectFrom('membership')
        .innerJoin('account', 'account.id', 'membership.user_id')
        .select('account.email')
        .where('workspace_id', '=', workspaceId)
        .where('role', '=', 'ADMIN')
        .where('status', '=', 'ACTIVE')
        .where('leaving', 'is', null)
        .orderBy('is_owner', 'desc')
        .orderBy('membership.created_at')
        .execute();
      return { emails: rows.map(({ email }) => email) };
    }),

    refresh: signedInCalls.subscription.refresh.handler(async ({ input: { workspaceId }, context }) => {
      const services = await enter(context.signedIn.userId, workspaceId, 'subscription.pay');
      await throttles.refreshes.take(workspaceId);
      await ask(() => syncSubscription(services, workspaceId));
      return show(services, workspaceId);
    }),

    addMethod: signedInCalls.subscription.addMethod.handler(visit('checkout')),
    portal: signedInCalls.subscription.portal.handler(visit('portal')),

    choose: signedInCalls.subscription.choose.handler(async ({ input, context }) => {
      const { workspaceId, plan, interval } = input;
      const services = await enter(context.signedIn.userId, workspaceId, 'subscription.pay');
      await throttles.orders.take(workspaceId);
      await order(services, workspaceId, { plan, interval });
      const row = await findSubscription(db, workspaceId);
      return { url: row?.confirm_url ?? null };
    }),

    cancel: signedInCalls.subscription.cancel.handler(async ({ input: { workspaceId }, context }) => {
      const services = await enter(context.signedIn.userId, workspaceId, 'subscription.cancel');
      if (!(await ask(() => cancelSubscription(services, workspaceId)))) throw fail('NO_SUBSCRIPTION');
      return show(services, workspaceId);
    }),

    resume: signedInCalls.subscription.resume.handler(async ({ input: { workspaceId }, context }) => {
      const services = await enter(context.signedIn.userId, workspaceId, 'subscription.cancel');
      await inTurn(db, workspaceId, async () => {
        const row = await findSubscription(db, workspaceId);
        if (!row?.customer_ref || !row.subscription_ref) throw fail('NO_SUBSCRIPTION');
        const customer = row.customer_ref;
        await ask(() => services.payments.resume(customer));
        await ask(() => syncNow(services, workspaceId));
      });
      return show(services, workspaceId);
    }),
  };
}

interface VisitRequest {
  input: { workspaceId: string; plan?: PaidPlan | undefined; interval?: BillingInterval | undefined };
  context: { signedIn: { userId: string } };
}
