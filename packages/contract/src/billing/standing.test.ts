import { describe, expect, it } from 'vitest';
import { dayMs } from '../time/day.ts';
import { paidPlans, planFeatures, plans } from './plan.ts';
import {
  accessOf,
  deletionAt,
  deletionIfCanceled,
  type Subscribed,
  stateOf,
  subscriptionStates,
  workspaceMay,
} from './standing.ts';

/**
 * Returns the moment so many days since the start of a trial, which ends on the 14th; a period ends on the
 * 50th.
 */
const on = (day: number) => day * dayMs;
const trial: Subscribed = {
  status: 'trial',
  trialEndsAt: on(14),
  periodEnd: null,
  isCanceled: false,
  canceledAt: null,
  pastDueSince: null,
  endedAt: null,
};
const active: Subscribed = { ...trial, status: 'active', periodEnd: on(50) };
const unpaid: Subscribed = { ...active, status: 'pastDue', pastDueSince: on(20) };
const canceled: Subscribed = { ...active, isCanceled: true, canceledAt: on(30) };
const ended: Subscribed = { ...canceled, status: 'ended', endedAt: on(50) };

describe('a subscription', () => {
  it.each([
    ['a trial', trial, 13.99, 'trial', 'full'],
    ['a trial', trial, 14, 'trialEnded', 'closed'],
    ['a paid one', active, 49, 'active', 'full'],
    // Its renewal may be said late: nobody is shut out because an event is.
    ['a paid one', active, 51, 'active', 'full'],
    ['an unpaid one', unpaid, 33.99, 'pastDue', 'full'],
    ['an unpaid one', unpaid, 34, 'pastDue', 'readOnly'],
    ['a cancelled one', canceled, 49.99, 'canceled', 'full'],
    // By its date alone, without any event.
    ['a cancelled one', canceled, 50, 'ended', 'closed'],
    ['a cancelled one that is unpaid', { ...canceled, pastDueSince: on(20) }, 34, 'canceled', 'readOnly'],
    ['an ended one', ended, 50, 'ended', 'closed'],
  ] as const)('%s (%#)', (_, subscribed, day, state, access) => {
    expect(stateOf(subscribed, on(day))).toBe(state);
    expect(accessOf(subscribed, on(day))).toBe(access);
  });

  it('leads to a deletion only where nobody bought it, or somebody cancelled it', () => {
    expect(deletionAt(trial)).toBe(on(14 + 90));
    expect(deletionAt(canceled)).toBe(on(50 + 30));
    expect(deletionAt(ended)).toBe(on(50 + 30));
    for (const kept of [active, unpaid, { ...ended, canceledAt: null }]) expect(deletionAt(kept)).toBeNull();
  });

  it('would lead to one thirty days after its period, where it runs and can be cancelled', () => {
    for (const running of [active, unpaid]) expect(deletionIfCanceled(running, on(40))).toBe(on(50 + 30));
    for (const other of [trial, canceled, ended, { ...active, periodEnd: null }])
      expect(deletionIfCanceled(other, on(40))).toBeNull();
  });
});

describe('a workspace', () => {
  it('may in each plan what that sells, and nothing where it is closed but export', () => {
    for (const plan of [...paidPlans, 'trial'] as const)
      for (const feature of planFeatures) {
        const sold = (plans[plan].features as readonly string[]).includes(feature);
        expect(workspaceMay({ plan, state: 'active', access: 'full' }, feature)).toBe(sold);
        expect(workspaceMay({ plan, state: 'ended', access: 'closed' }, feature)).toBe(feature === 'export');
      }
    const from = (feature: (typeof planFeatures)[number]) =>
      paidPlans.find((plan) => (plans[plan].features as readonly string[]).includes(feature));
    expect(
      planFeatures.map((feature) => [feature, from(feature)]).filter(([, plan]) => plan !== 'basic'),
    ).toEqual([
      ['personnel', 'standard'],
      ['search', 'standard'],
      ['export', 'standard'],
      ['signature', 'professional'],
    ]);
  });

  it('may always export what it leaves with or owes for, and everything where nobody is billed', () => {
    for (const state of subscriptionStates)
      expect(workspaceMay({ plan: 'basic', state, access: 'readOnly' }, 'export')).toBe(
        state !== 'trial' && state !== 'active',
      );
    for (const feature of planFeatures) expect(workspaceMay(null, feature)).toBe(true);
  });
});
