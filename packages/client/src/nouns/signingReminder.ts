/** Reminders of requests to sign. */
import type { Signing, SigningReminder } from '@kontor/contract/nouns/signing';
import { addDays, dayOf } from '@kontor/contract/time/day';
import type { Collections } from '../replica/collections.ts';
import type { Replica } from '../replica/replica.ts';
import { type Request, type SigningState, signingState } from './signing.ts';
import { mayAnswer, type SigningAct, SigningError } from './signingActs.ts';

/** Days before a deadline from which on those who have not signed are reminded by the asker's device. */
const reminderDays = 2;

/** Returns the people whom somebody may remind: those who are to sign now and can, besides themselves. */
export const remindable = (
  replica: Replica,
  request: Signing,
  { signers }: SigningState,
  userId: string,
): string[] =>
  signers
    .filter((signer) => signer.isNext && signer.userId !== userId)
    .map((signer) => signer.userId)
    .filter((id) => mayAnswer(replica, request, id));

/** Reminds those who are to sign now. @throws SigningError not-own, closed */
export function remind(replica: Replica, signingId: string, { userId, at }: SigningAct): void {
  const { collections } = replica;
  const request = collections.signing.get(signingId);
  if (!request) throw new SigningError('closed');
  if (request.askerId !== userId) throw new SigningError('not-own');
  const notifyIds = remindable(replica, request, signingState(collections, request, at), userId);
  if (notifyIds.length === 0) throw new SigningError('closed');
  replica.create('signingReminder', request.scopeId, { signingId, notifyIds, createdAt: at });
}

/** Reminds of every request of somebody's for which it is time. */
export function remindDue(replica: Replica, by: SigningAct): void {
  for (const { id } of dueReminders(replica, by)) remind(replica, id, by);
}

/**
 * Returns the requests of somebody of which the deadline is near, and of which nobody was reminded since it is. Servers know no
 * deadlines: the asker's device reminds of them.
 */
const dueReminders = (replica: Replica, { userId, at }: SigningAct): Signing[] =>
  replica.collections.signing.all().filter((request) => {
    const { collections } = replica;
    const { deadline, askerId, createdAt } = request;
    if (askerId !== userId || deadline === undefined) return false;
    const from = addDays(deadline, -reminderDays);
    // Who asks for a signature by tomorrow has said so already.
    if (dayOf(at) < from || dayOf(createdAt) >= from) return false;
    const isReminded = remindersOf(collections, request).some((each) => dayOf(each.createdAt) >= from);
    return (
      !isReminded && remindable(replica, request, signingState(collections, request, at), userId).length > 0
    );
  });

/** Returns the reminders of a request: those that its asker wrote. */
export const remindersOf = (
  { signingReminder }: Collections,
  { id, askerId }: Pick<Request, 'id' | 'askerId'>,
): SigningReminder[] =>
  signingReminder.where('signingId', id).filter(({ authorId }) => (authorId ?? askerId) === askerId);
