/**
 * Sets up the account of an invited person: signing in mails them a one-time password, which opens the page on which
 * they choose their own. It confirms the address, as the code of a sign-up does, and protects no key.
 */
import { randomInt } from 'node:crypto';
import type { SetUp } from '@kontor/contract/wire/account';
import type { FastifyRequest } from 'fastify';
import { type AccountSecrets, sameBytes } from '../../accountSecrets.ts';
import { transaction, violates } from '../../db/database.ts';
import type { CallContext } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import { rememberDevice } from '../../http/knownDevice.ts';
import { networkOf } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';
import { checkMayRegister } from './mayRegister.ts';
import { oneTimePasswordMail } from './oneTimePasswordMail.ts';
import { checkRegistration, insertAccount, type RegistrationDeps } from './registration.ts';
import type { AccountThrottles } from './throttles.ts';

const validMs = 60 * 60_000;
/** Within this time after a mail another attempt sends none: it would void what is being typed. */
const restMs = 5 * 60_000;

/** No letters and digits that look alike; twelve of them are 59 bits, so that tries need not be counted. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const newPassword = () =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** Strips hyphens, spaces and capitals, which come from how people copy it. */
const plain = (typed: string) => typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Mails a new one-time password, unless one was mailed just now or too many were. */
export async function mailOneTimePassword(
  { db, clock, mails, env }: Services,
  secrets: AccountSecrets,
  throttles: AccountThrottles,
  { email, network }: { email: string; network: string },
): Promise<void> {
  const now = clock.now();
  const last = await db
    .selectFrom('one_time_password')
    .select('mailed_at')
    .where('email', '=', email)
    .executeTakeFirst();
  if (last && now.getTime() - last.mailed_at.getTime() < restMs) return;
  await throttles.codesPerEmail.take(email, network);
  const oneTimePassword = newPassword();
  const values = {
    hash: secrets.hashCode(email, plain(oneTimePassword)),
    mailed_at: now,
    expires_at: new Date(now.getTime() + validMs),
  };
  await transaction(db, async (tx) => {
    await tx
      .insertInto('one_time_password')
      .values({ email, ...values })
      .onConflict((conflict) => conflict.column('email').doUpdateSet(values))
      .execute();
    await mails.send(oneTimePasswordMail(env, email, oneTimePassword), { tx, expiresAt: values.expires_at });
  });
}

/** Checks a one-time password. Strangers cannot use it up: who guesses is slowed down by network. @throws INVALID_CODE, THROTTLED */
export async function checkOneTimePassword(
  { services: { db, clock }, secrets, throttles }: RegistrationDeps,
  { email, oneTimePassword }: { email: string; oneTimePassword: string },
  request: FastifyRequest,
): Promise<void> {
  await throttles.codesPerAddress.take(networkOf(request.ip));
  const row = await db
    .selectFrom('one_time_password')
    .select('hash')
    .where('email', '=', email)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  if (!row || !sameBytes(row.hash, secrets.hashCode(email, plain(oneTimePassword))))
    throw fail('INVALID_CODE');
}

/**
 * Creates the account of an invited address and uses up the one-time password.
 * @throws REGISTRATION_CLOSED, INVALID_CODE, EMAIL_TAKEN, BAD_INPUT, THROTTLED
 */
export async function setUp(
  deps: RegistrationDeps,
  input: SetUp,
  { request, reply }: Pick<CallContext, 'request' | 'reply'>,
): Promise<void> {
  const { services, secrets } = deps;
  await checkRegistration(input);
  await checkMayRegister(deps.services, input.email);
  await checkOneTimePassword(deps, input, request);
  const now = services.clock.now();
  try {
    await transaction(services.db, async (tx) => {
      // Of two calls at once, one finds it.
      const { numDeletedRows } = await tx
        .deleteFrom('one_time_password')
        .where('email', '=', input.email)
        .where('hash', '=', secrets.hashCode(input.email, plain(input.oneTimePassword)))
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw fail('INVALID_CODE');
      await insertAccount(
        tx,
        {
          id: input.userId,
          email: input.email,
          auth_hash: secrets.hashAuthKey(input.password),
          suite: input.suite,
          account_salt: Buffer.from(input.accountSalt, 'base64url'),
          public_key: input.publicKey,
          private_key: Buffer.from(input.privateKey, 'base64url'),
          metadata: { language: input.language },
        },
        now,
      );
      await rememberDevice({ ...services, db: tx }, input.userId, request, reply);
    });
  } catch (error) {
    if (violates(error, 'account_email_key')) throw fail('EMAIL_TAKEN');
    if (violates(error, 'account_pkey')) throw fail('BAD_INPUT', { message: 'userId: taken' });
    throw error;
  }
}
