/** The cancellation's part of the contract: for people who are not signed in, or cannot. */
import { deletionIfCanceled, readOnlyFrom, stateOf } from '@kontor/contract/billing/standing';
import type { Cancellation } from '@kontor/contract/wire/cancellation';
import { longestMailMs } from '../../adapters/mail.ts';
import type { Payments } from '../../adapters/payments/payments.ts';
import { deletionPlanOf } from '../../db/deletionPlan.ts';
import { findSubscription, subscribedOf } from '../../db/subscriptions.ts';
import { calls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import { hashToken } from '../../http/session.ts';
import { networkOf } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';
import { doneMail } from './mails.ts';
import { mayCancel, requestCancellation, withHolders } from './request.ts';
import { cancellationThrottles } from './throttles.ts';

/** Cancels a workspace's subscription; false where there is none. */
export type CancelSubscription = (
  services: Services & { payments: Payments },
  workspaceId: string,
) => Promise<boolean>;

/** The answer where nobody pays. */
const nothing = { endsAt: null, deletionAt: null, isCanceled: false, readOnlyFrom: null };

export function cancellationCalls(services: Services, cancelSubscription: CancelSubscription) {
  const { db, clock, mails, env, log } = services;
  const throttles = cancellationThrottles(services.pool);

  /**
   * Returns the workspace of a link, as long as the address that it was mailed to may cancel.
   * @throws INVALID_CODE, THROTTLED
   */
  const open = async (token: string, caller: string) => {
    await throttles.tokensPerNetwork.take(networkOf(caller));
    const row = await withHolders(db)
      .innerJoin('cancellation as c', 'c.workspace_id', 'w.id')
      .select(['c.id', 'c.workspace_id', 'c.email', 'c.confirmed_at', 'w.name'])
      .where('c.token_hash', '=', hashToken(token))
      .where('c.expires_at', '>', clock.now())
      .where(({ ref }) => mayCancel(ref('c.email')))
      .executeTakeFirst();
    const { payments } = services;
    if (!row || !payments) throw fail('INVALID_CODE');
    return { ...row, now: await payments.now(), billed: { ...services, payments } };
  };

  const show = async (link: { workspace_id: string; name: string; now: Date }): Promise<Cancellation> => {
    const row = await findSubscription(db, link.workspace_id);
    if (!row) throw fail('INVALID_CODE');
    const subscribed = subscribedOf(row);
    const now = link.now.getTime();
    const state = stateOf(subscribed, now);
    // A plan that the operator gave since the link was mailed: nobody pays, and there is nothing to cancel.
    if (!row.subscription_ref) return { ...nothing, workspace: link.name };
    const goesOn = state === 'active' || state === 'pastDue' || state === 'canceled';
    return {
      workspace: link.name,
      endsAt: goesOn ? subscribed.periodEnd : null,
      deletionAt:
        deletionIfCanceled(subscribed, now) ?? (await deletionPlanOf(db, env, row, now))?.at ?? null,
      isCanceled: state === 'canceled' || state === 'ended',
      readOnlyFrom: readOnlyFrom(subscribed, now),
    };
  };

  return {
    request: calls.cancellation.request.handler(async ({ input, context }) => {
      await requestCancellation(services, throttles, input, context.request);
      return {};
    }),

    check: calls.cancellation.check.handler(async ({ input, context }) =>
      show(await open(input.token, context.request.ip)),
    ),

    /** Confirming twice changes nothing, and answers the same. */
    confirm: calls.cancellation.confirm.handler(async ({ input, context }) => {
      const link = await open(input.token, context.request.ip);
      const before = await show(link);
      if (before.isCanceled || before.endsAt === null) return before;
      try {
        await cancelSubscription(link.billed, link.workspace_id);
      } catch (error) {
        log.error({ err: error }, 'the payment gateway did not cancel');
        throw fail('GATEWAY_FAILED');
      }
      const now = clock.now();
      // What ends is the period that the gateway knows: it may have begun another one since.
      const after = await show(link);
      const { numUpdatedRows } = await db
        .updateTable('cancellation')
        .set({ confirmed_at: now })
        .where('id', '=', link.id)
        .where('confirmed_at', 'is not distinct from', link.confirmed_at)
        .executeTakeFirst();
      // Confirmed in the same moment: one mail says so.
      if (numUpdatedRows === 0n) return after;
      const language = await languageOf(link.workspace_id, link.email);
      const readOnly = after.readOnlyFrom === null ? null : new Date(after.readOnlyFrom);
      const dates = { at: now, endsAt: new Date(after.endsAt ?? before.endsAt), readOnlyFrom: readOnly };
      const facts = { to: link.email, workspace: link.name, ...dates };
      const expiresAt = new Date(now.getTime() + longestMailMs);
      await mails.send(
        { ...doneMail(env, language, facts), workspaceIds: [link.workspace_id] },
        { expiresAt, about: `cancellation of ${link.workspace_id}` },
      );
      return after;
    }),
  };

  async function languageOf(workspaceId: string, email: string) {
    const record = await db
      .selectFrom('billing_record')
      .select('language')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (record) return record.language;
    const account = await db
      .selectFrom('account')
      .select('metadata')
      .where('email', '=', email)
      .executeTakeFirst();
    return account?.metadata.language ?? 'en';
  }
}
