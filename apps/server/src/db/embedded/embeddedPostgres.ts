/**
 * The database that needs no set-up: a real PostgreSQL in the data folder, started and stopped with the server and
 * started again when it dies alone.
 */
import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hasSecret, secret, WrongSecrets } from '../../dataFolder.ts';
import { clusterOwner, ensureCluster } from './cluster.ts';
import { findEngine } from './engine.ts';
import { takeOwnership } from './owner.ts';
import {
  clientOf,
  connectionTo,
  hasEnded,
  type Installation,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { type ClusterRole, ensureDatabase, passwordOf } from './roles.ts';
import { endStaleProcesses } from './staleProcess.ts';
import { databaseUser } from './systemUser.ts';

export interface EmbeddedPostgres {
  /** Returns the settings for `new pg.Pool`; they stay the same when the database restarts. */
  connectionAs(role: ClusterRole): pg.PoolConfig;
  /** Returns the process id of the running database. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The database of the cluster to make and to connect to. */
  database?: string;
  /** Told when the database died and was started again, or could not be. */
  onRestart?: (cause: string) => void;
}

/**
 * Opens the database of a data folder, creating it at first start.
 * @throws FolderInUse when another server has the folder; WrongSecrets when its secrets are gone or another's; Error with the end of the database's log when it fails.
 */
export async function openEmbeddedPostgres(
  dataPath: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const { database = 'kontor', onRestart = () => {} } = options;
  const owner = takeOwnership(dataPath);
  try {
    const at = await install(dataPath);
    await endStaleProcesses(at.folder, at.socketFolder);
    let postmaster = await startPrepared(at, database);
    let isStopping = false;
    let restarting: Promise<void> | undefined;

    const watch = () =>
      postmaster.once('exit', (code, signal) => {
        if (!isStopping) restarting = restart(`The database ended by itself (${signal ?? code}).`);
      });
    const restart = async (cause: string) => {
      for (let pause = 50; !isStopping; pause = Math.min(pause * 2, 5_000)) {
        try {
          // Its children notice the death of their parent a moment later.
          await endStaleProcesses(at.folder, at.socketFolder);
          postmaster = await startPostmaster(at);
          onRestart(`${cause} It was started again.`);
          watch();
          return;
        } catch (error) {
          onRestart(`${cause} ${(error as Error).message}`);
          await sleep(pause);
        }
      }
    };
    watch();

    return {
      connectionAs: (role) => connectionTo(at, database, role),
      pid: () => (hasEnded(postmaster) ? undefined : postmaster.pid),
      stop: async () => {
        isStopping = true;
        await restarting;
        await stopPostmaster(postmaster);
        owner.release();
      },
    };
  } catch (error) {
    owner.release();
    throw error;
  }
}

/** Starts the database and makes what it lacks of roles and databases; stops it again where that fails. */
async function startPrepared(at: Installation, database: string): Promise<ChildProcess> {
  const postmaster = await startPostmaster(at);
  try {
    await withSuperuser(at, (client) => ensureDatabase(client, database, at.secret));
    return postmaster;
  } catch (error) {
    await stopPostmaster(postmaster);
    throw error;
  }
}

/**
 * Returns the settings of a connection, as the application, to the database of a data folder whose files say that it
 * runs, as they still do after a power cut; undefined where they do not.
 * @throws WrongSecrets when its secrets are gone
 */
export function runningConnection(dataPath: string): pg.PoolConfig | undefined {
  const pidFile = join(dataPath, 'postgres/postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  // PostgreSQL writes there where its socket lies.
  const socketFolder = readFileSync(pidFile, 'utf8').split('\n')[4];
  if (!socketFolder || !existsSync(join(socketFolder, '.s.PGSQL.5432'))) return undefined;
  if (!hasSecret(dataPath, 'postgres')) throw new WrongSecrets(dataPath);
  return connectionTo({ socketFolder, secret: secret(dataPath, 'postgres') }, 'kontor', 'application');
}

async function install(dataPath: string): Promise<Installation> {
  if (existsSync(join(dataPath, 'postgres/PG_VERSION')) && !hasSecret(dataPath, 'postgres'))
    throw new WrongSecrets(dataPath);
  const user = clusterOwner(dataPath, databaseUser());
  const engine = await findEngine(dataPath, user);
  const key = secret(dataPath, 'postgres');
  const folder = await ensureCluster(dataPath, engine, user, passwordOf('superuser', key));
  return {
    engine,
    user,
    folder,
    secret: key,
    socketFolder: socketFolder(dataPath, user),
    logFile: join(dataPath, 'postgres.log'),
  };
}

/**
 * Returns a folder that only the database's user may enter. A socket's path holds 107 bytes: long ones move to the tmp
 * folder.
 */
function socketFolder(dataPath: string, user: Installation['user']): string {
  const near = join(dataPath, 'socket');
  const isShort = Buffer.byteLength(near) < 85;
  const folder = isShort ? near : mkdtempSync(join(tmpdir(), 'kontor-'));
  if (isShort) mkdirSync(folder, { recursive: true, mode: 0o700 });
  else process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

async function withSuperuser(at: Installation, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = clientOf(connectionTo(at, 'postgres'));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
