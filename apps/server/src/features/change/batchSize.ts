/** Limits the size of a batch before its body is read. */
import { can } from '@kontor/contract/capability';
import { headers, limits } from '@kontor/contract/wire/protocol';
import { uuidPattern } from '@kontor/contract/wire/uuidPattern';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { actorIn } from '../../sync/access.ts';

/** Returns the bytes of a body as its header says, which HTTP holds it to; NaN where it does not. */
export const bodyBytes = ({ headers: { 'content-length': length } }: FastifyRequest): number =>
  Number(length);

/** Tests for a body that is larger than that of other calls. */
export const isLarge = (request: FastifyRequest): boolean => bodyBytes(request) > limits.jsonBytes;

/**
 * Accepts a large body only from callers who may change the member log: reading it costs memory and time. One that does not
 * say how large it is is taken from nobody: it would count as nothing of what they may send.
 * @throws TOO_LARGE
 */
export async function boundBatch({ db }: Services, request: FastifyRequest): Promise<void> {
  if (Number.isNaN(bodyBytes(request))) throw fail('TOO_LARGE');
  if (!isLarge(request)) return;
  const workspaceId = request.headers[headers.workspace];
  const { signedIn } = request;
  const isNamed = typeof workspaceId === 'string' && uuidPattern.test(workspaceId);
  const actor = signedIn && isNamed ? await actorIn(db, signedIn.userId, workspaceId) : undefined;
  if (!actor || !can(actor, 'log.remove')) throw fail('TOO_LARGE');
}
