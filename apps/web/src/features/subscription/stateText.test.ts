import type { Subscription } from '@kontor/contract/wire/subscription';
import { expect, it } from 'vitest';
import { cancelText, stateText } from './stateText.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 23, 12);
const canceled: Subscription = {
  plan: 'standard',
  interval: 'month',
  nextPlan: null,
  nextInterval: null,
  trialEndsAt: now,
  periodStart: now,
  periodEnd: now + 30 * day,
  pastDueSince: null,
  method: null,
  confirmUrl: null,
  creditCents: 0,
  access: 'full',
  state: 'canceled',
  deletionAt: now + 60 * day,
  deletionIfCanceled: now + 60 * day,
  seatsUsed: 1,
  seatLimit: 10,
  storageUsed: 0,
  storageLimit: null,
  vatPercent: 20,
  now,
};

it('names the day of the deletion where somebody cancelled, and speaks of none where nobody did', () => {
  expect(stateText(canceled).hint).toContain('on Jan 22, 2027 all data is irrevocably deleted');
  expect(stateText({ ...canceled, deletionAt: null }).hint).toContain('everything in it is kept');
  expect(stateText(canceled).hint).toContain('everything works as before');
});

it('says of a trial that ended when its data is deleted, and where it is not, that it is kept', () => {
  const ended: Subscription = { ...canceled, state: 'trialEnded', plan: 'trial', interval: null };
  expect(stateText(ended).hint).toContain('all data is irrevocably deleted on Jan 22, 2027');
  const { title, hint } = stateText({ ...ended, deletionAt: null });
  expect(title).toBe('Trial ended');
  expect(hint).toBe('Choose a plan to open the workspace again. Everything in it is kept.');
});

it('says of a cancelled one that is not paid what that means, beside its end and the deletion', () => {
  const unpaid = { ...canceled, pastDueSince: now - 4 * day };
  const { title, hint } = stateText({ ...canceled, access: 'readOnly', pastDueSince: now - 20 * day });
  expect(title).toBe('Cancelled, ends on Dec 23, 2026');
  expect(hint).toContain('A payment is missing since Nov 3, 2026: the workspace is read-only.');
  expect(hint).toContain('on Jan 22, 2027 all data is irrevocably deleted');
  expect(stateText(unpaid).hint).toContain('From Dec 3, 2026 on the workspace is read-only.');
  for (const each of [hint, stateText(unpaid).hint]) expect(each).not.toContain('works as before');
});

it('says of a plan of the operator until when it lasts, and not that it was cancelled', () => {
  const { title, hint } = stateText({ ...canceled, interval: null, deletionAt: null });
  expect(title).toBe('Standard, until Dec 23, 2026');
  expect(hint).toContain('nothing is charged');
});

it('promises nobody who has not paid that everything works until the end', () => {
  const paid: Subscription = { ...canceled, state: 'active', deletionAt: null };
  const textOf = (subscription: Subscription) => cancelText(subscription, now + 30 * day, now + 60 * day);
  expect(textOf(paid)).toContain('everything works as before');
  const unpaid = textOf({ ...paid, state: 'pastDue', pastDueSince: now - 4 * day });
  expect(unpaid).toContain('It ends on Dec 23, 2026; until then you can resume it.');
  expect(unpaid).toContain('From Dec 3, 2026 on the workspace is read-only.');
  expect(unpaid).toContain('On Jan 22, 2027 all data');
  expect(unpaid).not.toContain('as before');
});

it('names days by the clock by which mails and invoices name them', () => {
  const deletionAt = Date.parse('2026-12-31T23:30Z');
  expect(stateText({ ...canceled, deletionAt }).hint).toContain('on Jan 1, 2027 all data');
});
