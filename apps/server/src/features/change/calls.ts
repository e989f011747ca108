/** Handles `POST /api/changes`, the only call that writes records. */
import { changesLog, isRecordChange } from '@kontor/contract/wire/change';
import { headers } from '@kontor/contract/wire/protocol';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { applyBatch } from '../../sync/changes/applyBatch.ts';
import type { ChangeHandlers } from '../../sync/changes/context.ts';
import { bodyBytes, isLarge } from './batchSize.ts';
import { foundingLimits } from './foundingLimits.ts';
import { allOf } from './limit.ts';
import { recordQuota, sentPerHour } from './recordQuota.ts';
import { keyLimits, scopeLimits } from './scopeLimits.ts';

export function changeCalls(services: Services, handlers: ChangeHandlers, perHour = sentPerHour) {
  const quota = recordQuota(services, perHour);
  const limitAll = allOf([quota.take, foundingLimits(services), keyLimits(services), scopeLimits(services)]);
  const apply = signedInCalls.change.apply.handler(async ({ input, context }) => {
    const { request, signedIn } = context;
    const named = request.headers[headers.workspace];
    if (input.workspaceId !== undefined && named !== input.workspaceId) throw fail('INVALID_WORKSPACE');
    if (isLarge(request) && !changesLog(input.changes)) throw fail('TOO_LARGE');
    const { userId } = signedIn;
    await quota.send(userId, bodyBytes(request));
    const limit = input.changes.every(isRecordChange) ? quota.take : limitAll;
    const giveBack = await limit({ userId, address: request.ip }, input);
    return applyBatch(services, handlers, signedIn, input).catch(async (error) => {
      await giveBack();
      throw error;
    });
  });
  return { apply };
}
