/**
 * Stripe as the gateway: hosted Checkout in setup mode for payment methods, Billing for subscriptions, its portal. Loaded
 * only where the settings name it. Behaviour after docs.stripe.com/billing/subscriptions (pending updates, schedules,
 * overview of statuses) at the API version below; the price of a plan is made at first use and found by its lookup key.
 */
import { isUpgrade } from '@kontor/contract/billing/charge';
import { priceOf } from '@kontor/contract/billing/plan';
import type { PlanChoice } from '@kontor/contract/billing/standing';
import Stripe from 'stripe';
import type { Env } from '../../../env.ts';
import type { Clock } from '../../clock.ts';
import { eventSeconds, ForgedEvent, PaymentDeclined, type Payments } from '../payments.ts';
import {
  choiceOfKey,
  followingOf,
  lastPriceOf,
  lookupKeyOf,
  overtakenOf,
  snapshotFrom,
  startedOf,
} from './snapshot.ts';

/** Pinned: the answers' shapes are those of this version, whatever the account's own is. */
const apiVersion = '2026-10-28.endive';

/** ms for one request; what else is about the same subscription waits. */
const timeout = 10_000;

/** Spells a list that replaces another: the library leaves an empty one out, and the old one would stay. */
const listed = (ids: string[]): string[] | '' => (ids.length > 0 ? ids : '');

interface StripeParts {
  env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET'>;
  clock: Clock;
  /** For tests: answers instead of Stripe. */
  fetch?: typeof fetch;
}

