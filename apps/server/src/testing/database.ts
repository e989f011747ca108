/** Databases for tests: real PostgreSQL, one fresh database per caller. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface Credentials {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** The roles of the embedded database. */
export interface TestCluster {
  superuser: Credentials;
  owner: Credentials;
  application: Credentials;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** The migrated database that fresh ones are copied from. */
export const template = 'kontor_template';

type Connection = Credentials & { database: string };

export interface TestDatabase {
  /** The application's, with the rights that it has in the product. */
  connection: Connection;
  ownerConnection: Connection;
  /** Changes the schema as its owner, and lets the application use what is new. */
  alter(sql: string): Promise<void>;
  drop(): Promise<void>;
}

/** Creates a migrated database; `from: 'template1'` gives an empty one. */
export async function createTestDatabase(from = template): Promise<TestDatabase> {
  const { superuser, owner, application } = inject('cluster');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const admin = { ...superuser, database: 'postgres' };
  await run(admin, `CREATE DATABASE ${database} TEMPLATE ${from} OWNER ${owner.user}`);
  const ownerConnection = { ...owner, database };
  return {
    connection: { ...application, database },
    ownerConnection,
    alter: (sql) =>
      run(
        ownerConnection,
        sql,
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${application.user}`,
      ),
    drop: () => run(admin, `DROP DATABASE ${database} WITH (FORCE)`),
  };
}

async function run(connection: Connection, ...statements: string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}
