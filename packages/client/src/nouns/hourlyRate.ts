/** Finds the rate at which an hour is charged. */
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';

type Rate = Pick<HourlyRate, 'projectId' | 'userId' | 'from' | 'rate'> & { id: string };

/** Somebody's work in a project, on a day. */
export interface Work {
  projectId: string;
  userId: string;
  /** `YYYY-MM-DD` */
  day: string;
}

/** Returns how closely a rate is meant for some work; 0 where it does not apply. */
function closeness({ projectId, userId, from }: Rate, work: Work): number {
  if (from !== undefined && from > work.day) return 0;
  if (projectId !== undefined && projectId !== work.projectId) return 0;
  if (userId !== undefined && userId !== work.userId) return 0;
  if (projectId !== undefined) return userId !== undefined ? 3 : 2;
  return userId !== undefined ? 1 : 0;
}

/**
 * Returns the cents that an hour of some work is charged at: the person's rate in the project, else the project's, else
 * the person's own; of each the one that was in force on the day. Undefined where there is none.
 */
export function rateFor(rates: Iterable<Rate>, work: Work): number | undefined {
  let best: { rate: Rate; close: number } | undefined;
  for (const rate of rates) {
    const close = closeness(rate, work);
    if (close === 0 || (best && best.close > close)) continue;
    // Of two from the same day, which two admins set at once, all devices choose alike.
    const isLater =
      !best ||
      close > best.close ||
      (rate.from ?? '') > (best.rate.from ?? '') ||
      ((rate.from ?? '') === (best.rate.from ?? '') && rate.id > best.rate.id);
    if (isLater) best = { rate, close };
  }
  return best?.rate.rate;
}
