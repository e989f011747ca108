/** Handles `POST /api/changes`, the only call that writes records. */
import { changesLog, isRecordChange } from '@kontor/contract/wire/change';
import { headers } from '@kontor/contract/wire/protocol';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { applyBatch } from '../../sync/changes/applyBatch.ts';
import type { ChangeHandlers } from '../../sync/changes/context.ts';
import { findApplied } from '../../sync/changes/lock.ts';
import { bodyBytes, isLarge } from './batchSize.ts';
import { foundingLimits } from './foundingLimits.ts';
import { allOf, type Limit } from './limit.ts';
import { recordQuota, sentPerHour } from './recordQuota.ts';
import { keyLimits, scopeLimits } from './scopeLimits.ts';

export function changeCalls(services: Services, handlers: ChangeHandlers, perHour = sentPerHour) {
  const quota = recordQuota(services, perHour);
  const limitAll = allOf([quota.take, foundingLimits(services), keyLimits(services), scopeLimits(services)]);
  /** Lets what was applied before pass: it is answered as it was then. */
  const limitOnce: Limit = async (sender, batch) =>
    (await findApplied(services.db, sender.userId, batch.id)) ? () => {} : limitAll(sender, batch);
  const apply = signedInCalls.change.apply.handler(async ({ input, context }) => {
    const { request, signedIn } = context;
    const named = request.headers[headers.workspace];
    if (input.workspaceId !== undefined && named !== input.workspaceId) throw fail('INVALID_WORKSPACE');
    if (isLarge(request) && !changesLog(input.changes)) throw fail('TOO_LARGE');
    const { userId } = signedIn;
    await quota.send(userId, bodyBytes(request));
    const limit = input.changes.every(isRecordChange) ? quota.take : limitOnce;
    const giveBack = await limit({ userId, address: request.ip }, input);
    return applyBatch(services, handlers, signedIn, input).catch(async (error) => {
      await giveBack();
      throw error;
    });
  });
  return { apply };
}
