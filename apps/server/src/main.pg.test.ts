/** The server as it is started and stopped: what it says, and that it ends. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import {
  isAlive,
  type Launcher,
  main,
  type ServerProcess,
  spawnServer,
  tempDataFolder,
} from './testing/serverProcess.ts';

let folder: string;
let running: ServerProcess[];
beforeEach(() => {
  folder = tempDataFolder();
  running = [];
});
/** Ends all servers. */
async function endAll(): Promise<void> {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
}
afterEach(async () => {
  await endAll();
  rmSync(folder, { recursive: true });
});

async function launch(env: NodeJS.ProcessEnv = {}, launcher?: Launcher): Promise<ServerProcess> {
  const server = await spawnServer(join(folder, 'data'), env, launcher);
  running.push(server);
  return server;
}

const ownDatabase = ({ connection, ownerConnection }: TestDatabase): NodeJS.ProcessEnv => {
  const urlOf = ({ user, password, host, port, database }: typeof connection) =>
    `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
  return { DATABASE_URL: urlOf(connection), DATABASE_OWNER_URL: urlOf(ownerConnection) };
};

describe('the start', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await endAll();
    await database.drop();
  });

  it('warns of trials that end where others reach a server that nobody told how it bills', async () => {
    const server = await launch({ ...ownDatabase(database), PUBLIC_URL: 'https://kontor.example.org' });
    await expect.poll(server.output, { timeout: 20_000 }).toContain('BILLING=none');
  });

  it.each([{}, { PUBLIC_URL: 'https://kontor.example.org', BILLING: 'none' }])(
    'warns of none with %o',
    async (env) => {
      const server = await launch({ ...ownDatabase(database), ...env });
      await expect.poll(server.output, { timeout: 20_000 }).toContain('Kontor is ready');
      server.child.kill('SIGTERM');
      await server.ended;
      expect(server.output()).not.toContain('BILLING');
    },
  );
});

describe('secrets/', () => {
  const refusal = 'data/secrets is not the one of this database: put it back from the backup';

  /** Starts the server, expects it to answer, and ends it. */
  async function passes(env: NodeJS.ProcessEnv): Promise<void> {
    const server = await launch(env);
    await server.ready();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  }

  it.each(['the embedded database', 'a database of one’s own'])(
    'is refused where it is gone or another’s, and not made anew, beside %s',
    async (kind) => {
      const database = await createTestDatabase();
      const env = kind.startsWith('the') ? {} : ownDatabase(database);
      const [secrets, aside] = [join(folder, 'data/secrets'), join(folder, 'aside')];
      try {
        await passes(env);
        renameSync(secrets, aside);
        for (const other of [false, true]) {
          // Another server's, where there is one: everything but what opens the embedded database.
          if (other) {
            cpSync(aside, secrets, { recursive: true });
            writeFileSync(join(secrets, 'pepper'), randomBytes(32).toString('base64url'));
          }
          const server = await launch(env);
          expect(await server.ended).toBe(1);
          expect(server.output()).toContain(refusal);
          expect(existsSync(secrets)).toBe(other);
        }
        rmSync(secrets, { recursive: true });
        renameSync(aside, secrets);
        await passes(env);
      } finally {
        await Promise.all(running.map(({ ended }) => ended));
        await database.drop();
      }
    },
  );

  it('ends the start at once where it does not open the embedded database', async () => {
    await passes({});
    for (const name of ['postgres', 'pepper'])
      writeFileSync(join(folder, 'data/secrets', name), randomBytes(32).toString('base64url'));
    const begun = Date.now();
    const server = await launch({});
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(refusal);
    expect(Date.now() - begun).toBeLessThan(30_000);
  });

  it.each(['the embedded database', 'a database of one’s own'])(
    'is accepted, and no other, once the operator says so, beside %s',
    async (kind) => {
      const database = await createTestDatabase();
      const env = kind.startsWith('the') ? {} : ownDatabase(database);
      const pepper = join(folder, 'data/secrets/pepper');
      const change = () => writeFileSync(pepper, randomBytes(32).toString('base64url'));
      const accept = async () => {
        const command = [join(import.meta.dirname, 'operator/main.ts'), 'accept-secrets'];
        const settings = { PATH: process.env.PATH, KONTOR_DATA: join(folder, 'data'), ...env };
        return promisify(execFile)(process.execPath, command, { env: settings });
      };
      const isRefused = async () => {
        const server = await launch(env);
        expect(await server.ended).toBe(1);
        expect(server.output()).toContain(refusal);
      };
      try {
        await passes(env);
        await expect(accept()).rejects.toThrow('is accepted already');
        rmSync(pepper);
        await expect(accept()).rejects.toThrow(refusal);
        expect(existsSync(pepper)).toBe(false);
        // The proof of the former one stands.
        change();
        await isRefused();
        expect((await accept()).stdout).toContain(
          'whose passwords were made with another pepper cannot sign in',
        );
        await passes(env);
        change();
        await isRefused();
      } finally {
        await Promise.all(running.map(({ ended }) => ended));
        await database.drop();
      }
    },
  );

  it('is not made anew beside people either, where the proof of it is lost', async () => {
    const database = await createTestDatabase();
    const env = ownDatabase(database);
    const [secrets, aside] = [join(folder, 'data/secrets'), join(folder, 'aside')];
    try {
      await passes(env);
      renameSync(secrets, aside);
      await database.alter(`
        INSERT INTO account (id, email, auth_hash, suite, account_salt, public_key, private_key, metadata, created_at)
        VALUES (gen_random_uuid(), 'ada@example.com', '', 1, '', '{}', '', '{}', now());
        DELETE FROM pepper_proof`);
      const server = await launch(env);
      expect(await server.ended).toBe(1);
      expect(server.output()).toContain(refusal);
      expect(existsSync(secrets)).toBe(false);
      renameSync(aside, secrets);
      await passes(env);
    } finally {
      await Promise.all(running.map(({ ended }) => ended));
      await database.drop();
    }
  });
});

describe('`npm start`', () => {
  /**
   * Resolves with our script in a folder of its own, with the server in place of what builds the web app and
   * then becomes it.
   */
  async function npmStart(): Promise<ServerProcess> {
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    expect(scripts.start).toContain('tools/start.ts');
    const cwd = join(folder, 'clone');
    mkdirSync(cwd);
    const start = scripts.start.replace('tools/start.ts', main);
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'clone', scripts: { start } }));
    const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
    const server = await launch({ PATH, HOME: folder }, { command: ['npm', 'start'], cwd });
    await server.ready();
    return server;
  }

  /** Returns the number that a lock file of the data folder names. */
  const pidIn = (name: string) => Number(/\d+/.exec(readFileSync(join(folder, 'data', name), 'utf8'))![0]);

  it.each([
    ['npm alone', (pid: number) => pid],
    ['its whole group, as Ctrl+C does', (pid: number) => -pid],
  ])('stops the server and its database on SIGTERM to %s', async (_, target) => {
    const server = await npmStart();
    const pid = pidIn('owner.pid');
    expect(isAlive(pid)).toBe(true);
    try {
      process.kill(target(server.child.pid!), 'SIGTERM');
      await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    } finally {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    }
    await server.ended;
    expect(existsSync(join(folder, 'data/postgres/postmaster.pid'))).toBe(false);
    expect(server.output()).toContain('SIGTERM: stopped');
    expect(server.output()).not.toContain('connection broke');
  });
});
