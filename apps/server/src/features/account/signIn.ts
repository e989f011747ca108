/** Signs in with a key derived from the password. Unknown account and wrong password get the same answer. */
import type { SignInError } from '@kontor/contract/wire/account';
import { email, fixedBytes } from '@kontor/contract/wire/shapes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AccountSecrets, sameBytes } from '../../accountSecrets.ts';
import { transaction } from '../../db/database.ts';
import { knownDevice, rememberDevice } from '../../http/knownDevice.ts';
import { endSession, openSession, setSessionCookie } from '../../http/session.ts';
import { networkOf } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';
import { countDeviceGuess, countStrangersGuess } from './guesses.ts';
import { isInvited } from './mayRegister.ts';
import { renewRegistrationToken, waitingFor } from './registrationToken.ts';
import { mailOneTimePassword } from './setUp.ts';
import type { AccountThrottles } from './throttles.ts';

const credentialsSchema = z.object({ email, password: fixedBytes(32) });

/** Hash to compare against where there is no account, so that both cases do the same work. */
const nobody = Buffer.alloc(32);

/**
 * Checks the credentials and, if they are right, opens a session and sets its cookie.
 * @returns the session's token, or the error.
 * @throws THROTTLED
 */
export async function signIn(
  services: Services,
  secrets: AccountSecrets,
  throttles: AccountThrottles,
  form: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ token: string } | SignInError> {
  const { db } = services;
  const parsed = credentialsSchema.safeParse(form);
  if (!parsed.success) return 'CredentialsSignin';
  const { email: address, password } = parsed.data;
  const device = await knownDevice(services, address, request);
  const giveBack = device
    ? await countDeviceGuess(throttles, device.toString('hex'))
    : await countStrangersGuess({ services, throttles }, address, request.ip);

  const [account, registrations, isAwaited] = await Promise.all([
    db.selectFrom('account').select(['id', 'auth_hash']).where('email', '=', address).executeTakeFirst(),
    waitingFor(services, address).select(['id', 'auth_hash']).execute(),
    isInvited(services, address),
  ]);
  const hash = secrets.hashAuthKey(password);
  const isRight = sameBytes(hash, account?.auth_hash ?? nobody);
  const sameAsWaiting = registrations.find((row) => sameBytes(hash, row.auth_hash));
  // Beside an account a registration proves nothing: whoever slipped it in could clear the count of guesses with it.
  const waiting = account ? undefined : sameAsWaiting;
  if (!account && !waiting && isAwaited) {
    await mailOneTimePassword(services, secrets, throttles, {
      email: address,
      network: networkOf(request.ip),
    });
    return 'CheckMail';
  }
  if (!isRight && !waiting) return 'CredentialsSignin';

  if (!isRight || !account) {
    await giveBack();
    await renewRegistrationToken(services, waiting!.id, request, reply);
    return 'NotVerified';
  }
  // A browser holds one session: whoever used it before is signed out for good.
  const before = request.signedIn ?? request.former;
  if (before) await endSession(services, before);
  const opening = transaction(db, async (tx) => {
    // Waits for a change of the password that is under way: what was right before it opens no session after it.
    const row = await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', account.id)
      .where('auth_hash', '=', hash)
      .forShare()
      .executeTakeFirst();
    if (!row) return undefined;
    await rememberDevice({ ...services, db: tx }, row.id, request, reply);
    return openSession({ ...services, db: tx }, row.id, request);
  });
  const [token] = await Promise.all([opening, giveBack()]);
  if (!token) return 'CredentialsSignin';
  setSessionCookie(services.env, reply, token);
  return { token };
}