export function openStripe({ env, clock, fetch: answer }: StripeParts): Payments {
  const stripe = new Stripe(env.STRIPE_SECRET_KEY!, {
    apiVersion,
    timeout,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(answer && { httpClient: Stripe.createFetchHttpClient(answer) }),
  });

  /** Returns the id of the price of a choice; net, so that our VAT is the only one. */
  const priceFor = async (choice: PlanChoice): Promise<string> => {
    const lookup_key = lookupKeyOf(choice);
    const [known] = (await stripe.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 })).data;
    if (known) return known.id;
    const made = await stripe.prices.create(
      {
        lookup_key,
        currency: 'eur',
        unit_amount: priceOf(choice.plan, choice.interval),
        tax_behavior: 'exclusive',
        recurring: { interval: choice.interval },
        product_data: { name: `Kontor ${choice.plan}` },
      },
      { idempotencyKey: `price-${lookup_key}` },
    );
    return made.id;
  };

  /** Returns the choices that prices stand for, by their ids: older prices included. Objects nested deeper are not expanded. */
  const ourPrices = async (): Promise<Map<string, PlanChoice>> => {
    const choices = new Map<string, PlanChoice>();
    for await (const { id, lookup_key } of stripe.prices.list({ limit: 100 })) {
      const choice = choiceOfKey(lookup_key);
      if (choice) choices.set(id, choice);
    }
    return choices;
  };

  /** Returns the tax rates of a percentage; none for zero. */
  const taxRatesFor = async (percentage: number): Promise<string[]> => {
    if (percentage === 0) return [];
    for await (const rate of stripe.taxRates.list({ active: true, inclusive: false, limit: 100 }))
      if (rate.percentage === percentage && rate.metadata?.kontor === 'vat') return [rate.id];
    const params = { display_name: 'VAT', percentage, inclusive: false, metadata: { kontor: 'vat' } };
    return [(await stripe.taxRates.create(params, { idempotencyKey: `vat-${percentage}` })).id];
  };

  /** Finds the customers that were made for a workspace, as far as Stripe has indexed them: within a minute or so. */
  const customersOf = async (workspaceId: string): Promise<Stripe.Customer[]> =>
    (await stripe.customers.search({ query: `metadata['workspaceId']:'${workspaceId}'` })).data;

  const subscriptionsOf = async (customer: string): Promise<Stripe.Subscription[]> =>
    (
      await stripe.subscriptions.list({
        customer,
        status: 'all',
        limit: 10,
        expand: ['data.latest_invoice', 'data.schedule'],
      })
    ).data;

  const runningOf = async (customer: string): Promise<Stripe.Subscription | undefined> =>
    (await subscriptionsOf(customer)).find(
      ({ status }) => startedOf(status) !== undefined && startedOf(status) !== 'ended',
    );

  /** Drops a smaller plan that was to follow. The key lets two processes do so at once. */
  const release = async ({ schedule }: Stripe.Subscription): Promise<void> => {
    if (!schedule) return;
    const id = typeof schedule === 'string' ? schedule : schedule.id;
    await stripe.subscriptionSchedules.release(id, {}, { idempotencyKey: `release-${id}` });
  };

  const writePhases = async (
    schedule: string,
    running: Stripe.Subscription,
    price: string,
    taxRates: string[],
  ): Promise<void> => {
    const [item] = running.items.data;
    await stripe.subscriptionSchedules.update(schedule, {
      end_behavior: 'release',
      proration_behavior: 'none',
      metadata: { from: item!.price.id },
      phases: [
        {
          items: [{ price: item!.price.id, quantity: 1 }],
          default_tax_rates: listed(taxRates),
          start_date: item!.current_period_start,
          end_date: item!.current_period_end,
        },
        { items: [{ price, quantity: 1 }], default_tax_rates: listed(taxRates) },
      ],
    });
  };

  /** Lets a smaller plan follow at the end of the period. */
  const follow = async (running: Stripe.Subscription, price: string, taxRates: string[]): Promise<void> => {
    const { id } = await stripe.subscriptionSchedules.create({ from_subscription: running.id });
    await writePhases(id, running, price, taxRates);
  };

  /** Sets the VAT on what is charged from now on. A schedule sets its own with each of its phases. */
  const setTaxRates = async (running: Stripe.Subscription, taxRates: string[]): Promise<void> => {
    const schedule = followingOf(running);
    if (schedule) await writePhases(schedule.id, running, lastPriceOf(schedule), taxRates);
    else await stripe.subscriptions.update(running.id, { default_tax_rates: listed(taxRates) });
  };

  /** Drops choices that wait for their payment: they could be paid beside the one that is made now. */
  const dropWaiting = async (customer: string): Promise<void> => {
    for (const { id, status, pending_update, latest_invoice } of await subscriptionsOf(customer)) {
      if (status === 'incomplete') await stripe.subscriptions.cancel(id);
      const invoice = typeof latest_invoice === 'object' ? latest_invoice : null;
      // A change that waits goes with its invoice.
      if (pending_update && invoice?.status === 'open') await stripe.invoices.voidInvoice(invoice.id!);
    }
  };

  /** Puts a larger plan into force once it is paid, and leaves everything as it is until then. */
  const upgrade = async (running: Stripe.Subscription, price: string, taxRates: string[]): Promise<void> => {
    // Apart from the new price: an update that may stay pending takes no tax rates.
    await setTaxRates(running, taxRates);
    await stripe.subscriptions.update(running.id, {
      items: [{ id: running.items.data[0]!.id, price }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
      // A schedule, beside which there is no cancellation, refuses it. It is released once the new price shows.
      ...(running.cancel_at_period_end && { cancel_at_period_end: false }),
    });
  };

  return {
    now: async () => clock.now(),

    ensureCustomer: async (workspaceId, email) => {
      // The search finds what was made a minute ago and before, the key what was made since. The e-mail is somebody else's the
      // next time, and a key takes the same parameters alone.
      const made =
        (await customersOf(workspaceId))[0] ??
        (await stripe.customers.create(
          { metadata: { workspaceId } },
          { idempotencyKey: `customer-${workspaceId}` },
        ));
      await stripe.customers.update(made.id, { email });
      return made.id;
    },

    find: async (workspaceId) => (await customersOf(workspaceId))[0]?.id,

    checkout: async (customer, returnUrl) => {
      const session = await stripe.checkout.sessions.create({
        mode: 'setup',
        customer,
        currency: 'eur',
        success_url: returnUrl,
        cancel_url: returnUrl,
      });
      return session.url!;
    },

    portal: async (customer, returnUrl) =>
      (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,

    change: async (customer, choice, { vatPercent }) => {
      await dropWaiting(customer);
      const [price, taxRates, running] = await Promise.all([
        priceFor(choice),
        taxRatesFor(vatPercent),
        runningOf(customer),
      ]);
      try {
        if (!running) {
          await stripe.subscriptions.create({
            customer,
            items: [{ price }],
            default_tax_rates: taxRates,
            // Pays by the stored method; what its bank wants confirmed waits as `incomplete`, for 23 hours.
            payment_behavior: 'allow_incomplete',
          });
          return;
        }
        const before = choiceOfKey(running.items.data[0]?.price.lookup_key ?? null);
        if (before && isUpgrade(before, choice)) return await upgrade(running, price, taxRates);
        await release(running);
        // Who chooses a plan wants to stay.
        if (running.cancel_at_period_end)
          await stripe.subscriptions.update(running.id, { cancel_at_period_end: false });
        const isSame = before?.plan === choice.plan && before.interval === choice.interval;
        if (!isSame) await follow(running, price, taxRates);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError)
          throw new PaymentDeclined(error.code ?? 'declined');
        throw error;
      }
    },

    setVat: async (customer, vatPercent) => {
      const running = await runningOf(customer);
      if (running) await setTaxRates(running, await taxRatesFor(vatPercent));
    },

    cancel: async (customer) => {
      await dropWaiting(customer);
      const running = await runningOf(customer);
      if (!running) return;
      await release(running);
      await stripe.subscriptions.update(running.id, { cancel_at_period_end: true });
    },

    resume: async (customer) => {
      const running = await runningOf(customer);
      if (running) await stripe.subscriptions.update(running.id, { cancel_at_period_end: false });
    },

    forget: async (workspaceId, customer) => {
      const made = (await customersOf(workspaceId)).map(({ id }) => id);
      for (const id of new Set(customer === null ? made : [customer, ...made]))
        try {
          // Its subscriptions end with it at once, after docs.stripe.com/api/customers/delete.
          await stripe.customers.del(id);
        } catch (error) {
          const isGone = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
          if (!isGone) throw error;
        }
    },

    fetch: async (ref) => {
      const customer = await stripe.customers.retrieve(ref, {
        expand: ['invoice_settings.default_payment_method'],
      });
      if (customer.deleted) return undefined;
      // Before the subscriptions: one that begins meanwhile shows that its invoice waits.
      const invoices = await stripe.invoices.list({ customer: ref, limit: 100 });
      const [methods, visits, subscriptions, choices] = await Promise.all([
        stripe.customers.listPaymentMethods(ref, { limit: 1 }),
        stripe.checkout.sessions.list({ customer: ref, status: 'complete', limit: 1 }),
        subscriptionsOf(ref),
        ourPrices(),
      ]);
      for (const each of subscriptions) if (overtakenOf(each)) await release(each);
      const standing = customer.invoice_settings.default_payment_method as Stripe.PaymentMethod | null;
      const [newest] = methods.data;
      const visit = visits.data[0]?.id;
      // Checkout in setup mode stores a method without making it the one that pays. Which one pays may also be chosen in the
      // portal: so only what came from a visit that was not seen before takes its place.
      const isFresh = visit !== undefined && visit !== customer.metadata.checkout;
      const method = standing && !isFresh ? standing : newest;
      if (method && (method.id !== standing?.id || isFresh))
        await stripe.customers.update(ref, {
          invoice_settings: { default_payment_method: method.id },
          ...(isFresh && { metadata: { checkout: visit } }),
        });
      return snapshotFrom({ customer, method, subscriptions, invoices: invoices.data, choices });
    },

    parse: async (raw, headers) => {
      const signature = String(headers['stripe-signature'] ?? '');
      let event: Stripe.Event;
      try {
        event = await stripe.webhooks.constructEventAsync(
          raw,
          signature,
          env.STRIPE_WEBHOOK_SECRET!,
          eventSeconds,
          undefined,
          clock.now().getTime(),
        );
      } catch (error) {
        throw new ForgedEvent((error as Error).message);
      }
      const object = event.data.object as {
        object: string;
        id?: string;
        customer?: string | { id: string } | null;
      };
      const { customer } = object;
      if (object.object === 'customer') return object.id;
      return typeof customer === 'string' ? customer : customer?.id;
    },
  };
}
