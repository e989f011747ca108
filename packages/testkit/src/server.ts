/** The real server as a child process, with a data folder of its own that goes with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './freePort.ts';
import { emptyFolder, preparedFolder } from './preparedFolder.ts';

const main = resolve(import.meta.dirname, '../../../apps/server/src/main.ts');

/** ms; a first start makes a database cluster. */
const startTimeout = 180_000;

export interface ServerOptions {
  /** Settings besides port and data folder. */
  env?: Record<string, string>;
  /** The data folder; a fresh one, removed by `stop`, unless told. */
  dataPath?: string;
  /** A free one unless told: give the old one to start again under the same address. */
  port?: number;
  /** Has the embedded database wait for the disk, as the product does; by default where `dataPath` is given. */
  waitsForDisk?: boolean;
}

export interface RunningServer {
  /** Origin, e.g. `http://localhost:41234`. */
  url: string;
  port: number;
  dataPath: string;
  pid: number;
  /** Returns everything it printed. */
  output(): string;
  /** Ends it in good order. A data folder that was made for it goes too. */
  stop(): Promise<void>;
  /** Sends SIGKILL, as a crash would; the data stays. */
  kill(): Promise<void>;
}

/** Starts the server and waits until it answers. @throws Error with what it printed when it does not come up */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const port = options.port ?? (await freePort());
  const dataPath = options.dataPath ?? (await freshFolder(options));
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      // Tests start this program some eighty times.
      NODE_COMPILE_CACHE: join(tmpdir(), 'kontor-compile-cache'),
      ...options.env,
      PORT: String(port),
      KONTOR_DATA: dataPath,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const url = `http://localhost:${port}`;
  const forget = () => {
    if (!options.dataPath) rmSync(dataPath, { recursive: true, force: true });
  };
  try {
    await answers(url, child);
    // A folder of the caller's keeps its setting unless told; a fresh one is a copy that was told before.
    const waits = options.waitsForDisk ?? (options.dataPath ? undefined : false);
    if (waits !== undefined) setFsync(dataPath, waits);
  } catch (error) {
    await end(child, 'SIGKILL');
    forget();
    throw new Error(`the server did not start:\n${printed}`, { cause: error });
  }
  return {
    url,
    port,
    dataPath,
    pid: child.pid!,
    output: () => printed,
    stop: async () => {
      await end(child, 'SIGTERM');
      forget();
    },
    kill: () => end(child, 'SIGKILL'),
  };
}

/** Returns a data folder as after a first start; an empty one where the database is elsewhere. */
const freshFolder = async ({ env }: ServerOptions): Promise<string> =>
  (env?.DATABASE_URL ?? process.env.DATABASE_URL)
    ? emptyFolder()
    : preparedFolder(async (dataPath) => (await startServer({ dataPath, waitsForDisk: false })).stop());

/**
 * Has the embedded database wait for the disk at each commit, or leave writing to the system where nobody needs the data
 * after the machine stops.
 */
function setFsync(dataPath: string, waits: boolean): void {
  const folder = join(dataPath, 'postgres');
  // With `DATABASE_URL` there is none.
  if (!existsSync(folder)) return;
  appendFileSync(join(folder, 'postgresql.auto.conf'), `fsync = ${waits ? 'on' : 'off'}\n`);
  // Its first line is the database's process, which reads its settings again.
  process.kill(Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGHUP');
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + startTimeout;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
    const isUp = await fetch(`${url}/api/auth/csrf`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > until) throw new Error('no answer in time');
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
