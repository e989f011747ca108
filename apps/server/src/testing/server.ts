/**
 * Starts a whole server for a test: real HTTP on a free port, a database and a data folder of its own, a clock to
 * move.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { openBlobStore } from '../adapters/blobStore/openBlobStore.ts';
import { type TestClock, testClock } from '../adapters/clock.ts';
import type { Mailer } from '../adapters/mail.ts';
import { type LocalMailbox, localMailbox } from '../adapters/mailbox.ts';
import { openPayments } from '../adapters/payments/openPayments.ts';
import { openVatRegister } from '../adapters/vatRegister/openVatRegister.ts';
import { createApp, type Features } from '../app.ts';
import { afterCommit, openDatabase, openPool } from '../db/database.ts';
import { sandboxStore } from '../db/sandboxCustomers.ts';
import { type Env, readEnv } from '../env.ts';
import { createLog } from '../log.ts';
import type { Mails } from '../mails.ts';
import { openPushes } from '../pushes.ts';
import type { Services } from '../services.ts';
import { openRealtime } from '../sync/realtime/openRealtime.ts';
import { createTestDatabase } from './database.ts';

export interface TestServer {
  url: string;
  services: Services;
  clock: TestClock;
  mailbox: LocalMailbox;
  app: FastifyInstance;
  /** Changes the schema of its database, as its owner. */
  alter(sql: string): Promise<void>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  env?: Partial<Env>;
  /** Folder of a built web app; none by default. */
  webRoot?: string;
  /** The features to serve; by default everything. */
  features?: (services: Services) => Features;
  /** Time that requests have to end once it stops, in ms; by default the product's. */
  stopsWithinMs?: number;
  /** Destination of log lines; by default none. */
  logTo?: DestinationStream;
}

/** Starts the server. `PUBLIC_URL` is its own address unless `env` says otherwise. */
export async function startTestServer({
  env: more,
  webRoot,
  features,
  stopsWithinMs,
  logTo,
}: TestServerOptions = {}): Promise<TestServer> {
  const dataPath = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  const env: Env = { ...readEnv({ KONTOR_DATA: dataPath, LOG_LEVEL: logTo ? 'trace' : 'silent' }), ...more };
  const database = await createTestDatabase();
  const [pool, own] = [
    openPool({ ...database.connection, max: 8 }, () => {}),
    openPool(database.connection, () => {}),
  ];
  const clock = testClock();
  const mailbox = localMailbox(dataPath);
  const log = createLog(env, logTo);
  const base = { env, dataPath, pool, db: openDatabase(own), clock, log };
  const services: Services = {
    ...base,
    mails: directMails(mailbox),
    mailbox,
    blobs: await openBlobStore(env, dataPath, clock),
    realtime: await openRealtime(base),
    ...(await openPayments({ ...base, store: sandboxStore(openDatabase(pool)) })),
    vatRegister: openVatRegister(env),
    // A test says when they go out: no time decides it.
    pushes: { ...openPushes(base), soon: () => {} },
  };
  const app = await createApp(
    services,
    webRoot ?? join(dataPath, 'no-web'),
    features?.(services),
    stopsWithinMs,
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  if (!more?.PUBLIC_URL) env.PUBLIC_URL = url;
  return {
    url,
    services,
    clock,
    mailbox,
    app,
    alter: database.alter,
    stop: async () => {
      await app.close();
      await services.pushes.close();
      await Promise.all([pool.end(), own.end()]);
      await database.drop();
      rmSync(dataPath, { recursive: true });
    },
  };
}

/** Sends mails within the call that queues them, so that a test finds them once the call is answered. */
const directMails = (mailer: Mailer): Mails => ({
  send: async (mail, { tx }) => {
    const send = () => mailer.send(mail, randomUUID());
    if (tx) afterCommit(tx, send);
    else await send();
  },
});
