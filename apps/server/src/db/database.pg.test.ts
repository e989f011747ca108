import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { afterCommit, closePool, isUnavailable, openPool, transaction } from './database.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.alter('CREATE TABLE counter (id int PRIMARY KEY, n bigint NOT NULL)');
  await server.services.pool.query('INSERT INTO counter VALUES (1, 0), (2, 0)');
});
afterAll(() => server.stop());

describe('the pool', () => {
  it('reads bigint as a safe integer, and refuses one that is none', async () => {
    const { pool } = server.services;
    expect((await pool.query("SELECT '9007199254740991'::bigint n")).rows).toEqual([
      { n: Number.MAX_SAFE_INTEGER },
    ]);
    await expect(pool.query("SELECT '9007199254740992'::bigint n")).rejects.toThrow('no safe integer');
  });

  it('knows a database that cannot be reached', async () => {
    const pool = openPool({ host: '/nowhere', port: 1 }, () => {});
    const error = await pool.query('SELECT 1').catch((cause: unknown) => cause);
    await pool.end();
    expect(isUnavailable(error)).toBe(true);
    expect(isUnavailable(new Error('other'))).toBe(false);
  });
});

describe('the end of a pool', () => {
  it('waits for no transaction without end, and takes back what it wrote', async () => {
    const { connection, drop } = await createTestDatabase();
    const [pool, other] = [openPool(connection, () => {}), openPool(connection, () => {})];
    await other.query('SELECT 1');
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE sandbox_clock SET days = 7');
    await closePool(pool, 50);
    await expect
      .poll(async () => {
        const { rows } = await other.query(
          "SELECT state FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'",
        );
        return rows;
      })
      .toEqual([]);
    expect((await other.query('SELECT days FROM sandbox_clock')).rows).toEqual([{ days: 0 }]);
    await closePool(other);
    await drop();
  });
});

describe('a connection that breaks', () => {
  it.each(['idle', 'in use'])('%s: is told of, and ends nothing', async (state) => {
    const { pool: other } = server.services;
    const { connection, drop } = await createTestDatabase('template1');
    const broken: Error[] = [];
    const pool = openPool(connection, (error) => broken.push(error));
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() pid');
    if (state === 'idle') client.release();
    await other.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
    await expect.poll(() => broken.length).toBeGreaterThan(0);
    if (state === 'in use') client.release(true);
    expect((await pool.query('SELECT 1 one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
    await drop();
  });
});

describe('transaction', () => {
  it('keeps nothing of work that throws', async () => {
    const { db, pool } = server.services;
    const work = transaction(db, async (tx) => {
      await sql`UPDATE counter SET n = 7 WHERE id = 1`.execute(tx);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect((await pool.query('SELECT n FROM counter WHERE id = 1')).rows).toEqual([{ n: 0 }]);
  });

  it('refuses a query of its work that would wait for a second connection', async () => {
    const { db, pool } = server.services;
    const beside = transaction(db, () => db.selectFrom('account').select('id').execute());
    await expect(beside).rejects.toThrow('by its tx');
    await expect(transaction(db, () => transaction(db, async () => {}))).rejects.toThrow('by its tx');
    expect((await transaction(db, () => pool.query('SELECT 1 one'))).rows).toEqual([{ one: 1 }]);
    expect(await db.selectFrom('account').select('id').execute()).toEqual([]);
  });

  it('runs what is to follow once it is committed, of the attempt that was, and nothing of one that was not', async () => {
    const { db, pool } = server.services;
    const seen: unknown[] = [];
    const note = async (attempt: number) => {
      const { rows } = await pool.query('SELECT n FROM counter WHERE id = 1');
      seen.push([attempt, rows[0].n]);
    };
    let attempts = 0;
    await transaction(db, async (tx) => {
      const attempt = ++attempts;
      afterCommit(tx, () => note(attempt));
      await sql`UPDATE counter SET n = n + 1 WHERE id = 1`.execute(tx);
      // As PostgreSQL breaks off one of two that wait for each other.
      if (attempt === 1) await sql`DO $$ BEGIN RAISE SQLSTATE '40P01'; END $$`.execute(tx);
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([[2, 1]]);
    const failed = transaction(db, async (tx) => {
      afterCommit(tx, () => note(0));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(seen).toHaveLength(1);
    await pool.query('UPDATE counter SET n = 0');
  });

  it('runs again what PostgreSQL broke off to end a deadlock', async () => {
    const { db, pool } = server.services;
    let attempts = 0;
    let arrivals = 0;
    const { promise: bothLocked, resolve } = Promise.withResolvers<void>();
    // Each takes its first row and waits for the other before the second, so that they meet for certain.
    const crosswise = (first: number, second: number) =>
      transaction(db, async (tx) => {
        attempts++;
        await sql`UPDATE counter SET n = n + 1 WHERE id = ${first}`.execute(tx);
        if (++arrivals === 2) resolve();
        await bothLocked;
        await sql`UPDATE counter SET n = n + 1 WHERE id = ${second}`.execute(tx);
      });
    await Promise.all([crosswise(1, 2), crosswise(2, 1)]);
    // On a busy machine the second attempt can be there before the other one goes on, and meet it once more.
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect((await pool.query('SELECT n FROM counter ORDER BY id')).rows).toEqual([{ n: 2 }, { n: 2 }]);
  });
});
