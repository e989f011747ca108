/**
 * Any Pusher-compatible cluster (Pusher itself, Soketi, ...), through its HTTP API.
 * Source: Pusher, "HTTP API reference", section "Authentication".
 *
 * A cluster does not know our sessions: a revoked one keeps hearing "scope S is at revision N" on the channels that
 * it had joined until its socket ends. It cannot join again, and pulling is refused at once. So no rows are told
 * through it (`RevisionHint.page`).
 */
import { createHash, createHmac } from 'node:crypto';
import { isSocketId, parseChannel, signChannel } from './channel.ts';
import type { Realtime } from './realtime.ts';

export type ClusterOptions = {
  /** For example `https://api-eu.pusher.com`. */
  endpoint: string;
  appId: string;
  key: string;
  secret: string;
  onError: (error: unknown) => void;
  /** The time in milliseconds. */
  now?: () => number;
};

/** Most channels that one call may name. */
const channelsPerCall = 100;

/** Returns the query that authorises a call: sorted parameters, with the signature over method, path and all of them. */
export function signCall(
  { key, secret }: { key: string; secret: string },
  method: string,
  path: string,
  body: string,
  now: number,
): string {
  const parameters = [
    `auth_key=${key}`,
    `auth_timestamp=${Math.floor(now / 1000)}`,
    'auth_version=1.0',
    `body_md5=${createHash('md5').update(body).digest('hex')}`,
  ].join('&');
  const signature = createHmac('sha256', secret).update(`${method}\n${path}\n${parameters}`).digest('hex');
  return `${parameters}&auth_signature=${signature}`;
}

/** Publishes through a cluster; channels are authorised with the cluster's own key. */
export function openPusherCluster({
  endpoint,
  appId,
  key,
  secret,
  onError,
  now = Date.now,
}: ClusterOptions): Realtime {
  const path = `/apps/${encodeURIComponent(appId)}/events`;
  const open = new Set<Promise<void>>();

  const post = async (body: string): Promise<void> => {
    const query = signCall({ key, secret }, 'POST', path, body, now());
    const answer = await fetch(`${endpoint.replace(/\/$/, '')}${path}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the realtime cluster answered ${answer.status}`);
  };

  return {
    isOwn: false,
    // Sockets go to the cluster.
    serve: () => undefined,
    publish(channels, event, data) {
      for (let i = 0; i < channels.length; i += channelsPerCall) {
        const some = channels.slice(i, i + channelsPerCall);
        const call = post(JSON.stringify({ name: event, channels: some, data: JSON.stringify(data) }))
          .catch(onError)
          .finally(() => open.delete(call));
        open.add(call);
      }
    },
    authorise: async (socketId, channel) =>
      isSocketId(socketId) && parseChannel(channel)
        ? signChannel({ key, secret }, socketId, channel)
        : undefined,
    closeSession: () => undefined,
    closeUser: () => undefined,
    closeSockets: () => undefined,
    close: async () => {
      await Promise.all(open);
    },
  };
}
