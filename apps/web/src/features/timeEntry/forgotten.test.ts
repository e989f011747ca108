import { expect, it } from 'vitest';
import { isForgotten } from './forgotten.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const entry = (from: string, more: object = {}) =>
  ({ status: 'IN_PROGRESS', zone: 'Europe/Berlin', segments: [{ from: at(from) }], ...more }) as Parameters<
    typeof isForgotten
  >[0];

it('asks after ten hours or a midnight where it runs, and of nothing that rests', () => {
  const begun = entry('2026-11-20T07:00');
  expect([at('2026-11-20T17:00'), at('2026-11-20T17:01')].map((now) => isForgotten(begun, now))).toEqual([
    false,
    true,
  ]);
  // Midnight in Berlin is 23:00 by UTC.
  const late = entry('2026-11-20T22:30');
  expect([at('2026-11-20T22:59'), at('2026-11-20T23:00')].map((now) => isForgotten(late, now))).toEqual([
    false,
    true,
  ]);
  const elsewhere = entry('2026-11-20T22:30', { zone: 'America/Nowhere' });
  expect(isForgotten(elsewhere, at('2026-11-20T23:00'))).toBe(false);
  const now = at('2026-11-22T00:00');
  expect(isForgotten(entry('2026-11-20T07:00', { status: 'PAUSE' }), now)).toBe(false);
  expect(isForgotten(entry('2026-11-20T07:00', { status: 'DONE' }), now)).toBe(false);
  // After a pause only what runs now counts.
  const resumed = {
    segments: [
      { from: at('2026-11-20T05:00'), to: at('2026-11-20T09:00') },
      { from: at('2026-11-20T10:00') },
    ],
  };
  expect(isForgotten(entry('', resumed), at('2026-11-20T16:00'))).toBe(false);
});
