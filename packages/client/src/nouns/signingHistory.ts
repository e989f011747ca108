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

/** Returns the history of a request, the oldest first: by the clocks of those who acted. */
export function historyOf(
  request: Request,
  { status, signers }: SigningState,
  { openings, reminders }: { openings: readonly SigningOpening[]; reminders: readonly SigningReminder[] },
): SigningEvent[] {
  const answers = signers.flatMap(({ answer }) => answer ?? []);
  const events: SigningEvent[] = [
    ...openings.map(({ openedAt, userId }) => ({ kind: 'opened' as const, at: openedAt, userId })),
    ...reminders.map(({ createdAt, notifyIds }) => ({
      ...({ kind: 'reminded', at: createdAt } as const),
      userIds: notifyIds,
    })),
    ...answers.map((answer) => ({ kind: answer.outcome, at: answer.signedAt, answer })),
  ].toSorted((a, b) => a.at - b.at);
  events.unshift({ kind: 'asked', at: request.createdAt });
  if (status === 'finished')
    events.push({ kind: 'finished', at: Math.max(...answers.map((each) => each.signedAt)) });
  if (request.withdrawnAt !== undefined) events.push({ kind: 'withdrawn', at: request.withdrawnAt });
  if (status === 'expired') {
    events.push({ kind: 'expired', at: startOfOwnDay(addDays(request.deadline!, 1)) });
  }
  return events;
}
