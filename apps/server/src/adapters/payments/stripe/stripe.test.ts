import { priceOf } from '@kontor/contract/billing/plan';
import { describe, expect, it } from 'vitest';
import { testClock } from '../../clock.ts';
import { ForgedEvent, PaymentDeclined } from '../payments.ts';
import { choiceOfKey, lookupKeyOf } from './snapshot.ts';
import { openStripe } from './stripe.ts';

// Written after the types of stripe 23.1.0 at API version 2026-10-28.endive; cut down to what is read.
const seconds = Math.floor(Date.UTC(2026, 10, 1) / 1000);
const month = 30 * 86_400;
const basicMonth = { plan: 'basic', interval: 'month' } as const;
const standardMonth = { plan: 'standard', interval: 'month' } as const;

const price = (choice: Parameters<typeof lookupKeyOf>[0]) => ({
  id: `price_${choice.plan}_${choice.interval}`,
  object: 'price',
  lookup_key: lookupKeyOf(choice),
});
const list = (...data: unknown[]) => ({ object: 'list', has_more: false, data, url: '/v1/list' });

const found = (...ids: string[]) => ({
  object: 'search_result',
  has_more: false,
  data: ids.map((id) => ({ id, object: 'customer' })),
  url: '/v1/customers/search',
});

const subscription = (
  more: Record<string, unknown> = {},
  choice = basicMonth as Parameters<typeof lookupKeyOf>[0],
) => ({
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  cancel_at_period_end: false,
  ended_at: null,
  pending_update: null,
  schedule: null,
  latest_invoice: null,
  default_tax_rates: [{ id: 'txr_20', percentage: 20 }],
  items: list({
    id: 'si_1',
    price: price(choice),
    current_period_start: seconds,
    current_period_end: seconds + month,
  }),
  ...more,
});

const phase = (start: number, id: string) => ({ start_date: start, items: [{ price: id }] });

/** A schedule that leads from Standard to Basic. */
const toBasic = {
  id: 'sched_1',
  status: 'active',
  metadata: { from: 'price_standard_month' },
  phases: [phase(seconds, 'price_standard_month'), phase(seconds + month, 'price_basic_month')],
};

const invoice = (more: Record<string, unknown> = {}) => ({
  id: 'in_1',
  object: 'invoice',
  status: 'paid',
  created: seconds,
  total: 2280,
  total_excluding_tax: 1900,
  amount_due: 2280,
  starting_balance: 0,
  status_transitions: { paid_at: seconds + 5 },
  parent: { subscription_details: { subscription: 'sub_1' } },
  lines: list({
    amount: 1900,
    period: { start: seconds, end: seconds + month },
    pricing: { type: 'price_details', price_details: { price: 'price_basic_month' } },
    parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
  }),
  ...more,
});

const card = (id: string, last4: string) => ({
  id,
  object: 'payment_method',
  type: 'card',
  card: { brand: 'visa', last4, exp_month: 3, exp_year: 2030 },
});

/**
 * Returns a gateway that answers by method and path; what is asked is kept in `asked`, and the keys that went
 * with it in `keys`.
 */
