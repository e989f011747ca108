/** `npm run admin -- <command>`: the operator's commands, over the database of the running server. */
import { dayMs } from '@kontor/contract/billing/standing';
import { openDataFolder } from '../dataFolder.ts';
import { closePool, openDatabase, openPool } from '../db/database.ts';
import { runningConnection } from '../db/embedded/embeddedPostgres.ts';
import { sandboxStore } from '../db/sandboxCustomers.ts';
import { BadSettings, readEnv } from '../env.ts';
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
  const connection = env.DATABASE_URL
    ? { connectionString: env.DATABASE_URL }
    : runningConnection(openDataFolder(env).path);
  if (!connection)
    throw new CommandRefused(
      'The server does not run, or its database is elsewhere: start it, or set DATABASE_URL.',
    );
  const pool = openPool({ ...connection, max: 1 }, () => {});
  try {
    const db = openDatabase(pool);
    const now = new Date();
    const daysAhead = env.BILLING === 'sandbox' ? await sandboxStore(db).daysAhead() : 0;
    const billingNow = new Date(now.getTime() + daysAhead * dayMs);
    return tableText(await command.run({ db, now, billingNow }, args));
  } finally {
    await closePool(pool);
  }
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  const isExpected = error instanceof CommandRefused || error instanceof BadSettings;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
