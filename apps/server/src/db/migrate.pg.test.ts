import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { openPool } from './database.ts';
import { migrate } from './migrate.ts';

let folder: string;
let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  database = await createTestDatabase('template1');
  pool = openPool(database.ownerConnection, () => {});
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

describe('migrate', () => {
  it('applies what is missing, in order, once', async () => {
    write('0001_a.sql', 'CREATE TABLE a (id int);');
    expect(await migrate(pool, folder)).toEqual(['0001_a.sql']);
    write('0002_b.sql', 'ALTER TABLE a ADD b int; INSERT INTO a VALUES (1, 2);');
    expect(await migrate(pool, folder)).toEqual(['0002_b.sql']);
    expect(await migrate(pool, folder)).toEqual([]);
    expect((await pool.query('SELECT * FROM a')).rows).toEqual([{ id: 1, b: 2 }]);
  });

  it('lets one of several servers migrate while the others wait', async () => {
    write('0001_a.sql', 'CREATE TABLE a (id int); SELECT pg_sleep(0.2);');
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(pool, folder)));
    expect(applied.flat()).toEqual(['0001_a.sql']);
  });

  it('leaves nothing of a migration that fails, and goes on from there', async () => {
    write('0001_a.sql', 'CREATE TABLE a (id int);');
    write('0002_b.sql', 'CREATE TABLE b (id int); SELECT nonsense;');
    await expect(migrate(pool, folder)).rejects.toThrow('0002_b.sql failed');
    expect((await pool.query("SELECT to_regclass('a') a, to_regclass('b') b")).rows).toEqual([
      { a: 'a', b: null },
    ]);
    write('0002_b.sql', 'CREATE TABLE b (id int);');
    expect(await migrate(pool, folder)).toEqual(['0002_b.sql']);
  });

  it('refuses a migration that was changed after it was applied', async () => {
    write('0001_a.sql', 'CREATE TABLE a (id int);');
    await migrate(pool, folder);
    write('0001_a.sql', 'CREATE TABLE a (id bigint);');
    await expect(migrate(pool, folder)).rejects.toThrow('changed after it was applied');
  });

  it('refuses a database of a newer release', async () => {
    write('0001_a.sql', 'SELECT 1;');
    write('0002_b.sql', 'SELECT 1;');
    await migrate(pool, folder);
    rmSync(join(folder, '0002_b.sql'));
    await expect(migrate(pool, folder)).rejects.toThrow('newer release (0002_b.sql)');
  });

  it('refuses names out of the scheme, and two of one number', async () => {
    write('1_a.sql', 'SELECT 1;');
    await expect(migrate(pool, folder)).rejects.toThrow('NNNN_what_it_does');
    rmSync(join(folder, '1_a.sql'));
    write('0001_a.sql', 'SELECT 1;');
    write('0001_b.sql', 'SELECT 1;');
    await expect(migrate(pool, folder)).rejects.toThrow('one number');
  });
});
