/** Sign-up: a registration waits for the code that was mailed to its address, then becomes an account. */
import { passwordSuite, type Register } from '@kontor/contract/wire/account';
import { isDerivedId } from '@kontor/contract/wire/derivedId';
import { isValidCert } from '@kontor/contract/wire/keyCert';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { type AccountSecrets, sameBytes } from '../../accountSecrets.ts';
import { nodeVerifier } from '../../adapters/verifier.ts';
import { type Tx, transaction, violates } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { fail } from '../../http/errors.ts';
import { rememberDevice } from '../../http/knownDevice.ts';
import { networkOf, subscriberOf } from '../../http/throttle.ts';
import { codeMail, codeMs, codeTries, newCode } from '../../mailedCode.ts';
import type { Services } from '../../services.ts';
import { createPersonalScope } from '../../sync/personalScope.ts';
import { checkMayRegister } from './mayRegister.ts';
import {
  clearRegistrationCookie,
  giveRegistrationToken,
  registrationHash,
  waitingFor,
} from './registrationToken.ts';
import type { AccountThrottles } from './throttles.ts';
import { verificationWords } from './verificationMail.ts';

export interface RegistrationDeps {
  services: Services;
  secrets: AccountSecrets;
  throttles: AccountThrottles;
}

/**
 * Stores the registration, gives out its token and mails its code. Sent again with the same id and password (the first
 * answer was lost), it replaces itself.
 * @throws REGISTRATION_CLOSED, EMAIL_TAKEN, BAD_INPUT, THROTTLED
 */
export async function register(
  { services, secrets, throttles }: RegistrationDeps,
  input: Register,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { db, clock, mails, env } = services;
  await checkRegistration(input);
  await throttles.registerPerAddress.take(subscriberOf(request.ip));
  await checkMayRegister(services, input.email);
  const taken = await db
    .selectFrom('account')
    .select('email')
    .where((where) => where.or([where('email', '=', input.email), where('id', '=', input.userId)]))
    .execute();
  if (taken.some((row) => row.email === input.email)) throw fail('EMAIL_TAKEN');
  if (taken.length > 0) throw fail('BAD_INPUT', { message: 'userId: taken' });
  await throttles.codesPerEmail.take(input.email, networkOf(request.ip));

  const now = clock.now();
  const code = newCode();
  const expiresAt = new Date(now.getTime() + codeMs);
  const values = {
    email: input.email,
    token_hash: giveRegistrationToken(services, request, reply),
    code_hash: secrets.hashCode(input.userId, code),
    code_expires_at: expiresAt,
    tries: 0,
    auth_hash: secrets.hashAuthKey(input.password),
    suite: input.suite,
    account_salt: Buffer.from(input.accountSalt, 'base64url'),
    public_key: JSON.stringify(input.publicKey),
    private_key: Buffer.from(input.privateKey, 'base64url'),
    metadata: JSON.stringify({ language: input.language }),
    created_at: now,
  };
  await transaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('registration')
      .values({ id: input.userId, ...values })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(values)
          .where('registration.email', '=', values.email)
          .where('registration.auth_hash', '=', values.auth_hash),
      )
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) throw fail('BAD_INPUT', { message: 'userId: taken' });
    const mail = codeMail(verificationWords, env, input.language, input.email, code);
    await mails.send(mail, { tx, expiresAt });
  });
}

/** Checks a registration. @throws BAD_INPUT where the keys are not this user's, or the id is one that follows from others */
export async function checkRegistration(input: Register): Promise<void> {
  if (input.password !== input.confirmPassword)
    throw fail('BAD_INPUT', { message: 'confirmPassword: Passwords must match' });
  if (input.suite !== passwordSuite) throw fail('BAD_INPUT', { message: 'suite: unknown' });
  if (isDerivedId(input.userId)) throw fail('BAD_INPUT', { message: 'userId: a derived one' });
  const { publicKey } = input;
  const isOwn = publicKey.userId === input.userId && publicKey.previous === null;
  if (!isOwn || !(await isValidCert(publicKey, nodeVerifier)))
    throw fail('BAD_INPUT', { message: 'publicKey: not a certificate of this user' });
}

