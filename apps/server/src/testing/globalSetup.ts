/** One embedded PostgreSQL for a whole test run, with a migrated database that each test file's own is copied from. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openPool } from '../db/database.ts';
import { openEmbeddedPostgres } from '../db/embedded/embeddedPostgres.ts';
import { migrate } from '../db/migrate.ts';
import { type TestCluster, template } from './database.ts';

let stop: (() => Promise<void>) | undefined;

export async function setup({ provide }: TestProject): Promise<void> {
  const dataPath = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  chmodSync(dataPath, 0o711);
  const embedded = await openEmbeddedPostgres(dataPath, { database: template });
  stop = async () => {
    await embedded.stop();
    rmSync(dataPath, { recursive: true });
  };
  const pool = openPool(embedded.connection, () => {});
  // Nobody needs this data after the machine stops. Crashes are tried on clusters of their own.
  await pool.query('ALTER SYSTEM SET fsync = off');
  await pool.query('SELECT pg_reload_conf()');
  await migrate(pool);
  await pool.end();
  const { host, port, user, password } = embedded.connection as TestCluster;
  provide('cluster', { host, port, user, password });
}

export async function teardown(): Promise<void> {
  await stop?.();
}
