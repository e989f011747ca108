import type { SyncAnswer } from '@kontor/contract/wire/sync';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';
import type { SyncTransport } from '../http/transport.ts';

/**
 * Returns the calls of one pull, each page asked for while the one before it is being opened: connection and server work while
 * this device opens, instead of in turns. What was asked for too early (the caller wants other cursors after all) is dropped.
 */
export function syncAhead(transport: Pick<SyncTransport, 'sync'>): SyncTransport['sync'] {
  let ahead: { name: string; outcome: Promise<[PromiseSettledResult<SyncAnswer>]> } | undefined;
  return async (request) => {
    const early = ahead?.name === nameOf(request) ? ahead.outcome : undefined;
    ahead = undefined;
    const answer = await (early ? early.then(([outcome]) => unwrapped(outcome)) : transport.sync(request));
    if (answer.more) {
      const next = requestBehind(request, answer);
      // Settled, not awaited: should the pull end before it wants this page, its failure is nobody's.
      ahead = { name: nameOf(next), outcome: Promise.allSettled([transport.sync(next)]) };
    }
    return answer;
  };
}

/** Returns the request that the caller makes next if it takes over the whole answer. */
function requestBehind(request: SyncRequest, { scopes, gone, log }: SyncAnswer): SyncRequest {
  const cursors = { ...request.cursors };
  for (const { id, cursor } of scopes) cursors[id] = cursor;
  for (const id of gone) delete cursors[id];
  return { ...request, cursors, logLength: request.logLength + log.length };
}

/** Returns a key for what is requested; the order that `first` asks for does not matter. */
const nameOf = ({ workspaceId, cursors, logLength, only }: SyncRequest): string =>
  JSON.stringify([
    workspaceId,
    logLength,
    only,
    Object.entries(cursors).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

function unwrapped<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