function gateway(answers: Record<string, unknown>) {
  const asked: string[] = [];
  const keys: (string | null)[] = [];
  const searched: string[] = [];
  const versions = new Set<string | null>();
  const standard: Record<string, unknown> = {
    'GET /v1/customers/cus_1': {
      id: 'cus_1',
      object: 'customer',
      invoice_settings: { default_payment_method: card('pm_1', '4242') },
      metadata: {},
      balance: 0,
    },
    'GET /v1/customers/cus_1/payment_methods': list(card('pm_1', '4242')),
    'GET /v1/checkout/sessions': list(),
    'GET /v1/customers/search': found(),
    'GET /v1/subscriptions': list(),
    'GET /v1/invoices': list(),
    'GET /v1/prices': list(price(basicMonth), price(standardMonth)),
    'GET /v1/tax_rates': list({ id: 'txr_20', percentage: 20, metadata: { kontor: 'vat' } }),
  };
  const clock = testClock(new Date(seconds * 1000));
  const payments = openStripe({
    env: { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
    clock,
    fetch: async (input, init) => {
      const { pathname, searchParams } = new URL(String(input));
      if (pathname.endsWith('/search')) searched.push(searchParams.get('query')!);
      const body = decodeURIComponent(String(init?.body ?? ''));
      const key = `${init?.method} ${pathname}`;
      versions.add(new Headers(init?.headers).get('stripe-version'));
      if (init?.method !== 'GET') {
        asked.push(`${key} ${body}`.trim());
        keys.push(new Headers(init?.headers).get('idempotency-key'));
      }
      const found = { ...standard, ...answers }[key] ?? { id: 'new_1', object: 'unknown' };
      const answer = typeof found === 'function' ? found(body) : found;
      const status = (answer as { error?: unknown }).error ? 402 : 200;
      return new Response(JSON.stringify(answer), {
        status,
        headers: { 'content-type': 'application/json' },
      });
    },
  });
  return { payments, asked, keys, searched, versions, clock };
}

const terms = { vatPercent: 20, returnUrl: 'https://kontor.example/' };

describe('a snapshot of Stripe', () => {
  it('holds method, subscription and invoices, at the pinned version', async () => {
    const { payments, asked, versions } = gateway({
      'GET /v1/subscriptions': list(subscription()),
      'GET /v1/invoices': list(invoice()),
    });
    expect(await payments.fetch('cus_1')).toEqual({
      method: { type: 'card', brand: 'visa', last4: '4242', expMonth: 3, expYear: 2030 },
      confirmUrl: null,
      pending: null,
      creditCents: 0,
      subscription: {
        ref: 'sub_1',
        ...basicMonth,
        status: 'active',
        periodStart: seconds * 1000,
        periodEnd: (seconds + month) * 1000,
        isCanceled: false,
        vatPercent: 20,
        next: null,
        pastDueSince: null,
        endedAt: null,
      },
      invoices: [
        {
          ref: 'in_1',
          status: 'paid',
          lines: [
            {
              kind: 'period',
              ...basicMonth,
              from: seconds * 1000,
              to: (seconds + month) * 1000,
              netCents: 1900,
            },
          ],
          netCents: 1900,
          vatCents: 380,
          grossCents: 2280,
          dueCents: 2280,
          createdAt: seconds * 1000,
          paidAt: (seconds + 5) * 1000,
        },
      ],
    });
    expect(asked).toEqual([]);
    expect([...versions]).toEqual(['2026-10-28.endive']);
  });

  it('takes what Stripe owes for a credit, not what it is owed', async () => {
    const withBalance = (balance: number) =>
      gateway({
        'GET /v1/customers/cus_1': { id: 'cus_1', metadata: {}, invoice_settings: {}, balance },
      }).payments.fetch('cus_1');
    expect((await withBalance(-16_920))!.creditCents).toBe(16_920);
    expect((await withBalance(30))!.creditCents).toBe(0);
  });

  it('tells what a credit pays from what is collected, and leaves what is carried over where it was charged', async () => {
    const { payments } = gateway({
      'GET /v1/invoices': list(
        invoice({ id: 'in_5', amount_due: 2310, starting_balance: 30 }),
        invoice({ id: 'in_4', amount_due: 0, total: 30, total_excluding_tax: 25 }),
        invoice({ id: 'in_3', amount_due: 720, starting_balance: -1560 }),
        invoice({ id: 'in_2', amount_due: 0, starting_balance: -3840 }),
        invoice({ id: 'in_1', amount_due: 0, total: -16_920, total_excluding_tax: -14_100 }),
      ),
    });
    const { invoices } = (await payments.fetch('cus_1'))!;
    expect(invoices.map(({ dueCents }) => dueCents)).toEqual([0, 0, 720, 30, 2280]);
  });

  it('makes the newest method the one that pays where there is none, or it was just added', async () => {
    const withMethods = (standing: unknown, metadata: object, ...visits: unknown[]) =>
      gateway({
        'GET /v1/customers/cus_1': {
          id: 'cus_1',
          metadata,
          balance: 0,
          invoice_settings: { default_payment_method: standing },
        },
        'GET /v1/customers/cus_1/payment_methods': list(card('pm_2', '1881')),
        'GET /v1/checkout/sessions': list(...visits),
      });
    const shown = async ({ payments }: ReturnType<typeof gateway>) => (await payments.fetch('cus_1'))!.method;
    const [older, visit] = [card('pm_1', '4242'), { id: 'cs_1' }];
    const pays = 'POST /v1/customers/cus_1 invoice_settings[default_payment_method]=pm_2';

    const without = withMethods(null, {});
    expect(await shown(without)).toMatchObject({ last4: '1881' });
    expect(without.asked).toEqual([pays]);

    const added = withMethods(older, { checkout: 'cs_0' }, visit);
    expect(await shown(added)).toMatchObject({ last4: '1881' });
    expect(added.asked).toEqual([`${pays}&metadata[checkout]=cs_1`]);

    const chosen = withMethods(older, { checkout: 'cs_1' }, visit);
    expect(await shown(chosen)).toMatchObject({ last4: '4242' });
    expect(chosen.asked).toEqual([]);
  });

  it('names a way of paying that it knows nothing else about', async () => {
    const methodOf = async (type: string) => {
      const { payments } = gateway({
        'GET /v1/customers/cus_1': {
          id: 'cus_1',
          metadata: {},
          balance: 0,
          invoice_settings: { default_payment_method: { id: 'pm_1', object: 'payment_method', type } },
        },
      });
      return (await payments.fetch('cus_1'))!.method;
    };
    expect(await methodOf('customer_balance')).toEqual({ type: 'bank', code: 'cus_1' });
    expect(await methodOf('link')).toEqual({ type: 'other', name: 'Link' });
    expect(await methodOf('amazon_pay')).toEqual({ type: 'other', name: 'Amazon Pay' });
  });

  it('tells what waits for 3-D Secure from what is in force', async () => {
    const latest_invoice = { id: 'in_2', hosted_invoice_url: 'https://invoice.stripe.example/2' };
    const first = gateway({
      'GET /v1/subscriptions': list(subscription({ id: 'sub_2', status: 'incomplete', latest_invoice })),
    });
    expect(await first.payments.fetch('cus_1')).toMatchObject({
      subscription: null,
      confirmUrl: latest_invoice.hosted_invoice_url,
      pending: basicMonth,
    });
    const update = gateway({
      'GET /v1/subscriptions': list(
        subscription({ pending_update: { expires_at: seconds }, latest_invoice }),
      ),
    });
    expect(await update.payments.fetch('cus_1')).toMatchObject({
      subscription: { plan: 'basic' },
      confirmUrl: latest_invoice.hosted_invoice_url,
      pending: null,
    });
  });

  it('has no open invoice of what nobody may ever pay: it comes with the payment, or void', async () => {
    const invoicesOf = async (states: Record<string, unknown>, ...invoices: unknown[]) => {
      const { payments } = gateway({
        'GET /v1/subscriptions': list(subscription(states)),
        'GET /v1/invoices': list(...invoices),
      });
      return (await payments.fetch('cus_1'))!.invoices.map(({ ref, status }) => [ref, status]);
    };
    for (const status of ['incomplete', 'incomplete_expired'])
      expect(await invoicesOf({ status }, invoice({ status: 'open' }))).toEqual([]);
    expect(await invoicesOf({ status: 'incomplete_expired' }, invoice({ status: 'void' }))).toEqual([
      ['in_1', 'void'],
    ]);
    const update = { pending_update: { expires_at: seconds }, latest_invoice: { id: 'in_2' } };
    const older = invoice({ status: 'open' });
    expect(await invoicesOf(update, invoice({ id: 'in_2', status: 'open' }), older)).toEqual([
      ['in_1', 'open'],
    ]);
    expect(await invoicesOf({ status: 'past_due' }, older)).toEqual([['in_1', 'open']]);

    // Begun between the two answers, in another process.
    let answers = 0;
    const begun = (made: unknown) => () => (answers++ === 0 ? list() : list(made));
    const { payments } = gateway({
      'GET /v1/subscriptions': begun(subscription({ status: 'incomplete' })),
      'GET /v1/invoices': begun(older),
    });
    expect((await payments.fetch('cus_1'))!.invoices).toEqual([]);
  });

  it('knows since when a payment is missing, what follows, and what has ended', async () => {
    const pastDue = gateway({
      'GET /v1/subscriptions': list(subscription({ status: 'past_due', schedule: toBasic }, standardMonth)),
      'GET /v1/invoices': list(invoice({ status: 'open', created: seconds + 60 }), invoice()),
    });
    expect((await pastDue.payments.fetch('cus_1'))!.subscription).toMatchObject({
      plan: 'standard',
      status: 'pastDue',
      pastDueSince: (seconds + 60) * 1000,
      next: basicMonth,
    });
    const older = { subscription_details: { subscription: 'sub_0' } };
    const again = gateway({
      'GET /v1/subscriptions': list(subscription({ status: 'past_due' })),
      'GET /v1/invoices': list(
        invoice({ status: 'open', created: seconds + 60 }),
        invoice({ status: 'open', created: seconds - 9 * month, parent: older }),
      ),
    });
    expect((await again.payments.fetch('cus_1'))!.subscription).toMatchObject({
      pastDueSince: (seconds + 60) * 1000,
    });
    const ended = gateway({
      'GET /v1/subscriptions': list(subscription({ status: 'canceled', ended_at: seconds + 9 })),
    });
    expect((await ended.payments.fetch('cus_1'))!.subscription).toMatchObject({
      status: 'ended',
      endedAt: (seconds + 9) * 1000,
    });
  });
});

describe('a choice at Stripe', () => {
  it('starts a subscription with our VAT', async () => {
    const { payments, asked } = gateway({});
    await payments.change('cus_1', basicMonth, terms);
    expect(asked).toEqual([
      'POST /v1/subscriptions customer=cus_1&items[0][price]=price_basic_month&default_tax_rates[0]=txr_20&payment_behavior=allow_incomplete',
    ]);
  });

  it('upgrades at once with proration, and waits with what the bank wants confirmed', async () => {
    const { payments, asked } = gateway({ 'GET /v1/subscriptions': list(subscription()) });
    await payments.change('cus_1', standardMonth, terms);
    expect(asked.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'POST /v1/subscriptions/sub_1',
      'POST /v1/subscriptions/sub_1',
    ]);
    expect(asked[1]).toContain('payment_behavior=pending_if_incomplete&proration_behavior=always_invoice');
  });

  it('leaves cancellation and smaller plan as they are until the larger one is in force', async () => {
    const larger = { plan: 'professional', interval: 'month' } as const;
    const prices = list(price(basicMonth), price(standardMonth), price(larger));
    const upgrade = async (states: Record<string, unknown>) => {
      const { payments, asked } = gateway({
        'GET /v1/subscriptions': list(subscription(states, standardMonth)),
        'GET /v1/prices': prices,
      });
      await payments.change('cus_1', larger, terms);
      return asked;
    };
    const canceled = await upgrade({ cancel_at_period_end: true });
    expect(canceled).toHaveLength(2);
    expect(canceled[0]).not.toContain('cancel_at_period_end');
    expect(canceled[1]).toContain('payment_behavior=pending_if_incomplete');
    expect(canceled[1]).toContain('cancel_at_period_end=false');

    const reduced = await upgrade({ schedule: toBasic });
    expect(reduced).toHaveLength(2);
    expect(reduced[0]).toContain('POST /v1/subscription_schedules/sched_1 end_behavior=release');
    // A schedule refuses it.
    expect(reduced[1]).not.toContain('cancel_at_period_end');

    const seen = async (choice: Parameters<typeof lookupKeyOf>[0]) => {
      const { payments, asked, keys } = gateway({
        'GET /v1/subscriptions': list(subscription({ schedule: toBasic }, choice)),
        'GET /v1/prices': prices,
      });
      return { next: (await payments.fetch('cus_1'))!.subscription!.next, asked, keys };
    };
    expect(await seen(standardMonth)).toEqual({ next: basicMonth, asked: [], keys: [] });
    // Once for all processes that see it.
    expect(await seen(larger)).toEqual({
      next: null,
      asked: ['POST /v1/subscription_schedules/sched_1/release'],
      keys: ['release-sched_1'],
    });
  });

  it('lets a smaller plan follow at the end of the period', async () => {
    const { payments, asked } = gateway({
      'GET /v1/subscriptions': list(subscription({}, standardMonth)),
      'GET /v1/prices': list(price(basicMonth)),
      'POST /v1/subscription_schedules': { id: 'sched_1' },
    });
    await payments.change('cus_1', basicMonth, terms);
    expect(asked[0]).toBe('POST /v1/subscription_schedules from_subscription=sub_1');
    expect(asked[1]).toContain('POST /v1/subscription_schedules/sched_1 end_behavior=release');
    expect(asked[1]).toContain('metadata[from]=price_standard_month');
    expect(asked[1]).toContain(
      `phases[0][end_date]=${seconds + month}&phases[1][items][0][price]=price_basic_month`,
    );
    for (const phase of [0, 1]) expect(asked[1]).toContain(`phases[${phase}][default_tax_rates][0]=txr_20`);
  });

  it('charges another VAT from now on', async () => {
    const { payments, asked } = gateway({ 'GET /v1/subscriptions': list(subscription()) });
    await payments.setVat('cus_1', 0);
    await payments.setVat('cus_1', 20);
    expect(asked).toEqual([
      'POST /v1/subscriptions/sub_1 default_tax_rates=',
      'POST /v1/subscriptions/sub_1 default_tax_rates[0]=txr_20',
    ]);
  });

  it('charges another VAT in both phases while a smaller plan is to follow, and no phase afterwards', async () => {
    const vatOf = async (choice: Parameters<typeof lookupKeyOf>[0]) => {
      const { payments, asked } = gateway({
        'GET /v1/subscriptions': list(subscription({ schedule: toBasic }, choice)),
      });
      await payments.setVat('cus_1', 0);
      return asked;
    };
    const [asked, ...more] = await vatOf(standardMonth);
    expect(more).toEqual([]);
    expect(asked).toContain('POST /v1/subscription_schedules/sched_1 end_behavior=release');
    expect(asked).toContain(`phases[0][items][0][price]=price_standard_month`);
    expect(asked).toContain(`phases[1][items][0][price]=price_basic_month`);
    for (const each of [0, 1]) expect(`${asked}&`).toContain(`phases[${each}][default_tax_rates]=&`);
    expect(await vatOf(basicMonth)).toEqual(['POST /v1/subscriptions/sub_1 default_tax_rates=']);
  });

  it('is refused where the card is', async () => {
    const { payments } = gateway({
      'POST /v1/subscriptions': { error: { type: 'card_error', code: 'card_declined', message: 'declined' } },
    });
    await expect(payments.change('cus_1', basicMonth, terms)).rejects.toThrow(PaymentDeclined);
  });

  it('is cancelled at the end of the period, and resumed', async () => {
    const { payments, asked } = gateway({ 'GET /v1/subscriptions': list(subscription()) });
    await payments.cancel('cus_1');
    await payments.resume('cus_1');
    expect(asked).toEqual([
      'POST /v1/subscriptions/sub_1 cancel_at_period_end=true',
      'POST /v1/subscriptions/sub_1 cancel_at_period_end=false',
    ]);
  });

  it('leaves nothing to be paid of a choice that waited, once another is made or the subscription cancelled', async () => {
    const waiting = { pending_update: { expires_at: seconds }, latest_invoice: invoice({ status: 'open' }) };
    const ask = async (act: 'cancel' | 'change', ...subscriptions: unknown[]) => {
      const { payments, asked } = gateway({ 'GET /v1/subscriptions': list(...subscriptions) });
      await (act === 'cancel' ? payments.cancel('cus_1') : payments.change('cus_1', basicMonth, terms));
      return asked;
    };
    const cancelled = 'POST /v1/subscriptions/sub_1 cancel_at_period_end=true';
    expect(await ask('cancel', subscription(waiting))).toEqual(['POST /v1/invoices/in_1/void', cancelled]);
    expect(await ask('change', subscription(waiting))).toEqual(['POST /v1/invoices/in_1/void']);
    // Already paid, or void by itself.
    const paid = { ...waiting, latest_invoice: invoice() };
    expect(await ask('cancel', subscription(paid))).toEqual([cancelled]);
    const first = subscription({ id: 'sub_2', status: 'incomplete' });
    expect(await ask('cancel', first, subscription({ status: 'canceled' }))).toEqual([
      'DELETE /v1/subscriptions/sub_2',
    ]);
  });
});

