/** Databases for tests: real PostgreSQL, one fresh database per caller. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestCluster {
  host: string;
  port: number;
  user: string;
  password: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** The migrated database that fresh ones are copied from. */
export const template = 'kontor_template';

export interface TestDatabase {
  connection: TestCluster & { database: string };
  drop(): Promise<void>;
}

/** Creates a migrated database; `from: 'template1'` gives an empty one. */
export async function createTestDatabase(from = template): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const database = `test_${randomBytes(8).toString('hex')}`;
  await administer(cluster, `CREATE DATABASE ${database} TEMPLATE ${from}`);
  return {
    connection: { ...cluster, database },
    drop: () => administer(cluster, `DROP DATABASE ${database} WITH (FORCE)`),
  };
}

async function administer(cluster: TestCluster, sql: string): Promise<void> {
  const client = new pg.Client({ ...cluster, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
