/** The history of a request to sign, as the records of those who acted tell it. */
import type { SigningOpening, SigningReminder } from '@kontor/contract/nouns/signing';
import { addDays } from '@kontor/contract/time/day';
import { startOfOwnDay } from '@kontor/contract/time/zone';
import type { Answer, Request, SigningState } from './signing.ts';

/** Something that happened to a request, at a time (ms). */
export type SigningEvent =
  | { kind: 'asked' | 'withdrawn' | 'finished' | 'expired'; at: number }
  | { kind: 'opened'; at: number; userId: string }
  | { kind: 'reminded'; at: number; userIds: readonly string[] }
  | { kind: 'signed' | 'declined'; at: number; answer: Answer };

/**
 * Returns when a request ended, ms, by the clocks of those who acted; undefined while it waits. Its deadline is the last day on
 * which somebody may answer.
 */
export function endedAt(
  { deadline, withdrawnAt }: Request,
  { status, signers }: SigningState,
): number | undefined {
  if (status === 'waiting') return undefined;
  if (status === 'withdrawn') return withdrawnAt;
  if (status === 'expired') return startOfOwnDay(addDays(deadline!, 1));
  return Math.max(...signers.map(({ answer }) => answer?.signedAt ?? 0));
}

/** Returns the history of a request, the oldest first: by the clocks of those who acted. */
export function historyOf(
  request: Request,
  state: SigningState,
  { openings, reminders }: { openings: readonly SigningOpening[]; reminders: readonly SigningReminder[] },
): SigningEvent[] {
  const { status } = state;
  const answers = state.signers.flatMap(({ answer }) => answer ?? []);
  const events: SigningEvent[] = [
    ...openings.map(({ openedAt, userId }) => ({ kind: 'opened' as const, at: openedAt, userId })),
    ...reminders.map(({ createdAt, notifyIds }) => ({
      ...({ kind: 'reminded', at: createdAt } as const),
      userIds: notifyIds,
    })),
    ...answers.map((answer) => ({ kind: answer.outcome, at: answer.signedAt, answer })),
  ].toSorted((a, b) => a.at - b.at);
  events.unshift({ kind: 'asked', at: request.createdAt });
  if (status === 'finished' || status === 'expired')
    events.push({ kind: status, at: endedAt(request, state)! });
  if (request.withdrawnAt !== undefined) events.push({ kind: 'withdrawn', at: request.withdrawnAt });
  return events;
}
