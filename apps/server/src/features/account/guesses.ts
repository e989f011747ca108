/**
 * Counts password guesses before they are checked. Strangers share one count per account, and so could shut out whoever
 * is right; hence a device that was signed in before has a count of its own.
 */
import { dayMs } from '@kontor/contract/time/day';
import { ORPCError } from '@orpc/server';
import { networkOf } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';
import { guessWarningMail } from './guessWarningMail.ts';
import type { AccountThrottles } from './throttles.ts';

/** Takes a guess back that turned out to be right. */
export type GiveBack = () => Promise<void>;

interface GuessDeps {
  services: Services;
  throttles: AccountThrottles;
}

const isThrottled = (error: unknown): boolean => error instanceof ORPCError && error.code === 'THROTTLED';

/** Counts a guess of a device, by any text that stands for that device alone. @throws THROTTLED */
export async function countDeviceGuess(throttles: AccountThrottles, device: string): Promise<GiveBack> {
  await throttles.passwordPerDevice.take(device);
  return () => throttles.passwordPerDevice.clear(device);
}

/**
 * Counts a guess of a browser that the account, if there is one, does not know. Where too many were made, the person is
 * told by mail, behind the caller's back, so that nobody learns from the answer if there is an account.
 * @throws THROTTLED
 */
export async function countStrangersGuess(
  { services, throttles }: GuessDeps,
  email: string,
  address: string,
): Promise<GiveBack> {
  const network = networkOf(address);
  await throttles.passwordPerAddress.take(network);
  try {
    await throttles.passwordPerAccount.take(email);
  } catch (error) {
    if (isThrottled(error))
      warn({ services, throttles }, email).catch((cause: unknown) =>
        services.log.error({ err: cause }, 'a warning of guesses could not be queued'),
      );
    throw error;
  }
  // One guess, not all: else somebody who signs in while others guess would let them go on.
  return async () => {
    await Promise.all([
      throttles.passwordPerAddress.giveBack(network),
      throttles.passwordPerAccount.giveBack(email),
    ]);
  };
}

/** Mails the account's person, once a day at most, that somebody tries passwords. */
async function warn({ services, throttles }: GuessDeps, email: string): Promise<void> {
  try {
    await throttles.guessWarnings.take(email);
  } catch (error) {
    if (isThrottled(error)) return; // warned today
    throw error;
  }
  const { db, env, mails, clock } = services;
  const account = await db
    .selectFrom('account')
    .select('metadata')
    .where('email', '=', email)
    .executeTakeFirst();
  if (!account) return;
  await mails.send(guessWarningMail(env, account.metadata.language, email), {
    expiresAt: new Date(clock.now().getTime() + dayMs),
  });
}
