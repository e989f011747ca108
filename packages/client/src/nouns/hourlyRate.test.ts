import { expect, it } from 'vitest';
import { rateFor } from './hourlyRate.ts';

const rates = [
  { id: '1', userId: 'ada', rate: 5000 },
  { id: '2', userId: 'ada', from: '2026-06-01', rate: 6000 },
  { id: '3', projectId: 'roof', rate: 8000 },
  { id: '4', projectId: 'roof', userId: 'ada', from: '2026-03-01', rate: 9000 },
  { id: '5', projectId: 'roof', userId: 'ada', from: '2026-09-01', rate: 9500 },
  { id: '6', projectId: 'roof', userId: 'ada', from: '2026-09-01', rate: 9700 },
];

it.each([
  ['roof', 'ada', '2026-02-28', 8000],
  ['roof', 'ada', '2026-03-01', 9000],
  ['roof', 'ada', '2026-08-31', 9000],
  ['roof', 'ada', '2026-09-01', 9700],
  ['roof', 'ben', '2026-09-01', 8000],
  ['wall', 'ada', '2026-05-31', 5000],
  ['wall', 'ada', '2026-06-01', 6000],
  ['wall', 'ben', '2026-06-01', undefined],
])('in %s, of %s, on %s: %s', (projectId, userId, day, rate) => {
  expect(rateFor(rates, { projectId, userId, day })).toBe(rate);
  expect(rateFor(rates.toReversed(), { projectId, userId, day })).toBe(rate);
});
