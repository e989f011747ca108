import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WrongSecrets } from '../../dataFolder.ts';
import { isAlive, type ServerProcess, spawnServer, tempDataFolder } from '../../testing/serverProcess.ts';
import { runningConnection } from './embeddedPostgres.ts';

let folder: string;
let running: ServerProcess[];
beforeEach(() => {
  folder = tempDataFolder();
  running = [];
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  rmSync(folder, { recursive: true });
});

async function launch(env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const server = await spawnServer(folder, env);
  running.push(server);
  return server;
}

const databasePid = () =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

describe('a server with its embedded database', () => {
  it('stops cleanly on SIGTERM, and its database with it', async () => {
    const server = await launch();
    await server.ready();
    const pid = databasePid();
    expect(isAlive(pid)).toBe(true);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.output()).not.toContain('connection broke');
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('refuses a folder that another server has, and leaves that one in peace', async () => {
    const first = await launch();
    await first.ready();
    const second = await launch();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`in use by another Kontor server (process ${first.child.pid})`);
    expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  });

  it.each(['data', 'path'.repeat(20)])('is found by the operator’s commands in %s', async (name) => {
    const path = join(folder, name);
    expect(runningConnection(path)).toBeUndefined();
    const server = await launch({ KONTOR_DATA: path });
    await server.ready();
    const client = new pg.Client(runningConnection(path));
    await client.connect();
    expect((await client.query('SELECT count(*)::int AS count FROM workspace')).rows).toEqual([{ count: 0 }]);
    await client.end();
    server.child.kill('SIGTERM');
    await server.ended;
    expect(runningConnection(path)).toBeUndefined();
  });

  it('does not leave its database behind when it is killed, and starts again', async () => {
    const first = await launch();
    await first.ready();
    const pid = databasePid();
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await launch();
    await second.ready();
    expect(isAlive(pid)).toBe(false);
    expect(databasePid()).not.toBe(pid);
    expect(second.output()).not.toContain('migrated the database');
  });

  it('leaves in peace whoever stands in its folder and is no database', async () => {
    const first = await launch();
    await first.ready();
    first.child.kill('SIGTERM');
    await first.ended;
    const shell = spawn('sleep', ['60'], { cwd: join(folder, 'postgres') });
    const ended = new Promise<null>((resolve) => shell.once('exit', () => resolve(null)));
    try {
      const second = await launch();
      await second.ready();
      expect(isAlive(shell.pid!)).toBe(true);
    } finally {
      shell.kill('SIGKILL');
      await ended;
    }
  });

  it('lets the operator’s commands start its database after a power cut', async () => {
    const server = await launch();
    await server.ready();
    const pid = databasePid();
    server.child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await server.ended;
    await until(() => !isAlive(pid));
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(true);
    const command = [join(import.meta.dirname, '../../operator/main.ts'), 'workspaces'];
    const env = { PATH: process.env.PATH, KONTOR_DATA: folder };
    const answer = await promisify(execFile)(process.execPath, command, { env });
    expect(answer.stdout).toBe('none\n');
  });

  it('tells the operator of secrets that are not those of the running database', async () => {
    const server = await launch();
    await server.ready();
    writeFileSync(join(folder, 'secrets/postgres'), randomBytes(32).toString('base64url'));
    const command = [join(import.meta.dirname, '../../operator/main.ts'), 'workspaces'];
    const env = { PATH: process.env.PATH, KONTOR_DATA: folder };
    const refused = promisify(execFile)(process.execPath, command, { env });
    await expect(refused).rejects.toMatchObject({ stderr: `${new WrongSecrets(folder).message}\n` });
  });

  it('starts its database again when that is killed', async () => {
    const server = await launch();
    await server.ready();
    const pid = databasePid();
    process.kill(pid, 'SIGKILL');
    await until(() => server.output().includes('It was started again'));
    await server.ready();
    expect(databasePid()).not.toBe(pid);
  });

  it('starts again when both were killed at once', async () => {
    const first = await launch();
    await first.ready();
    process.kill(databasePid(), 'SIGKILL');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await launch();
    await second.ready();
  });

  it('opens after kills during its first start', async () => {
    // A half-made cluster is what the kills are to leave; one is planted so that at least this one was there.
    mkdirSync(join(folder, 'postgres.new-planted/files'), { recursive: true });
    for (const delay of [120, 250, 400, 550, 700]) {
      const server = await launch();
      await sleep(delay);
      server.child.kill('SIGKILL');
      await server.ended;
    }
    const server = await launch();
    await server.ready();
    expect(readdirSync(folder).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  });

  it('says what is wrong and ends when its cluster is damaged', async () => {
    mkdirSync(join(folder, 'postgres'));
    const server = await launch();
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('PG_VERSION');
  });
});
