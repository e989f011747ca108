/** The recovery calls: the way back into an account whose password is forgotten. */

import { accountSecrets } from '../../accountSecrets.ts';
import { calls, formerCalls, signedInCalls } from '../../http/calls.ts';
import type { Services } from '../../services.ts';
import type { ChangeHandlers } from '../../sync/changes/context.ts';
import { answer, readFormerDevice } from './formerDevice.ts';
import { lockedMembers, readLock } from './lock.ts';
import { formerKeys, renewKit } from './phrase.ts';
import { checkCode, requestRecovery } from './request.ts';
import { resetPassword } from './reset.ts';
import { recoveryThrottles } from './throttles.ts';

export function recoveryCalls(services: Services, handlers: ChangeHandlers) {
  const deps = {
    services,
    secrets: accountSecrets(services.dataPath),
    throttles: recoveryThrottles(services.pool),
  };
  return {
    request: calls.recovery.request.handler(({ input, context }) =>
      requestRecovery(deps, input.email, context.request),
    ),

    check: calls.recovery.check.handler(({ input, context }) => checkCode(deps, input, context.request.ip)),

    reset: calls.recovery.reset.handler(async ({ input, context }) => {
      await resetPassword(deps, input, context);
      return {};
    }),

    formerKeys: signedInCalls.recovery.formerKeys.handler(({ input, context }) =>
      formerKeys(deps, context.signedIn.userId, input.phraseVerification),
    ),

    renewKit: signedInCalls.recovery.renewKit.handler(async ({ input, context }) => {
      await renewKit(deps, context.signedIn.userId, input);
      return {};
    }),

    formerDevice: formerCalls.recovery.formerDevice.handler(({ context }) =>
      readFormerDevice(services, context.former),
    ),

    lock: signedInCalls.recovery.lock.handler(({ input, context }) =>
      readLock(services.db, context.signedIn.userId, input.id),
    ),

    locked: signedInCalls.recovery.locked.handler(({ input, context }) =>
      lockedMembers(services.db, context.signedIn.userId, input.id),
    ),

    answer: formerCalls.recovery.answer.handler(async ({ input, context }) => {
      await answer(services, handlers, context.former, input);
      return {};
    }),
  };
}
