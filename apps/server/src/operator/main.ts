/** `npm run admin -- <command>`: the operator's commands, over the database of the running server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '@kontor/contract/time/day';
import type pg from 'pg';
import { openDataFolder, WrongSecrets } from '../dataFolder.ts';
import { closePool, openDatabase, openPool } from '../db/database.ts';
import { openEmbeddedPostgres, runningConnection } from '../db/embedded/embeddedPostgres.ts';
import { FolderInUse } from '../db/embedded/owner.ts';
import { invalidPassword } from '../db/embedded/postmaster.ts';
import { sandboxStore } from '../db/sandboxCustomers.ts';
import { BadSettings, type Env, readEnv } from '../env.ts';
import { CommandRefused, commands } from './commands.ts';
import { tableText } from './table.ts';

const usage = () =>
  [
    'npm run admin -- <command>, with the settings of the server:',
    ...Object.entries(commands).map(
      ([name, { usage: rest, help }]) => `  ${`${name} ${rest}`.trim()}\n      ${help}`,
    ),
  ].join('\n');

async function run([name = '', ...args]: string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CommandRefused(usage());
  const env = readEnv(process.env);
  const { connection, close } = await connect(env);
  const pool = openPool({ ...connection, max: 1 }, () => {});
  try {
    const db = openDatabase(pool);
    const now = new Date();
    const daysAhead = env.BILLING === 'sandbox' ? await sandboxStore(db).daysAhead() : 0;
    const billingNow = new Date(now.getTime() + daysAhead * dayMs);
    const dataPath = () => openDataFolder(env).path;
    return tableText(await command.run({ db, env, dataPath, now, billingNow }, args));
  } finally {
    await closePool(pool);
    await close();
  }
}

/** Connects to the server's database; starts the embedded one for the command where no server has. */
async function connect(env: Env): Promise<{ connection: pg.PoolConfig; close: () => Promise<void> }> {
  const none = async () => {};
  if (env.DATABASE_URL) return { connection: { connectionString: env.DATABASE_URL }, close: none };
  const { path } = openDataFolder(env);
  const running = runningConnection(path);
  if (running && (await isListening(path, running))) return { connection: running, close: none };
  if (!existsSync(join(path, 'postgres')))
    throw new CommandRefused('There is no database here: set KONTOR_DATA or DATABASE_URL as for the server.');
  const embedded = await openEmbeddedPostgres(path);
  // The owner's: what a backup brought is granted to the application at the next start of the server.
  return { connection: embedded.connectionAs('owner'), close: () => embedded.stop() };
}

/** Tests if a database listens there: after a power cut its files say so, and nobody does. @throws WrongSecrets */
async function isListening(path: string, connection: pg.PoolConfig): Promise<boolean> {
  const pool = openPool({ ...connection, max: 1 }, () => {});
  try {
    await pool.query('SELECT');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED') return false;
    if (code === invalidPassword) throw new WrongSecrets(path);
    throw error;
  } finally {
    await closePool(pool);
  }
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  const isExpected = [CommandRefused, BadSettings, FolderInUse, WrongSecrets].some(
    (known) => error instanceof known,
  );
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}