describe('a customer of Stripe', () => {
  it('is made once for a workspace, adds a method in setup mode, and has a portal', async () => {
    const { payments, asked, keys, searched } = gateway({
      'POST /v1/customers': { id: 'cus_1', object: 'customer' },
      'POST /v1/checkout/sessions': { id: 'cs_1', url: 'https://checkout.stripe.example/cs_1' },
      'POST /v1/billing_portal/sessions': { id: 'bps_1', url: 'https://billing.stripe.example/bps_1' },
    });
    expect(await payments.ensureCustomer('w', 'ada@example.org')).toBe('cus_1');
    expect(await payments.checkout('cus_1', terms.returnUrl)).toBe('https://checkout.stripe.example/cs_1');
    expect(await payments.portal('cus_1', terms.returnUrl)).toBe('https://billing.stripe.example/bps_1');
    expect(asked).toEqual([
      'POST /v1/customers metadata[workspaceId]=w',
      'POST /v1/customers/cus_1 email=ada@example.org',
      `POST /v1/checkout/sessions mode=setup&customer=cus_1&currency=eur&success_url=${terms.returnUrl}&cancel_url=${terms.returnUrl}`,
      `POST /v1/billing_portal/sessions customer=cus_1&return_url=${terms.returnUrl}`,
    ]);
    expect(keys[0]).toBe('customer-w');
    expect(searched).toEqual(["metadata['workspaceId']:'w'"]);
  });

  it('is found again where its id was not stored, whoever asks the second time', async () => {
    const { payments, asked } = gateway({ 'GET /v1/customers/search': found('cus_1') });
    expect(await payments.ensureCustomer('w', 'bea@example.org')).toBe('cus_1');
    expect(asked).toEqual(['POST /v1/customers/cus_1 email=bea@example.org']);
  });

  it('is found by its workspace, and not made where there is none', async () => {
    const { payments, asked, searched } = gateway({ 'GET /v1/customers/search': found('cus_1') });
    expect(await payments.find('w')).toBe('cus_1');
    expect(searched).toEqual(["metadata['workspaceId']:'w'"]);
    const without = gateway({});
    expect(await without.payments.find('w')).toBeUndefined();
    expect([...asked, ...without.asked]).toEqual([]);
  });

  it('is deleted with its workspace where its id was not stored, and once where it was', async () => {
    for (const [customer, made] of [
      [null, ['cus_1', 'cus_2']],
      ['cus_1', ['cus_2', 'cus_1']],
    ] as const) {
      const { payments, asked, searched } = gateway({ 'GET /v1/customers/search': found(...made) });
      await payments.forget('w', customer);
      expect(asked).toEqual(['DELETE /v1/customers/cus_1', 'DELETE /v1/customers/cus_2']);
      expect(searched).toEqual(["metadata['workspaceId']:'w'"]);
    }
  });

  it('is deleted with its workspace, also a second time; another failure is told', async () => {
    const missing = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such customer' };
    const first = gateway({ 'DELETE /v1/customers/cus_1': { id: 'cus_1', deleted: true } });
    await first.payments.forget('w', 'cus_1');
    expect(first.asked).toEqual(['DELETE /v1/customers/cus_1']);
    const again = gateway({ 'DELETE /v1/customers/cus_1': { error: missing } });
    await again.payments.forget('w', 'cus_1');
    const failing = gateway({
      'DELETE /v1/customers/cus_1': { error: { ...missing, code: 'lock_timeout' } },
    });
    await expect(failing.payments.forget('w', 'cus_1')).rejects.toThrow('No such customer');
  });
});

