/** Starts the product: data folder, database, mail, HTTP. Stops it in the reverse order. */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { trialDays } from '@kontor/contract/billing/plan';
import type pg from 'pg';
import { openBlobStore } from './adapters/blobStore/openBlobStore.ts';
import { systemClock } from './adapters/clock.ts';
import { createMailer } from './adapters/mailer.ts';
import { openPayments } from './adapters/payments/openPayments.ts';
import { openVatRegister } from './adapters/vatRegister/openVatRegister.ts';
import { createApp } from './app.ts';
import { openDataFolder, WrongSecrets } from './dataFolder.ts';
import { closePool, openDatabase, openPool } from './db/database.ts';
import { openEmbeddedPostgres } from './db/embedded/embeddedPostgres.ts';
import { FolderInUse } from './db/embedded/owner.ts';
import { sandboxStore } from './db/sandboxCustomers.ts';
import { BadSettings, isLoopback, readEnv } from './env.ts';
import { followBilling } from './features/subscription/followBilling.ts';
import { repeatDeletions } from './features/workspace/removal.ts';
import { composeJobs } from './features.ts';
import { forgottenAddress } from './forgottenAddress.ts';
import { openJobs } from './jobs.ts';
import { createLog } from './log.ts';
import { openMails } from './mails.ts';
import { checkSecrets } from './pepperProof.ts';
import { prepareDatabase } from './prepareDatabase.ts';
import { openPushes } from './pushes.ts';
import { openRealtime } from './sync/realtime/openRealtime.ts';
import { whereMailGoes } from './whereMailGoes.ts';

const webRoot = join(import.meta.dirname, '../../web/dist');

/** Closers of everything opened, in order; run in the reverse one. */
const closers: (() => Promise<unknown>)[] = [];

async function close(): Promise<void> {
  for (const closer of closers.splice(0).reverse()) await closer();
}

async function start(): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env);
  const folder = openDataFolder(env);
  if (folder.instead)
    log.warn(
      `The data is kept in ${folder.path}: the embedded database's user cannot enter ${folder.instead}.`,
    );
  if (folder.exposed.length > 0)
    log.warn(
      { exposed: folder.exposed },
      `Other users of this machine can read ${folder.path}, and their rights could not be taken away.`,
    );
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      // A signal to the whole group comes twice: npm hands its own on.
      if (isStopping) return;
      isStopping = true;
      log.info(`${signal}: stopping`);
      await close();
      log.info(`${signal}: stopped`);
      process.exit(0);
    });
  }

  let connection: pg.PoolConfig = { connectionString: env.DATABASE_URL };
  let owner: pg.PoolConfig = { connectionString: env.DATABASE_OWNER_URL ?? env.DATABASE_URL };
  if (!env.DATABASE_URL) {
    const embedded = await openEmbeddedPostgres(folder.path, { onRestart: (cause) => log.error(cause) });
    closers.push(() => embedded.stop());
    connection = embedded.connectionAs('application');
    owner = embedded.connectionAs('owner');
  }
  const openConnections = (limits: pg.PoolConfig = {}) => {
    const opened = openPool({ ...connection, ...limits }, (error) =>
      log.warn(`a database connection broke: ${error.message}`),
    );
    closers.push(() => closePool(opened));
    return opened;
  };
  const pool = openConnections({ max: 8 });
  const db = openDatabase(openConnections());
  const { applied, excess } = await prepareDatabase(pool, owner);
  if (applied.length > 0) log.info({ applied }, 'migrated the database');
  if (excess.length > 0)
    log.warn(
      { excess },
      'The server\'s role in the database may do more than it needs: docs/self-hosting.md, "Two roles".',
    );

  await checkSecrets(pool, folder.path);

  const { mailer, mailbox } = await createMailer(env, folder.path);
  closers.push(async () => mailer.close());
  const jobs = await openJobs(pool, log);
  closers.push(() => jobs.stop());
  const base = { env, dataPath: folder.path, pool, db, clock: systemClock, log };
  const mails = await openMails(jobs, { ...base, mailer });
  const blobs = await openBlobStore(env, folder.path, systemClock);
  const realtime = await openRealtime(base);
  const payments = await openPayments({ ...base, store: sandboxStore(openDatabase(pool)) });
  const vatRegister = openVatRegister(env);
  const pushes = openPushes(base);
  closers.push(() => pushes.close());
  const services = {
    ...base,
    mails,
    ...(mailbox && { mailbox }),
    blobs,
    realtime,
    vatRegister,
    pushes,
    ...payments,
  };
  const followed = await followBilling(services);
  if (followed) log.warn(followed, 'BILLING was changed: other subscriptions hold now');
  await repeatDeletions(services);
  for (const job of composeJobs(services)) await jobs.schedule(job);
  const app = await createApp(services, webRoot);
  closers.push(() => app.close());
  await app.listen({ port: env.PORT, host: env.HOST });
  // A server that is killed later keeps it, too.
  flushCompileCache();
  log.info(`Kontor is ready at ${env.PUBLIC_URL} (data in ${folder.path})`);
  const mail = whereMailGoes(env);
  if (mail?.isProblem) log.warn(mail.text);
  else if (mail) log.info(mail.text);
  const forgotten = forgottenAddress(env);
  if (forgotten) log.warn(forgotten);
  if (env.BILLING === 'sandbox' && !isLoopback(env.PUBLIC_URL))
    log.warn(
      `BILLING=sandbox: after ${trialDays} days workspaces without a plan are closed. Where nobody is to pay, set BILLING=none.`,
    );
  if (process.stdout.isTTY)
    console.log(
      `\n  Kontor is ready: ${env.PUBLIC_URL}\n${mail ? `  ${mail.text}\n` : ''}  Ctrl+C stops it.\n`,
    );
}

/** Returns the message alone for errors that the operator can mend, without a stack. */
function explain(error: unknown): unknown {
  if ([BadSettings, FolderInUse, WrongSecrets].some((known) => error instanceof known))
    return (error as Error).message;
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `${(error as Error).message}. Stop what listens there, or choose another port with PORT.`;
  return error;
}

try {
  await start();
} catch (error) {
  console.error(explain(error));
  await close();
  process.exit(1);
}
