import { workspaceMessages } from './messages.ts';

const dayLength = 86_400_000;

/** Whole days until `end`, both ms; a day that has begun counts. */
const daysLeft = (end: number, now: number): number => Math.ceil((end - now) / dayLength);

/** Says in words how the trial stands; undefined without one. Both ms. */
export function trialText(endsAt: number | null, now: number): string | undefined {
  if (endsAt === null) return undefined;
  const count = daysLeft(endsAt, now);
  return count > 0 ? workspaceMessages.t('trialDays', { count }) : workspaceMessages.t('trialEnded');
}
