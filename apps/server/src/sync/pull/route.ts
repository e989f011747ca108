/** Serves `POST /api/sync` and `POST /api/history`; the binary form of its answer stands in contract/wire/sync.ts. */
import { headers } from '@kontor/contract/wire/protocol';
import { historyRequestSchema, syncRequestSchema } from '@kontor/contract/wire/syncRequest';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { readHistory } from './history.ts';
import { pull } from './pull.ts';

export const syncRoute =
  ({ db }: Services): FastifyPluginAsync =>
  async (app) => {
    app.post('/api/sync', async (request, reply) => {
      const { userId, body } = asked(request, syncRequestSchema);
      return send(reply, await pull(db, userId, body));
    });
    app.post('/api/history', async (request, reply) => {
      const { userId, body } = asked(request, historyRequestSchema);
      return send(reply, await readHistory(db, userId, body));
    });
  };

/**
 * Parses a request and its caller. @throws NOT_SIGNED_IN, BAD_INPUT, INVALID_WORKSPACE where the header names another
 * one
 */
function asked<T extends { workspaceId?: string | undefined }>(
  { signedIn, body, headers: sent }: FastifyRequest,
  schema: z.ZodMiniType<T>,
): { userId: string; body: T } {
  if (!signedIn) throw fail('NOT_SIGNED_IN');
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw fail('BAD_INPUT', { message: `${issue!.path.join('.')}: ${issue!.message}` });
  }
  const { workspaceId } = parsed.data;
  if (workspaceId !== undefined && sent[headers.workspace] !== workspaceId) throw fail('INVALID_WORKSPACE');
  return { userId: signedIn.userId, body: parsed.data };
}

const send = (reply: FastifyReply, answer: readonly Uint8Array[]) =>
  reply.type('application/octet-stream').send(Buffer.concat(answer));
