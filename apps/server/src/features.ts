/** All features: their parts of the contract, and their plain routes. */
import type { api } from '@kontor/contract/wire/api';
import type { Router } from '@orpc/server';
import type { FastifyPluginAsync } from 'fastify';
import { changeHandlers } from './changeHandlers.ts';
import { accountFeature } from './features/account/feature.ts';
import { serverCalls } from './features/account/serverCalls.ts';
import { sessionSweep } from './features/account/sessionSweep.ts';
import { billingRecordCalls } from './features/billingRecord/calls.ts';
import { vatRecheck } from './features/billingRecord/recheck.ts';
import { blobFeature } from './features/blob/feature.ts';
import { blobSweep } from './features/blob/sweep.ts';
import { cancellationCalls } from './features/cancellation/calls.ts';
import { changeCalls } from './features/change/calls.ts';
import { invitationCalls } from './features/invitation/calls.ts';
import { invoiceCalls } from './features/invoice/calls.ts';
import { invoiceExpiry } from './features/invoice/expiry.ts';
import { invoiceMails } from './features/invoice/invoiceMail.ts';
import { linkCalls } from './features/link/calls.ts';
import { mailboxRoutes } from './features/mailbox/routes.ts';
import { memberCalls } from './features/member/calls.ts';
import { notificationCalls } from './features/notification/calls.ts';
import { notificationJobs } from './features/notification/jobs.ts';
import { unsubscribeRoute } from './features/notification/unsubscribe.ts';
import { recoveryCalls } from './features/recovery/calls.ts';
import { subscriptionCalls } from './features/subscription/calls.ts';
import { cancelSubscription } from './features/subscription/cancel.ts';
import { chargeVat } from './features/subscription/chargeVat.ts';
import { subscriptionJobs } from './features/subscription/rounds.ts';
import { paymentRoutes } from './features/subscription/routes.ts';
import { trashExpiry } from './features/trashEntry/expiry.ts';
import { workspaceCalls } from './features/workspace/calls.ts';
import { workspaceRemoval } from './features/workspace/removal.ts';
import type { CallContext } from './http/calls.ts';
import type { Job } from './jobs.ts';
import type { Services } from './services.ts';
import { mayListen } from './sync/access.ts';
import type { ChangeHandlers } from './sync/changes/context.ts';
import { batchSweep } from './sync/changes/sweep.ts';
import { syncRoute } from './sync/pull/route.ts';
import { realtimeAuthRoute } from './sync/realtime/authRoute.ts';

/**
 * Puts the features together. `calls`: the contract's router; a feature adds its part under the noun that the contract
 * gives it. `routes`: plain HTTP beside the contract (forms, bytes, sockets), each registered in a scope of its own.
 */
export function composeFeatures(services: Services, handlers: ChangeHandlers = changeHandlers) {
  const account = accountFeature(services);
  const blob = blobFeature(services);
  const { db, realtime } = services;
  const routes: FastifyPluginAsync[] = [
    account.routes,
    mailboxRoutes(services),
    blob.routes,
    paymentRoutes(services),
    unsubscribeRoute(services),
    syncRoute(services),
    realtimeAuthRoute({
      realtime,
      mayListen: async (userId, channel) => (await mayListen(db, [{ userId, channel }]))[0]!,
    }),
  ];
  const calls = {
    server: serverCalls(services),
    account: account.calls,
    recovery: recoveryCalls(services, handlers),
    workspace: workspaceCalls(services),
    subscription: subscriptionCalls(services),
    billingRecord: billingRecordCalls(services, chargeVat),
    invoice: invoiceCalls(services),
    cancellation: cancellationCalls(services, cancelSubscription),
    member: memberCalls(services),
    invitation: invitationCalls(services),
    change: changeCalls(services, handlers),
    notification: notificationCalls(services),
    blob: blob.calls,
    link: linkCalls(services),
  } satisfies Router<typeof api, CallContext>;
  return { calls, routes };
}

/** Lists the scheduled jobs. */
export const composeJobs = (services: Services): Job[] => [
  blobSweep(services),
  trashExpiry(services),
  workspaceRemoval(services),
  batchSweep(services),
  sessionSweep(services),
  vatRecheck(services, chargeVat),
  invoiceMails(services),
  invoiceExpiry(services),
  ...(services.payments ? subscriptionJobs({ ...services, payments: services.payments }) : []),
  ...notificationJobs(services),
];
