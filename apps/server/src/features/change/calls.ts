/** Handles `POST /api/changes`, the only call that writes records. */
import { changesLog } from '@kontor/contract/wire/change';
import { headers } from '@kontor/contract/wire/protocol';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { applyBatch } from '../../sync/changes/applyBatch.ts';
import type { ChangeHandlers } from '../../sync/changes/context.ts';
import { bodyBytes, isLarge } from './batchSize.ts';
import { foundingLimits } from './foundingLimits.ts';
import { recordQuota, sentPerHour } from './recordQuota.ts';
import { keyLimits, scopeLimits } from './scopeLimits.ts';

export function changeCalls(services: Services, handlers: ChangeHandlers, perHour = sentPerHour) {
  const quota = recordQuota(services, perHour);
  const found = foundingLimits(services);
  const countScopes = scopeLimits(services);
  const countKeys = keyLimits(services);
  const apply = signedInCalls.change.apply.handler(async ({ input, context }) => {
    const { request, signedIn } = context;
    const named = request.headers[headers.workspace];
    if (input.workspaceId !== undefined && named !== input.workspaceId) throw fail('INVALID_WORKSPACE');
    if (isLarge(request) && !changesLog(input.changes)) throw fail('TOO_LARGE');
    await quota.send(signedIn.userId, bodyBytes(request));
    const giveBack = await quota.take(signedIn.userId, input);
    const unfound = await found({ userId: signedIn.userId, address: request.ip }, input);
    const uncountKeys = await countKeys(signedIn.userId, input);
    const uncount = await countScopes(signedIn.userId, input);
    return applyBatch(services, handlers, signedIn.userId, input).catch(async (error) => {
      giveBack();
      await unfound();
      await uncountKeys();
      await uncount();
      throw error;
    });
  });
  return { apply };
}
