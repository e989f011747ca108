/** A floor that is a server: a process of its own, so that its processor time and memory are its own, too. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { atEnd } from '../cleanUp.ts';

export interface FloorProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Runs a module of this folder, which calls `announce` once it listens. */
export async function startFloor(path: string, args: string[] = []): Promise<FloorProcess> {
  const child = fork(path, args, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const exited = once(child, 'exit');
  const stop = atEnd(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const failed = exited.then(() => {
    throw new Error(`${path} ended before it listened`);
  });
  const [port] = (await Promise.race([once(child, 'message'), failed])) as [number];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop };
}

/** Listens on a free port and tells the process that started this one. */
export const announce = (server: Server): void => {
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port));
};

/** Returns connections to the embedded database of a running server, past it. */
export const databasePool = (dataPath: string, connections: number): pg.Pool =>
  new pg.Pool({
    host: join(dataPath, 'socket'),
    user: 'postgres',
    database: 'kontor',
    password: readFileSync(join(dataPath, 'secrets/postgres'), 'utf8').trim(),
    max: connections,
  });
