/** Serves `POST /api/realtime/auth`, where pusher-js asks, with a form body, to subscribe its socket to a channel. */
import { fastifyFormbody } from '@fastify/formbody';
import type { ChannelAnswer } from '@kontor/contract/wire/channel';
import type { FastifyPluginAsync } from 'fastify';
import { type Channel, isSocketId, parseChannel } from '../../adapters/realtime/channel.ts';
import type { Realtime } from '../../adapters/realtime/realtime.ts';
import { fail } from '../../http/errors.ts';

export type AuthRouteOptions = {
  realtime: Realtime;
  /** Tests if a user may subscribe to a channel now. */
  mayListen: (userId: string, channel: Channel) => Promise<boolean>;
};

const text = (body: unknown, name: string): string => {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Answers a form body `socket_id`, `channel_name` with a `ChannelAnswer` as JSON. Malformed, foreign and forbidden are all
 * PERMISSION_DENIED, so that nothing can be probed.
 */
export const realtimeAuthRoute =
  ({ realtime, mayListen }: AuthRouteOptions): FastifyPluginAsync =>
  async (app) => {
    await app.register(fastifyFormbody);
    app.post('/api/realtime/auth', async (request): Promise<ChannelAnswer> => {
      if (!request.signedIn) throw fail('NOT_SIGNED_IN');
      const socketId = text(request.body, 'socket_id');
      const name = text(request.body, 'channel_name');
      const channel = parseChannel(name);
      if (!channel || !isSocketId(socketId)) throw fail('PERMISSION_DENIED');
      // First whose socket it is: should they be shut out while their right is looked up, it is closed with theirs.
      const auth = await realtime.authorise(socketId, name, request.signedIn);
      if (auth === undefined) throw fail('PERMISSION_DENIED');
      if (!(await mayListen(request.signedIn.userId, channel))) throw fail('PERMISSION_DENIED');
      return { auth, isOwn: realtime.isOwn };
    });
  };