describe('an event of Stripe', () => {
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    data: { object: { object: 'invoice', customer: 'cus_1' } },
  });
  const signed = async (clock: { now(): Date }, secret = 'whsec_x', age = 0) => {
    const { default: Stripe } = await import('stripe');
    const timestamp = Math.floor(clock.now().getTime() / 1000) - age;
    return new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
  };

  it('names a customer if it was signed within five minutes', async () => {
    const { payments, clock } = gateway({});
    const parse = (header: string) => payments.parse(Buffer.from(body), { 'stripe-signature': header });
    expect(await parse(await signed(clock))).toBe('cus_1');
    for (const forged of ['', await signed(clock, 'whsec_other'), await signed(clock, 'whsec_x', 600)])
      await expect(parse(forged)).rejects.toThrow(ForgedEvent);
  });
});

it('spells prices so that they are found again, whatever they cost by then', () => {
  expect(lookupKeyOf(basicMonth)).toBe(`kontor_basic_month_${priceOf('basic', 'month')}`);
  expect(choiceOfKey('kontor_basic_month_1')).toEqual(basicMonth);
  for (const other of [null, '', 'kontor_gold_month_1', 'kontor_basic_week_1', 'other_basic_month_1'])
    expect(choiceOfKey(other)).toBeUndefined();
});
