import { expect, it } from 'vitest';
import { standingText } from './standing.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 23, 12);
const trial = {
  plan: 'trial',
  status: 'trial',
  currentPeriodEnd: (now + 13.5 * day) / 1000,
  isUnpaid: false,
  daysAhead: 0,
} as const;

it('counts the days of a trial, one that has begun too, by the clock that subscriptions go by', () => {
  expect(standingText(trial, now)).toBe('Trial, 14 days left');
  expect(standingText({ ...trial, daysAhead: 11 }, now)).toBe('Trial, 3 days left');
  expect(standingText({ ...trial, daysAhead: 14 }, now)).toBe('Trial ended');
});

it('says until when a plan lasts that ends, whether somebody cancelled it or it was given for a time', () => {
  const ending = { ...trial, plan: 'standard', status: 'canceled' } as const;
  expect(standingText(ending, now)).toBe('Plan Standard, ends on Dec 7, 2026');
});
