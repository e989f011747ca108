import { boughtAt, caseVatPercent, creditCases } from '@kontor/contract/testing/creditCases';
import { describe, expect, it } from 'vitest';
import { addMethod, choose, newCustomer, type SandboxCustomer, settle } from './model.ts';

const vat = 20;
const day = (text: string) => Date.parse(`${text}T12:00Z`);

/** Returns a customer who pays by a card that is always accepted. */
function payer(since: string): SandboxCustomer {
  const customer = newCustomer('page');
  addMethod(customer, 'good', day(since));
  return customer;
}

describe('a credit', () => {
  /** Returns somebody who went from a year of Basic to a month of Standard at once: 228.00 less 58.80 are left. */
  function credited(): SandboxCustomer {
    const customer = payer('2026-11-01');
    choose(customer, { plan: 'basic', interval: 'year' }, vat, day('2026-11-01'));
    choose(customer, { plan: 'standard', interval: 'month' }, vat, day('2026-11-01'));
    expect(customer.balanceCents).toBe(16_920);
    return customer;
  }
  const collected = ({ invoices }: SandboxCustomer) =>
    invoices.slice(2).map(({ grossCents, dueCents, status }) => [grossCents, dueCents, status]);

  it('is set off against the next payments, whose invoices stay whole', () => {
    const customer = credited();
    settle(customer, day('2026-12-01'));
    expect(collected(customer)).toEqual([[5_880, 0, 'paid']]);
    expect(customer.balanceCents).toBe(16_920 - 5_880);
    settle(customer, day('2027-03-01'));
    expect(collected(customer)).toEqual([
      [5_880, 0, 'paid'],
      [5_880, 0, 'paid'],
      [5_880, 720, 'paid'],
      [5_880, 5_880, 'paid'],
    ]);
    expect(customer.balanceCents).toBe(0);
  });

  it.each(creditCases)('$name', ({ running, creditCents, choice, at, dueCents, nextAt, nextDueCents }) => {
    const customer = newCustomer('page');
    addMethod(customer, 'good', boughtAt);
    if (running) choose(customer, running, caseVatPercent, boughtAt);
    settle(customer, at);
    const before = customer.invoices.length;
    const due = () => customer.invoices.slice(before).map((invoice) => invoice.dueCents);
    customer.balanceCents = creditCents;
    choose(customer, choice, caseVatPercent, at);
    const today = dueCents === null ? [] : [dueCents];
    expect(due()).toEqual(today);
    settle(customer, nextAt);
    expect(due()).toEqual([...today, nextDueCents]);
  });

  it('pays without a method as far as it goes', () => {
    const customer = credited();
    addMethod(customer, 'declined', day('2026-11-02'));
    settle(customer, day('2027-02-01'));
    expect(collected(customer).at(-1)).toEqual([5_880, 720, 'open']);
    expect(customer).toMatchObject({ balanceCents: 0, subscription: { pastDueSince: day('2027-02-01') } });
  });

  it('leaves nothing that a direct debit could bring back', () => {
    const customer = credited();
    addMethod(customer, 'sepaFails', day('2026-11-02'));
    settle(customer, day('2027-01-15'));
    expect(collected(customer).map(([, , status]) => status)).toEqual(['paid', 'paid']);
  });
});

it('renews on the day on which it was bought, or on the last one of a shorter month', () => {
  const customer = payer('2027-01-31');
  choose(customer, { plan: 'basic', interval: 'month' }, vat, day('2027-01-31'));
  settle(customer, day('2027-06-01'));
  const renewals = customer.invoices.slice(1).map(({ createdAt }) => createdAt);
  expect(renewals).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'].map(day));
  // A larger plan lasts as long as the one before, and is renewed as that would have been.
  choose(customer, { plan: 'standard', interval: 'month' }, vat, day('2027-06-05'));
  settle(customer, day('2027-08-01'));
  expect(customer.invoices.slice(-2).map(({ createdAt }) => createdAt)).toEqual(
    ['2027-06-30', '2027-07-31'].map(day),
  );
  // Another interval starts anew.
  choose(customer, { plan: 'standard', interval: 'year' }, vat, day('2027-08-05'));
  expect(customer.subscription!.to).toBe(day('2028-08-05'));
  settle(customer, day('2029-08-05'));
  expect(customer.subscription!.to).toBe(day('2030-08-05'));
});
