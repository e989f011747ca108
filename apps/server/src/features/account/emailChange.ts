/** Another e-mail address: asked for with the password, confirmed by a code that is mailed there. */
import type { EmailChange, EmailRequest } from '@kontor/contract/wire/account';
import { sameBytes } from '../../accountSecrets.ts';
import { afterCommit, type Tx, transaction, violates } from '../../db/database.ts';
import type { Told } from '../../db/effects.ts';
import { inTurn } from '../../db/turns.ts';
import { fail } from '../../http/errors.ts';
import { networkOf } from '../../http/throttle.ts';
import { codeMail, codeMs, codeTries, newCode } from '../../mailedCode.ts';
import type { Services } from '../../services.ts';
import { writesOf } from '../../sync/changes/groupCommit.ts';
import { announce, publishNotifications } from '../../sync/changes/hints.ts';
import { forgetUnlockWanted } from '../../sync/notices.ts';
import { emailChangedMail, emailChangeWords, emailTakenMail } from './emailChangeMails.ts';
import { type PasswordDeps, prove, type SignedInCaller, swapKeys } from './password.ts';

/** Time for which word to an address that needs no code is tried, in ms. */
const noticeMs = 24 * 3_600_000;

/**
 * Mails a code to the address; an earlier one of the account opens nothing any more. An address that has an account is
 * mailed that it has, and the answer is the same: nobody learns here who is on this server.
 * @throws WRONG_PASSWORD, THROTTLED, BAD_INPUT for the address that the account has
 */
export async function requestEmail(
  deps: PasswordDeps,
  caller: SignedInCaller,
  { currentPassword, email }: EmailRequest,
): Promise<void> {
  const { services, secrets, throttles } = deps;
  const { db, clock, mails, env } = services;
  const { userId } = caller;
  const now = clock.now().getTime();
  const hash = secrets.hashAuthKey(currentPassword);
  await prove(deps, caller, ({ authHash }) => sameBytes(hash, authHash));
  await throttles.emailsPerAccount.take(userId);
  await throttles.codesPerEmail.take(email, networkOf(caller.request.ip));
  const code = newCode();
  const expiresAt = new Date(now + codeMs);
  const values = { email, code_hash: secrets.hashCode(userId, code), tries: 0, expires_at: expiresAt };
  const request = async (tx: Tx) => {
    const { email: own, metadata } = await accountOf(tx, userId);
    if (email === own) throw fail('BAD_INPUT', { message: 'email: yours already' });
    const taken = await tx
      .selectFrom('account')
      .select('metadata')
      .where('email', '=', email)
      .executeTakeFirst();
    if (taken) {
      await tx.deleteFrom('email_change').where('account_id', '=', userId).execute();
      const notice = emailTakenMail(env, taken.metadata.language, email);
      return mails.send(notice, { tx, expiresAt: new Date(now + noticeMs) });
    }
    await tx
      .insertInto('email_change')
      .values({ account_id: userId, ...values })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
      .execute();
    await mails.send(codeMail(emailChangeWords, env, metadata.language, email, code), { tx, expiresAt });
  };
  // One at a time: whoever asks over and over holds no more than one connection.
  await inTurn(db, writesOf(userId), () => transaction(db, request));
}

/**
 * Gives the account the address that the code confirms, with the keys that derive from it; all other sessions end, and the
 * old address is told. Sent again (the first answer was lost) it finds its own result and succeeds.
 * @throws as `changePassword`; INVALID_CODE for a wrong, expired or used-up code; EMAIL_TAKEN
 */
export async function changeEmail(
  deps: PasswordDeps,
  caller: SignedInCaller,
  input: EmailChange,
): Promise<void> {
  const { email, verificationCode } = input;
  const { services, secrets } = deps;
  const { db, clock, mails, env } = services;
  const { userId } = caller;
  // Each call uses up one of the code's tries before it compares, whatever comes of it.
  const check = async () => {
    const row = await db
      .updateTable('email_change')
      .set((set) => ({ tries: set('tries', '+', 1) }))
      .where('account_id', '=', userId)
      .where('email', '=', email)
      .where('tries', '<', codeTries)
      .where('expires_at', '>', clock.now())
      .returning('code_hash')
      .executeTakeFirst();
    if (!row || !sameBytes(row.code_hash, secrets.hashCode(userId, verificationCode)))
      throw fail('INVALID_CODE');
  };
  const more = async (tx: Tx) => {
    const before = await accountOf(tx, userId);
    const { numDeletedRows } = await tx
      .deleteFrom('email_change')
      .where('account_id', '=', userId)
      .where('email', '=', email)
      .executeTakeFirst();
    // Another address was asked for since.
    if (numDeletedRows === 0n) throw fail('INVALID_CODE');
    await tx.deleteFrom('registration').where('email', '=', email).execute();
    await tx.deleteFrom('one_time_password').where('email', '=', email).execute();
    await stopWaiting(services, tx, userId);
    const notice = emailChangedMail(env, before.metadata.language, before.email, email);
    await mails.send(notice, { tx, expiresAt: new Date(clock.now().getTime() + noticeMs) });
    return { email };
  };
  try {
    await swapKeys(deps, caller, input, { check, more });
  } catch (error) {
    if (violates(error, 'account_email_key')) throw fail('EMAIL_TAKEN');
    throw error;
  }
}

/**
 * Takes back that the account waits to be let in anywhere: an admin bound the invitation to the address of before, and lets in
 * nobody with another one.
 */
async function stopWaiting(services: Services, tx: Tx, userId: string): Promise<void> {
  const invitations = await tx
    .updateTable('invitation')
    .set({ asked_by: null, asked_at: null })
    .where('asked_by', '=', userId)
    .returning('workspace_id')
    .execute();
  if (invitations.length === 0) return;
  const admins = [...new Set(invitations.map((row) => row.workspace_id))];
  const told: Told[] = [];
  for (const id of admins) told.push(...(await forgetUnlockWanted(tx, userId, id)));
  afterCommit(tx, () => {
    publishNotifications(services, told);
    announce(services, { admins, people: [userId] });
  });
}

const accountOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('account')
    .select(['email', 'metadata'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
