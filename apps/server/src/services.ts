/** Dependencies of the features. `main.ts` makes the real ones, `testing/server.ts` those of a test. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { BlobStore } from './adapters/blobStore/blobStore.ts';
import type { Clock } from './adapters/clock.ts';
import type { LocalMailbox } from './adapters/mailbox.ts';
import type { Payments } from './adapters/payments/payments.ts';
import type { Sandbox } from './adapters/payments/sandbox/sandbox.ts';
import type { Realtime } from './adapters/realtime/realtime.ts';
import type { VatRegister } from './adapters/vatRegister/vatRegister.ts';
import type { Database } from './db/database.ts';
import type { Env } from './env.ts';
import type { Mails } from './mails.ts';
import type { Pushes } from './pushes.ts';

export interface Services {
  env: Env;
  /** The folder for what must not be lost. */
  dataPath: string;
  /**
   * Connections for single statements, apart from those of `db`: what is counted within a transaction, and stays counted
   * where that is rolled back, does not wait for those that transactions hold.
   */
  pool: pg.Pool;
  db: Database;
  clock: Clock;
  mails: Mails;
  /** The mailbox that replaces a mail server, if there is none. */
  mailbox?: LocalMailbox;
  blobs: BlobStore;
  /** The gateway through which workspaces pay; undefined where the server bills nobody. */
  payments?: Payments;
  /** The same, where it is the one without money. */
  sandbox?: Sandbox;
  realtime: Realtime;
  vatRegister: VatRegister;
  pushes: Pushes;
  log: FastifyBaseLogger;
}
