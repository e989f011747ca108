/** Changes that ask a signed-in person for their password again: a new password, a new recovery kit. */
import {
  type AccountKeysUpdate,
  type Kit,
  type PasswordChange,
  passwordSuite,
  type StoredKit,
} from '@kontor/contract/wire/account';
import type { FastifyRequest } from 'fastify';
import { type AccountSecrets, sameBytes } from '../../accountSecrets.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { fail } from '../../http/errors.ts';
import { forgetOtherDevices } from '../../http/knownDevice.ts';
import { deleteOtherSessions, type SignedIn } from '../../http/session.ts';
import type { Services } from '../../services.ts';
import { countDeviceGuess } from './guesses.ts';
import type { AccountThrottles } from './throttles.ts';

export interface PasswordDeps {
  services: Services;
  secrets: AccountSecrets;
  throttles: AccountThrottles;
}

/** Somebody who is signed in, and what they sent. */
export interface SignedInCaller extends SignedIn {
  request: FastifyRequest;
}

const bytes = (textB64: string) => Buffer.from(textB64, 'base64url');

/** A password as the account keeps it: its auth key hashed, its salt, and the seeds that it seals. */
export interface StoredPassword {
  authHash: Buffer;
  salt: Buffer;
  privateKey: Buffer;
}

/**
 * Runs `isRight` on the account. Guesses are counted per session as they are per device at sign-in: a session that was
 * left open is no way around that.
 * @throws WRONG_PASSWORD, THROTTLED
 */
export async function prove(
  { services: { db }, throttles }: PasswordDeps,
  { userId, sessionId }: SignedInCaller,
  isRight: (account: StoredPassword) => boolean,
): Promise<StoredPassword> {
  const row = await db
    .selectFrom('account')
    .select(['auth_hash', 'account_salt', 'private_key'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) throw fail('NOT_SIGNED_IN');
  const giveBack = await countDeviceGuess(throttles, sessionId);
  const account = { authHash: row.auth_hash, salt: row.account_salt, privateKey: row.private_key };
  if (!isRight(account)) throw fail('WRONG_PASSWORD');
  await giveBack();
  return account;
}

/**
 * Swaps auth key, salt, sealed seeds and sealed phrase, and ends all other sessions but those of former devices, in one transaction; other devices become
 * strangers, and codes for a forgotten password open nothing any more. Sent again (the first answer was lost) it finds its
 * own result and succeeds.
 * @throws BAD_INPUT, WRONG_PASSWORD, THROTTLED, ACCOUNT_CHANGED
 */
export const changePassword = (
  deps: PasswordDeps,
  caller: SignedInCaller,
  input: PasswordChange,
): Promise<void> => swapKeys(deps, caller, input);

/**
 * Swaps the keys as `changePassword` does. `check` runs once the password is proven, outside of the transaction; `more` in it,
 * and returns what else is to be set.
 * @throws as `changePassword`, and what these throw
 */
export async function swapKeys(
  deps: PasswordDeps,
  caller: SignedInCaller,
  input: PasswordChange,
  { check, more }: { check?: () => Promise<void>; more?: (tx: Tx) => Promise<{ email: string }> } = {},
): Promise<void> {
  const { services, secrets } = deps;
  if (input.password !== input.confirmPassword)
    throw fail('BAD_INPUT', { message: 'confirmPassword: Passwords must match' });
  if (input.suite !== passwordSuite) throw fail('BAD_INPUT', { message: 'suite: unknown' });
  const [current, next] = [secrets.hashAuthKey(input.currentPassword), secrets.hashAuthKey(input.password)];
  const [salt, privateKey] = [bytes(input.accountSalt), bytes(input.privateKey)];
  const isDone = (account: StoredPassword) =>
    sameBytes(next, account.authHash) && account.salt.equals(salt) && account.privateKey.equals(privateKey);
  const before = await prove(
    deps,
    caller,
    (account) => sameBytes(current, account.authHash) || isDone(account),
  );
  if (isDone(before)) return;
  await check?.();
  const ended = await transaction(services.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('account')
      .set({
        ...(await more?.(tx)),
        auth_hash: next,
        suite: input.suite,
        account_salt: salt,
        private_key: privateKey,
        phrase_sealed: input.kit && bytes(input.kit.phrase),
      })
      .where('id', '=', caller.userId)
      // Of two changes at once one is first, and the sealed phrase is that of the kit in force.
      .where('auth_hash', '=', before.authHash)
      .$if(input.kit !== null, (update) =>
        update.where('phrase_verification', '=', bytes(input.kit!.phraseVerification)),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw fail('ACCOUNT_CHANGED');
    // Whoever reads the mailbox of before, or had its mail in hand, has no say any more.
    await tx.deleteFrom('recovery').where('account_id', '=', caller.userId).execute();
    await forgetOtherDevices(tx, caller.userId, caller.request);
    return deleteOtherSessions(tx, caller);
  });
  for (const sessionId of ended) services.realtime.closeSession(sessionId);
}

/** Puts newly sealed keys into the place of those of now; of two at once the later stays. */
export async function storeKeys(
  deps: PasswordDeps,
  caller: SignedInCaller,
  input: AccountKeysUpdate,
): Promise<void> {
  const hash = deps.secrets.hashAuthKey(input.currentPassword);
  await prove(deps, caller, (account) => sameBytes(hash, account.authHash));
  const { numUpdatedRows } = await deps.services.db
    .updateTable('account')
    .set({ private_key: bytes(input.privateKey) })
    .where('id', '=', caller.userId)
    // Sealed under the password that was proven, and under no other.
    .where('auth_hash', '=', hash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw fail('ACCOUNT_CHANGED');
}

/** Replaces the recovery kit; the words of the old one open nothing from then on. */
export async function storeKit(deps: PasswordDeps, caller: SignedInCaller, input: Kit): Promise<void> {
  const { secrets, services } = deps;
  const hash = secrets.hashAuthKey(input.currentPassword);
  await prove(deps, caller, (account) => sameBytes(hash, account.authHash));
  const { numUpdatedRows } = await services.db
    .updateTable('account')
    .set({
      phrase_verification: bytes(input.phraseVerification),
      phrase_private_key: bytes(input.privateKey),
      phrase_sealed: bytes(input.phrase),
      phrase_public_key: null,
    })
    .where('id', '=', caller.userId)
    .where('auth_hash', '=', hash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw fail('ACCOUNT_CHANGED');
}

/** Returns the kit's sealed words, to print it again. @throws NOT_FOUND where there is none */
export async function readKit({ db }: Pick<Services, 'db'>, userId: string): Promise<StoredKit> {
  const row = await db
    .selectFrom('account')
    .select(['phrase_private_key', 'phrase_sealed'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row?.phrase_sealed || !row.phrase_private_key) throw fail('NOT_FOUND');
  return {
    privateKey: row.phrase_private_key.toString('base64url'),
    phrase: row.phrase_sealed.toString('base64url'),
  };
}
