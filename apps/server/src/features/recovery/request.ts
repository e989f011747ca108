/** Requests a recovery, and checks the mailed code that proves the mailbox. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recovery, RecoveryCode } from '@kontor/contract/wire/recovery';
import type { FastifyRequest } from 'fastify';
import { type AccountSecrets, sameBytes } from '../../accountSecrets.ts';
import { transaction } from '../../db/database.ts';
import { hasOtherAdmin } from '../../db/otherAdmin.ts';
import { fail } from '../../http/errors.ts';
import { knownDevice } from '../../http/knownDevice.ts';
import { hashToken } from '../../http/session.ts';
import { networkOf, subscriberOf } from '../../http/throttle.ts';
import { uuidv7 } from '../../http/uuid.ts';
import { codeMail, codeMs, codeTries, newCode } from '../../mailedCode.ts';
import { kitState } from '../../recoveryKit.ts';
import type { Services } from '../../services.ts';
import { recoveryWords } from './recoveryMail.ts';
import type { RecoveryThrottles } from './throttles.ts';

export interface RecoveryDeps {
  services: Services;
  secrets: AccountSecrets;
  throttles: RecoveryThrottles;
}

/** Time of an answer, in ms: longer than the work, so that it does not tell if there was a mail to write. */
export const answerMs = 100;

/**
 * Mails a code to an account's address. An address that nobody has gets the same answer after the same time, and no
 * mail. @throws THROTTLED
 */
export async function requestRecovery(
  deps: RecoveryDeps,
  email: string,
  request: FastifyRequest,
): Promise<{ state: string }> {
  const { services, throttles } = deps;
  const network = networkOf(request.ip);
  await throttles.requestsPerAddress.take(subscriberOf(request.ip));
  await throttles.requestsPerEmail.take(email, network, await knownDevice(services, email, request));
  const [state] = await Promise.all([mailRecovery(deps, email), sleep(answerMs)]);
  return { state };
}

/** Stores the recovery and mails its code. Returns the secret that belongs to the code. */
async function mailRecovery({ services, secrets }: RecoveryDeps, email: string): Promise<string> {
  const { db, clock, mails, env } = services;
  const now = clock.now();
  const id = uuidv7(now);
  const state = randomBytes(32).toString('base64url');
  const code = newCode();
  await db.deleteFrom('recovery').where('expires_at', '<', now).execute();
  const expiresAt = new Date(now.getTime() + codeMs);
  await transaction(db, async (tx) => {
    // Held until the code is stored: a change of address or password before it is seen here, and one after it finds the code.
    const account = await tx
      .selectFrom('account')
      .select(['id', 'metadata'])
      .where('email', '=', email)
      .forShare()
      .executeTakeFirst();
    await tx
      .insertInto('recovery')
      .values({
        id,
        state_hash: hashToken(state),
        account_id: account?.id ?? null,
        code_hash: secrets.hashCode(id, code),
        expires_at: expiresAt,
      })
      .execute();
    if (!account) return;
    const mail = codeMail(recoveryWords, env, account.metadata.language, email, code);
    await mails.send(mail, { tx, expiresAt });
  });
  return state;
}

/**
 * Returns the account that a code is for. Each call uses up one of the code's tries before it compares; a right one
 * gives it back.
 * @throws INVALID_CODE for a wrong, expired or used-up one; THROTTLED
 */
export async function accountOfCode(
  { services: { db, clock }, secrets, throttles }: RecoveryDeps,
  { state, code }: RecoveryCode,
  address: string,
): Promise<{ recoveryId: string; accountId: string }> {
  await throttles.codesPerAddress.take(networkOf(address));
  const row = await db
    .updateTable('recovery')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('state_hash', '=', hashToken(state))
    .where('tries', '<', codeTries)
    .where('expires_at', '>', clock.now())
    .returning(['id', 'account_id', 'code_hash'])
    .executeTakeFirst();
  const isRight = row !== undefined && sameBytes(row.code_hash, secrets.hashCode(row.id, code));
  if (!isRight || row.account_id === null) throw fail('INVALID_CODE');
  await db
    .updateTable('recovery')
    .set((set) => ({ tries: set('tries', '-', 1) }))
    .where('id', '=', row.id)
    .execute();
  return { recoveryId: row.id, accountId: row.account_id };
}

/** Returns what the person is shown before they confirm. @throws as `accountOfCode` */
export async function checkCode(deps: RecoveryDeps, input: RecoveryCode, address: string): Promise<Recovery> {
  const { db, clock } = deps.services;
  const { accountId } = await accountOfCode(deps, input, address);
  const [account, sessions, workspaces] = await Promise.all([
    db
      .selectFrom('account')
      .select(['id', 'public_key', 'phrase_verification', 'phrase_public_key'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('expires_at', '>', clock.now())
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('membership as me')
      .innerJoin('workspace as w', 'w.id', 'me.workspace_id')
      .select(['w.id', 'w.name'])
      .select((me) => hasOtherAdmin(me).as('hasOtherAdmin'))
      .where('me.user_id', '=', accountId)
      .where('me.status', '!=', 'INACTIVE')
      .where('me.leaving', 'is', null)
      .orderBy('w.created_at')
      .execute(),
  ]);
  return {
    userId: account.id,
    publicKey: account.public_key,
    hasKit: ['good', 'former'].includes(await kitState(db, account)),
    deviceCount: Number(sessions.count),
    workspaces: workspaces.map((row) => ({ ...row, hasOtherAdmin: Boolean(row.hasOtherAdmin) })),
  };
}
