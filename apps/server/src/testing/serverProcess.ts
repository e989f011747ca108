/** The server as its own process, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The server's program. */
export const main = join(import.meta.dirname, '../main.ts');

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Returns everything that it printed so far. */
  output(): string;
  /** Resolves when it answers; rejects, with its output, when it ends before. */
  ready(): Promise<void>;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Tests for a living process. A zombie, which waits for its parent, is not alive. */
export function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !/\) Z /.test(readFileSync(file, 'utf8'));
}

/** Creates a data folder that the database's user can enter. */
export function tempDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Another program that becomes the server, at the head of a process group of its own. */
export interface Launcher {
  command: readonly [string, ...string[]];
  cwd: string;
}

/** Starts the server in a data folder; by `launcher` where one is named. */
export async function spawnServer(
  dataPath: string,
  env: NodeJS.ProcessEnv = {},
  launcher?: Launcher,
): Promise<ServerProcess> {
  const port = await freePort();
  const [program, ...args] = launcher?.command ?? [process.execPath, main];
  const child = spawn(program, args, {
    ...(launcher && { cwd: launcher.cwd, detached: true }),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(tmpdir(), 'kontor-compile-cache'),
      PORT: String(port),
      KONTOR_DATA: dataPath,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal!)),
  );
  const url = `http://127.0.0.1:${port}`;
  const ready = async () => {
    while (!(await answers(url))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the server ended:\n${output}`);
      await sleep(50);
    }
  };
  return { url, child, output: () => output, ready, ended };
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