/**
 * Creates the account if the code is right. The browser or app that signed up uses up one of the code's tries with each call
 * before it compares; others use up none of them, and have a few of their own per address.
 * @throws INVALID_CODE for a wrong, expired or used-up code; where several registrations wait for one address, also
 * for one that is not the one that signed up. REGISTRATION_CLOSED since then. THROTTLED
 */
export async function verify(
  { services, secrets, throttles }: RegistrationDeps,
  input: { email: string; verificationCode: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { db, clock } = services;
  await throttles.codesPerAddress.take(networkOf(request.ip));
  const waiting = await waitingFor(services, input.email).select(['id', 'token_hash']).execute();
  const own = waiting.find(({ token_hash }) => token_hash.equals(registrationHash(request)));
  if (!own) await throttles.codesOfStrangers.take(input.email);
  const found = own ?? (waiting.length === 1 ? waiting[0] : undefined);
  const row =
    found &&
    (await db
      .updateTable('registration')
      .set((set) => ({ tries: set('tries', '+', own ? 1 : 0) }))
      .where('id', '=', found.id)
      .where('tries', '<', codeTries)
      .where('code_expires_at', '>', clock.now())
      .returning(['id', 'code_hash'])
      .executeTakeFirst());
  if (!row || !sameBytes(row.code_hash, secrets.hashCode(row.id, input.verificationCode)))
    throw fail('INVALID_CODE');
  await checkMayRegister(services, input.email);
  try {
    await transaction(db, async (tx) => {
      await createAccount(tx, row.id, clock.now());
      await rememberDevice({ ...services, db: tx }, row.id, request, reply);
    });
  } catch (error) {
    if (violates(error, 'account_email_key')) throw fail('EMAIL_TAKEN');
    throw error;
  }
  clearRegistrationCookie(services, reply);
}

/** Creates the account. It deletes the registration first: of two calls with the right code at once, one finds it. */
async function createAccount(tx: Tx, registrationId: string, createdAt: Date): Promise<void> {
  const row = await tx
    .deleteFrom('registration')
    .where('id', '=', registrationId)
    .returning(['id', 'email', 'auth_hash', 'suite', 'account_salt', 'public_key', 'private_key', 'metadata'])
    .executeTakeFirst();
  if (!row) throw fail('INVALID_CODE');
  await insertAccount(tx, row, createdAt);
}

type NewAccount = Pick<
  Selectable<Tables['account']>,
  'id' | 'email' | 'auth_hash' | 'suite' | 'account_salt' | 'public_key' | 'private_key' | 'metadata'
>;

/** Inserts an account whose address is confirmed, and deletes the registrations that waited for that address. */
export async function insertAccount(tx: Tx, row: NewAccount, createdAt: Date): Promise<void> {
  await tx
    .insertInto('account')
    .values({
      ...row,
      public_key: JSON.stringify(row.public_key),
      metadata: JSON.stringify(row.metadata),
      created_at: createdAt,
    })
    .execute();
  await createPersonalScope(tx, row.id, createdAt);
  await tx.deleteFrom('registration').where('email', '=', row.email).execute();
}

/**
 * Mails a new code to a registration of this browser or app. Says nothing to others about whether there was one.
 * @throws REGISTRATION_CLOSED since then, THROTTLED
 */
export async function resendCode(
  { services, secrets, throttles }: RegistrationDeps,
  input: { email: string },
  request: FastifyRequest,
): Promise<void> {
  const { db, clock, mails, env } = services;
  await throttles.codesPerAddress.take(networkOf(request.ip));
  const row = await waitingFor(services, input.email)
    .select(['id', 'metadata'])
    .where('token_hash', '=', registrationHash(request))
    .executeTakeFirst();
  if (!row) return;
  await checkMayRegister(services, input.email);
  await throttles.codesPerEmail.take(input.email, networkOf(request.ip));
  const code = newCode();
  const expiresAt = new Date(clock.now().getTime() + codeMs);
  await transaction(db, async (tx) => {
    await tx
      .updateTable('registration')
      .set({ code_hash: secrets.hashCode(row.id, code), code_expires_at: expiresAt, tries: 0 })
      .where('id', '=', row.id)
      .execute();
    const mail = codeMail(verificationWords, env, row.metadata.language, input.email, code);
    await mails.send(mail, { tx, expiresAt });
  });
}
