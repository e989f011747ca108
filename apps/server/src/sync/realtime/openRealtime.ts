/** Chooses the realtime: a Pusher-compatible cluster where configured, else the embedded endpoint. */
import { labels } from '@kontor/contract/wire/labels';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../adapters/clock.ts';
import { openPusherCluster } from '../../adapters/realtime/pusherCluster.ts';
import type { Realtime } from '../../adapters/realtime/realtime.ts';
import { derivedKey } from '../../dataFolder.ts';
import type { Database } from '../../db/database.ts';
import { type Env, isLoopback } from '../../env.ts';
import { mayListen } from '../access.ts';
import { openEmbeddedRealtime } from './embeddedRealtime.ts';
import { openPgFanOut } from './fanOut.ts';
import { Hub } from './hub.ts';
import { SocketLimits } from './socketLimits.ts';

export type RealtimeServices = {
  env: Env;
  dataPath: string;
  db: Database;
  pool: pg.Pool;
  clock: Clock;
  log: FastifyBaseLogger;
};

/** Returns those of the sessions that have not ended. */
async function liveSessions(db: Database, now: Date, sessionIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where('id', 'in', sessionIds)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Opens realtime. With `DATABASE_URL` there may be several app processes, so they are joined through the database; the
 * embedded one belongs to this process alone.
 */
export async function openRealtime({
  env,
  dataPath,
  db,
  pool,
  clock,
  log,
}: RealtimeServices): Promise<Realtime> {
  const onError = (error: unknown) => log.warn({ err: error }, 'a hint may not have reached everybody');
  if (env.PUSHER_URL) {
    const { username, password, origin, pathname } = new URL(env.PUSHER_URL);
    const appId = pathname.replace(/^\/apps\//, '');
    return openPusherCluster({
      endpoint: origin,
      appId,
      key: username,
      secret: decodeURIComponent(password),
      onError,
    });
  }
  // Of the pepper, which a start compares: processes with different ones would not hear each other.
  const proofKey = derivedKey(dataPath, labels.channelProof);
  const fanOutKey = derivedKey(dataPath, labels.fanOut);
  const app = { key: env.REALTIME_KEY, secret: proofKey.toString('base64url') };
  const { options } = pool;
  return openEmbeddedRealtime({
    hub: new Hub({
      app,
      limits: new SocketLimits(isLoopback(env.PUBLIC_URL)),
      onError: (error) => log.error({ err: error }, "a client's message could not be handled"),
    }),
    app,
    liveSessions: (sessionIds) => liveSessions(db, clock.now(), sessionIds),
    mayListen: (listeners) => mayListen(db, listeners),
    onError,
    ...(env.DATABASE_URL && {
      // `pg` hides the password from copies of a pool's options.
      openFanOut: (onMessage) =>
        openPgFanOut({ ...options, password: options.password }, { secret: fanOutKey, onMessage, onError }),
    }),
  });
}
