/** Rights of the application's role in the database, and what it has no right to. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPool } from './db/database.ts';
import { excessOf, prepareDatabase } from './prepareDatabase.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

const forbidden = { code: '42501' };

let database: TestDatabase;
let application: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  application = openPool(database.connection, () => {});
});
afterAll(async () => {
  await application.end();
  await database.drop();
});

/** Runs statements as the superuser of the cluster. */
async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ ...inject('cluster').superuser, database: 'postgres' });
  await client.connect();
  for (const sql of statements) await client.query(sql);
  await client.end();
}

describe('the role of the application', () => {
  it('has rows and nothing else', async () => {
    expect(await excessOf(application)).toEqual([]);
    await application.query("INSERT INTO throttle (key, points) VALUES ('a', 1)");
    await application.query('UPDATE throttle SET points = 2');
    expect((await application.query('SELECT points FROM throttle')).rows).toEqual([{ points: 2 }]);
    await application.query('DELETE FROM throttle');
    await application.query('SELECT FROM pgboss.job');
  });

  it.each([
    'CREATE TABLE planted (id int)',
    'CREATE SCHEMA planted',
    'CREATE FUNCTION planted() RETURNS int LANGUAGE sql RETURN 1',
    'ALTER TABLE account ADD COLUMN planted int',
    'ALTER TABLE account DISABLE TRIGGER ALL',
    'DROP TABLE task',
    'TRUNCATE task',
    'DROP TABLE pgboss.job_common',
    "INSERT INTO migration VALUES ('9999_planted.sql', '')",
    'DELETE FROM migration',
    'CREATE ROLE planted SUPERUSER',
    'ALTER ROLE kontor SUPERUSER',
    'SET ROLE kontor_owner',
    'CREATE DATABASE planted',
    'ALTER SYSTEM SET fsync = off',
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY (SELECT 1) TO '/tmp/kontor-planted'",
    "SELECT pg_read_file('postgresql.conf')",
    'SELECT * FROM pg_authid',
  ])('may not: %s', async (sql) => {
    await expect(application.query(sql)).rejects.toMatchObject(forbidden);
  });
});

describe('preparing', () => {
  it('is for the owner, and then nothing is left to do without one', async () => {
    const empty = await createTestDatabase('template1');
    const pool = openPool(empty.connection, () => {});
    await expect(prepareDatabase(pool, empty.connection)).rejects.toThrow('DATABASE_OWNER_URL');
    const { applied, excess } = await prepareDatabase(pool, empty.ownerConnection);
    expect(applied.length).toBeGreaterThan(15);
    expect(excess).toEqual([]);
    expect(await prepareDatabase(pool, empty.connection)).toEqual({ applied: [], excess: [] });
    await pool.end();
    await empty.drop();
  });

  it('works with one role for everything, and says what that could do', async () => {
    const { superuser } = inject('cluster');
    const empty = await createTestDatabase('template1');
    const strong = { ...superuser, database: empty.connection.database };
    for (const [connection, powers] of [
      [empty.ownerConnection, ['makes tables', 'changes and drops tables']],
      [strong, ['is a superuser', 'makes roles', 'makes tables', 'changes and drops tables']],
    ] as const) {
      const pool = openPool(connection, () => {});
      const { excess } = await prepareDatabase(pool, connection);
      expect(excess).toEqual(expect.arrayContaining([...powers]));
      await pool.end();
    }
    await empty.drop();
  });

  it.each([
    ['CREATEDB', 'makes databases'],
    ['CREATEROLE', 'makes roles'],
    ['BYPASSRLS', 'reads past row security'],
    ['REPLICATION', 'copies the whole database'],
    ['IN ROLE pg_execute_server_program', 'reads and writes files or runs programs of the machine'],
    ['IN ROLE kontor_owner', 'changes and drops tables'],
  ])('finds a role too strong: %s', async (right, power) => {
    const role = `planted_${randomBytes(6).toString('hex')}`;
    await asSuperuser(`CREATE ROLE ${role} LOGIN PASSWORD 'x' ${right}`);
    const pool = openPool({ ...database.connection, user: role, password: 'x' }, () => {});
    expect(await excessOf(pool)).toContain(power);
    await pool.end();
    await asSuperuser(`DROP ROLE ${role}`);
  });
});
