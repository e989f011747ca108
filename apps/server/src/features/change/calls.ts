/** `POST /api/changes`: the one door for writes. */
import { changesLog } from '@kontor/contract/change';
import { headers } from '@kontor/contract/protocol';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { applyBatch } from '../../sync/changes/applyBatch.ts';
import type { ChangeHandlers } from '../../sync/changes/context.ts';
import { isLarge } from './batchSize.ts';

export const changeCalls = (services: Services, handlers: ChangeHandlers) => ({
  apply: signedInCalls.change.apply.handler(({ input, context }) => {
    const named = context.request.headers[headers.workspace];
    if (input.workspaceId !== undefined && named !== input.workspaceId) throw fail('INVALID_WORKSPACE');
    if (isLarge(context.request) && !changesLog(input.changes)) throw fail('TOO_LARGE');
    return applyBatch(services, handlers, context.signedIn.userId, input);
  }),
});
