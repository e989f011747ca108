/** One running PostgreSQL: start, readiness, stop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WrongSecrets } from '../../dataFolder.ts';
import type { Engine } from './engine.ts';
import { withParentDeathSignal } from './parentDeathSignal.ts';
import { type ClusterRole, clusterRoles, passwordOf } from './roles.ts';
import { asUser, type SystemUser } from './systemUser.ts';

export interface Installation {
  engine: Engine;
  user: SystemUser | undefined;
  /** The cluster's folder. */
  folder: string;
  socketFolder: string;
  logFile: string;
  /** The superuser's password, 32 bytes. */
  secret: Buffer;
}

const settings = {
  listen_addresses: '',
  max_connections: '80',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Neither statements nor the values of rows belong in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
} as const;

/** PostgreSQL's code of the error. */
export const invalidPassword = '28P01';

/** Returns the connection settings: a socket in a folder of its own, never the network. */
export const connectionTo = (
  at: Pick<Installation, 'socketFolder' | 'secret'>,
  database: string,
  role: ClusterRole = 'superuser',
) =>
  ({
    host: at.socketFolder,
    port: 5432,
    user: clusterRoles[role],
    password: passwordOf(role, at.secret),
    database,
  }) as const;

/**
 * Starts the database and waits until it answers. It runs in a session of its own, so that Ctrl-C at the terminal
 * reaches the server alone, which stops the database last.
 * @throws WrongSecrets when it does not take the superuser's password; Error with the end of its log when it does not answer
 */
export async function startPostmaster(at: Installation): Promise<ChildProcess> {
  const args = [
    ...['-D', at.folder, '-k', at.socketFolder],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  // An interrupt is a clean, fast stop.
  const command = withParentDeathSignal('INT', at.engine.postgres, args);
  const log = openSync(at.logFile, logFlags(at.logFile), 0o600);
  const child = spawn(...command, {
    ...asUser(at.user),
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  const deadline = Date.now() + 60_000;
  const fail = async (error: Error) => {
    await stopPostmaster(child);
    throw error;
  };
  while (!(await answers(at).catch(fail))) {
    if (failure) throw failure;
    if (hasEnded(child) || Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new Error(`The database did not start. The end of ${at.logFile}:\n${tail(at.logFile)}`);
    }
    await sleep(20);
  }
  return child;
}

/** Stops the database cleanly; at once if it takes longer than ten seconds. */
export async function stopPostmaster(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 10_000);
  await ended;
  clearTimeout(impatience);
}

/** Tests if the database answers by now. @throws WrongSecrets */
async function answers(at: Installation): Promise<boolean> {
  const client = clientOf({ ...connectionTo(at, 'postgres'), connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as pg.DatabaseError).code === invalidPassword) throw new WrongSecrets(dirname(at.folder));
    return false; // not yet: the caller looks at the process and the clock
  } finally {
    await client.end();
  }
}

/** Returns a client whose connection may break between two calls without ending the process: the next call tells. */
export function clientOf(connection: pg.ClientConfig): pg.Client {
  return new pg.Client(connection).on('error', () => {});
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Opens for appending; truncates a log beyond 8 MiB. */
const logFlags = (path: string) => (existsSync(path) && statSync(path).size > 8 * 1024 * 1024 ? 'w' : 'a');

const tail = (path: string) => readFileSync(path, 'utf8').split('\n').slice(-12).join('\n');
