import type { Subscription } from '@kontor/contract/wire/subscription';
import { expect, it } from 'vitest';
import { stateText } from './stateText.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 23, 12);
const canceled: Subscription = {
  ...{ plan: 'standard', interval: 'month', nextPlan: null, nextInterval: null },
  ...{ trialEndsAt: now, periodStart: now, periodEnd: now + 30 * day, pastDueSince: null },
  ...{ method: null, confirmUrl: null, access: 'full', state: 'canceled' },
  ...{ deletionAt: now + 60 * day, deletionIfCanceled: now + 60 * day },
  ...{ seatsUsed: 1, seatLimit: 10, storageUsed: 0, storageLimit: null, vatPercent: 20, now },
};

it('names the day of the deletion where somebody cancelled, and speaks of none where nobody did', () => {
  expect(stateText(canceled).hint).toContain('on Jan 22, 2027 all data is irrevocably deleted');
  expect(stateText({ ...canceled, deletionAt: null }).hint).toContain('everything in it is kept');
});

it('says of a plan of the operator until when it lasts, and not that it was cancelled', () => {
  const { title, hint } = stateText({ ...canceled, interval: null, deletionAt: null });
  expect(title).toBe('Standard, until Dec 23, 2026');
  expect(hint).toContain('nothing is charged');
});
