/** Subscriptions for tests of the server. */
import type { BillingInterval, PaidPlan } from '@kontor/contract/billing/plan';
import type { ErrorBody } from '@kontor/contract/wire/errors';
import type { Subscription } from '@kontor/contract/wire/subscription';
import type { SandboxMethod } from '../adapters/payments/sandbox/model.ts';
import { moveClock } from '../features/subscription/routes.ts';
import type { TestAccount } from './accounts.ts';
import { httpClient } from './httpClient.ts';
import type { TestServer } from './server.ts';
import type { TestWorkspace } from './workspaces.ts';

/** Returns the services of a server that bills in the sandbox. */
export function billingOf({ services }: TestServer) {
  const { payments, sandbox } = services;
  if (!payments || !sandbox) throw new Error('this server bills nobody');
  return { ...services, payments, sandbox };
}

/** Returns a workspace's subscription as one of its admins handles it. */
export function subscriber({ id, server, owner }: TestWorkspace, account: TestAccount = owner) {
  const path = `/api/workspaces/${id}/subscription`;
  const call = <T = Subscription>(method: string, what = '', json: unknown = {}) =>
    account.client.call<T & ErrorBody>(method, path + what, method === 'GET' ? {} : { json });
  const services = billingOf(server);
  const at = (url: string) => new URL(url).pathname;
  const browser = httpClient(server.url);
  return {
    call,
    get: async () => (await call('GET')).body,
    choose: (plan: PaidPlan, interval: BillingInterval = 'month') =>
      call<{ url: string | null }>('PUT', '/plan', { plan, interval }),
    cancel: () => call('POST', '/cancel'),
    resume: () => call('POST', '/resume'),
    /** Adds a payment method on the sandbox's page, as a browser does. */
    addMethod: async (method: SandboxMethod) => {
      const { body } = await call<{ url: string }>('POST', '/method');
      return browser.call('POST', at(body.url), { form: { method } });
    },
    /** Answers 3-D Secure on the page to which a choice led. */
    confirm: (url: string, confirm: 'yes' | 'no') => browser.call('POST', at(url), { form: { confirm } }),
    days: (count: number) => moveClock(services, services.sandbox, count),
    /** Returns the customer as the gateway has it. */
    snapshot: () => services.payments.fetch(`cus_${id}`),
  };
}
