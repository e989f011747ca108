/** The server as its own process, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const main = join(import.meta.dirname, '../main.ts');

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

/** Creates a data folder that the database's user can enter. */
export function tempDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

export async function spawnServer(dataPath: string, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [main], {
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
