/** Serves `POST /api/sync`; the binary form of its answer stands in contract/sync.ts. */
import { headers } from '@kontor/contract/wire/protocol';
import { syncRequestSchema } from '@kontor/contract/wire/syncRequest';
import type { FastifyPluginAsync } from 'fastify';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { pull } from './pull.ts';

export const syncRoute =
  ({ db }: Services): FastifyPluginAsync =>
  async (app) => {
    app.post('/api/sync', async (request, reply) => {
      if (!request.signedIn) throw fail('NOT_SIGNED_IN');
      const parsed = syncRequestSchema.safeParse(request.body);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        throw fail('BAD_INPUT', { message: `${issue!.path.join('.')}: ${issue!.message}` });
      }
      const { workspaceId } = parsed.data;
      if (workspaceId !== undefined && request.headers[headers.workspace] !== workspaceId)
        throw fail('INVALID_WORKSPACE');
      const answer = await pull(db, request.signedIn.userId, parsed.data);
      return reply.type('application/octet-stream').send(Buffer.concat(answer));
    });
  };
