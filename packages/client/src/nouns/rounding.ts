/** Rounds what is billed and what is shown. What was worked is never rounded. */

import type { RoundingBasis, RoundingDirection } from '@kontor/contract/nouns/exportTemplate';

export interface Rounding {
  /** 1 to 60; 0 rounds nothing. */
  minutes: number;
  direction: RoundingDirection;
  basis: RoundingBasis;
}

/** A time to round, and what it may be grouped by. */
interface TimeToRound {
  actual: number;
  entryId: string;
  userId: string;
  taskId: string;
  day: string;
}

/** Rounds a time (ms) to whole steps; a half step goes up. */
export function roundTime(time: number, { minutes, direction }: Omit<Rounding, 'basis'>): number {
  if (minutes === 0) return time;
  const step = minutes * 60_000;
  const steps = time / step;
  const whole =
    direction === 'up' ? Math.ceil(steps) : direction === 'down' ? Math.floor(steps) : Math.round(steps);
  return whole * step;
}

/**
 * Divides a whole number among weights into whole numbers that add up to it, each less than one off its exact share. Returns
 * zeros if the weights add up to zero.
 */
function divide(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  let passed = 0;
  return weights.map((weight) => {
    passed += weight;
    const until = all === 0 ? 0 : Math.round(total * (passed / all));
    const share = until - before;
    before = until;
    return share;
  });
}

/**
 * Returns times as whole steps (ms) that add up: the running sum is rounded, so that their sum is that of the exact ones rounded, and
 * a time of whole steps stays what it is.
 */
function wholeSteps(times: readonly number[], step: number): number[] {
  let exact = 0;
  let before = 0;
  return times.map((time) => {
    exact += time;
    const until = Math.round(exact / step) * step;
    const whole = until - before;
    before = until;
    return whole;
  });
}

/** Returns times (ms) as whole minutes that add up. */
export const wholeMinutes = (times: readonly number[]): number[] => wholeSteps(times, 60_000);

/** Returns times (ms) as whole hundredths of hours that add up. */
export const wholeHundredths = (times: readonly number[]): number[] => wholeSteps(times, 36_000);

const groupOf: Record<RoundingBasis, (time: TimeToRound) => string> = {
  entry: ({ entryId }) => entryId,
  day: ({ userId, taskId, day }) => `${userId} ${taskId} ${day}`,
  total: () => '',
};

/**
 * Returns what is billed of each time, ms. The sum of what is rounded together is rounded, and divided among its parts.
 */
export function roundedTimes(times: readonly TimeToRound[], rounding: Rounding): number[] {
  if (rounding.minutes === 0) return times.map(({ actual }) => actual);
  const billed = new Array<number>(times.length).fill(0);
  const groups = Map.groupBy(times.keys(), (i) => groupOf[rounding.basis](times[i]!));
  for (const members of groups.values()) {
    const weights = members.map((i) => times[i]!.actual);
    const sum = weights.reduce((all, weight) => all + weight, 0);
    for (const [n, share] of divide(roundTime(sum, rounding), weights).entries()) billed[members[n]!] = share;
  }
  return billed;
}
