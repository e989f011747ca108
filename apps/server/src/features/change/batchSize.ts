/** Limits the size of a batch before its body is read. */
import { can } from '@kontor/contract/capability';
import { headers, limits } from '@kontor/contract/wire/protocol';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { actorIn } from '../../sync/access.ts';

const uuidShape = /^[0-9a-f-]{36}$/;

/** Tests for a body that is larger than that of other calls, or of unknown size. */
export const isLarge = ({ headers: { 'content-length': length } }: FastifyRequest): boolean =>
  !(Number(length) <= limits.jsonBytes);

/**
 * Accepts a large body only from callers who may change the member log: reading it costs memory and time.
 * @throws TOO_LARGE
 */
export async function boundBatch({ db }: Services, request: FastifyRequest): Promise<void> {
  if (!isLarge(request)) return;
  const workspaceId = request.headers[headers.workspace];
  const { signedIn } = request;
  const isNamed = typeof workspaceId === 'string' && uuidShape.test(workspaceId);
  const actor = signedIn && isNamed ? await actorIn(db, signedIn.userId, workspaceId) : undefined;
  if (!actor || !can(actor, 'log.remove')) throw fail('TOO_LARGE');
}
