/** The account's part of the contract. */

import { sessionTable } from '@kontor/contract/server/session';
import { passwordSuite } from '@kontor/contract/wire/account';
import { sessionCookie } from '@kontor/contract/wire/protocol';
import type { AccountSecrets } from '../../accountSecrets.ts';
import { pickWire } from '../../db/clearRow.ts';
import { transaction } from '../../db/database.ts';
import { type CallContext, calls, signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import { forgetOtherDevices } from '../../http/knownDevice.ts';
import { cookieOptions, deleteOtherSessions, endSession, type SignedIn } from '../../http/session.ts';
import { networkOf } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';
import { readAccount, storePin } from './account.ts';
import { deleteAccount } from './deletion.ts';
import { changeEmail, requestEmail } from './emailChange.ts';
import { changePassword, readKit, type SignedInCaller, storeKeys, storeKit } from './password.ts';
import { register, resendCode, verify } from './registration.ts';
import { waitingFor } from './registrationToken.ts';
import { checkOneTimePassword, setUp } from './setUp.ts';
import type { AccountThrottles } from './throttles.ts';

const callerOf = ({ signedIn, request }: CallContext & { signedIn: SignedIn }): SignedInCaller => ({
  ...signedIn,
  request,
});

export function accountCalls(services: Services, secrets: AccountSecrets, throttles: AccountThrottles) {
  const { db } = services;
  const deps = { services, secrets, throttles };
  return {
    register: calls.account.register.handler(async ({ input, context }) => {
      await register(deps, input, context.request, context.reply);
      return {};
    }),

    verify: calls.account.verify.handler(async ({ input, context }) => {
      await verify(deps, input, context.request, context.reply);
      return {};
    }),

    checkOneTimePassword: calls.account.checkOneTimePassword.handler(async ({ input, context }) => {
      await checkOneTimePassword(deps, input, context.request);
      return {};
    }),

    setUp: calls.account.setUp.handler(async ({ input, context }) => {
      await setUp(deps, input, context);
      return {};
    }),

    resendCode: calls.account.resendCode.handler(async ({ input, context }) => {
      await resendCode(deps, input, context.request);
      return {};
    }),

    /** A known and an unknown address get answers of one shape, after the same work. */
    passwordParameters: calls.account.passwordParameters.handler(async ({ input, context }) => {
      await throttles.parametersPerAddress.take(networkOf(context.request.ip));
      const [account, registration] = await Promise.all([
        db.selectFrom('account').select('account_salt').where('email', '=', input.email).executeTakeFirst(),
        waitingFor(services, input.email)
          .select('account_salt')
          .orderBy('created_at', 'desc')
          .executeTakeFirst(),
      ]);
      const fake = secrets.fakeSalt(input.email);
      const salt = account?.account_salt ?? registration?.account_salt ?? fake;
      return { suite: passwordSuite, accountSalt: salt.toString('base64url') };
    }),

    get: signedInCalls.account.get.handler(({ context }) => readAccount(services, context.signedIn)),

    update: signedInCalls.account.update.handler(async ({ input, context }) => {
      await db
        .updateTable('account')
        .set({ metadata: JSON.stringify({ language: input.language }) })
        .where('id', '=', context.signedIn.userId)
        .execute();
      return {};
    }),

    changePassword: signedInCalls.account.changePassword.handler(async ({ input, context }) => {
      await changePassword(deps, callerOf(context), input);
      return {};
    }),

    requestEmail: signedInCalls.account.requestEmail.handler(async ({ input, context }) => {
      await requestEmail(deps, callerOf(context), input);
      return {};
    }),

    changeEmail: signedInCalls.account.changeEmail.handler(async ({ input, context }) => {
      await changeEmail(deps, callerOf(context), input);
      return {};
    }),

    storeKeys: signedInCalls.account.storeKeys.handler(async ({ input, context }) => {
      await storeKeys(deps, callerOf(context), input);
      return {};
    }),

    kit: signedInCalls.account.kit.handler(({ context }) => readKit(services, context.signedIn.userId)),

    storeKit: signedInCalls.account.storeKit.handler(async ({ input, context }) => {
      await storeKit(deps, callerOf(context), input);
      return {};
    }),

    storePin: signedInCalls.account.storePin.handler(async ({ input, context }) => {
      await storePin(db, context.signedIn.userId, input);
      return {};
    }),

    remove: signedInCalls.account.remove.handler(async ({ input, context }) => {
      await deleteAccount(deps, callerOf(context), input);
      context.reply.clearCookie(sessionCookie, cookieOptions(services.env));
      return {};
    }),

    sessions: signedInCalls.account.sessions.handler(async ({ context }) => {
      const rows = await db
        .selectFrom('session')
        .select(['id', 'created_at', 'last_seen_at', 'user_agent'])
        .where('account_id', '=', context.signedIn.userId)
        .where('former_public_key', 'is', null)
        .where('expires_at', '>', services.clock.now())
        .orderBy('last_seen_at', 'desc')
        .execute();
      return rows.map((row) => ({
        ...pickWire(sessionTable, row, 'id', 'createdAt', 'lastSeenAt', 'userAgent'),
        isCurrent: row.id === context.signedIn.sessionId,
      }));
    }),

    revokeSession: signedInCalls.account.revokeSession.handler(async ({ input, context }) => {
      const wasThere = await endSession(services, { userId: context.signedIn.userId, sessionId: input.id });
      if (!wasThere) throw fail('NOT_FOUND');
      return {};
    }),

    revokeOtherSessions: signedInCalls.account.revokeOtherSessions.handler(async ({ context }) => {
      const { signedIn, request } = context;
      const ended = await transaction(db, async (tx) => {
        await forgetOtherDevices(tx, signedIn.userId, request);
        return deleteOtherSessions(tx, signedIn);
      });
      for (const sessionId of ended) services.realtime.closeSession(sessionId);
      return {};
    }),
  };
}
