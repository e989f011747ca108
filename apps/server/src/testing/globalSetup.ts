/** One embedded PostgreSQL for a whole test run, with a migrated database that each test file's own is copied from. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { closePool, openPool } from '../db/database.ts';
import { openEmbeddedPostgres } from '../db/embedded/embeddedPostgres.ts';
import { prepareDatabase } from '../prepareDatabase.ts';
import { type Credentials, template } from './database.ts';

let stop: (() => Promise<void>) | undefined;

export async function setup({ provide }: TestProject): Promise<void> {
  const dataPath = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  chmodSync(dataPath, 0o711);
  const embedded = await openEmbeddedPostgres(dataPath, { database: template });
  stop = async () => {
    await embedded.stop();
    rmSync(dataPath, { recursive: true });
  };
  const [superuser, owner, application] = (['superuser', 'owner', 'application'] as const).map((role) => {
    const { host, port, user, password } = embedded.connectionAs(role) as Credentials;
    return { host, port, user, password };
  }) as [Credentials, Credentials, Credentials];
  const admin = openPool(embedded.connectionAs('superuser'), () => {});
  // Nobody needs this data after the machine stops. Crashes are tried on clusters of their own.
  await admin.query('ALTER SYSTEM SET fsync = off');
  await admin.query('SELECT pg_reload_conf()');
  await admin.end();
  const pool = openPool(embedded.connectionAs('application'), () => {});
  await prepareDatabase(pool, embedded.connectionAs('owner'));
  await closePool(pool);
  provide('cluster', { superuser, owner, application });
}

export async function teardown(): Promise<void> {
  await stop?.();
}
