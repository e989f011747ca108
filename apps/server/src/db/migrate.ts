/** Brings the database to the schema of this release: plain SQL files, forward only, each in a transaction. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

const migrationsFolder = join(import.meta.dirname, '../../migrations');

/** The number of the advisory lock (any constant) that lets one server migrate while others wait. */
const lockKey = 0x6b6f6e74;

/**
 * Applies the missing migrations, in the order of the file names `NNNN_what_it_does.sql`.
 * @throws Error where an applied file was changed afterwards, or the database comes from a newer release.
 * @returns the names that were applied.
 */
export async function migrate(pool: pg.Pool, folder = migrationsFolder): Promise<string[]> {
  const files = readMigrations(folder);
  const client = await pool.connect();
  try {
    // Without rights on the schema, too, a server can start that has nothing to migrate.
    if ((await missingOf(client, files)).length === 0) return [];
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const missing = await missingOf(client, files);
    for (const { name, sha256, sql } of missing) {
      await client.query('BEGIN');
      try {
        await client.query(sql);
        await client.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [name, sha256]);
        await client.query('COMMIT');
      } catch (cause) {
        await client.query('ROLLBACK');
        throw new Error(`The migration ${name} failed: ${(cause as Error).message}`, { cause });
      }
    }
    return missing.map((file) => file.name);
  } finally {
    // Closing the session, rather than returning it to the pool, also frees the lock.
    client.release(true);
  }
}

/** Returns the files that are not applied. @throws Error as `migrate` */
async function missingOf(client: pg.PoolClient, files: MigrationFile[]): Promise<MigrationFile[]> {
  const { rows: tables } = await client.query("SELECT to_regclass('migration') AS found");
  if (!tables[0].found) return files;
  const { rows } = await client.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM migration');
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  for (const [name, sha256] of applied) {
    const file = files.find((candidate) => candidate.name === name);
    if (!file) throw new Error(`The database was migrated by a newer release (${name}). Start that release.`);
    if (file.sha256 !== sha256) throw new Error(`The migration ${name} was changed after it was applied.`);
  }
  return files.filter((file) => !applied.has(file.name));
}

interface MigrationFile {
  name: string;
  sql: string;
  sha256: string;
}

function readMigrations(folder: string): MigrationFile[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Map<string, string>();
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`${name} is not named NNNN_what_it_does.sql`);
    if (numbers.has(number)) throw new Error(`${name} and ${numbers.get(number)} have one number`);
    numbers.set(number, name);
  }
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}
