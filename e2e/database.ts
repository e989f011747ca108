/** Looks into the embedded database of a running server, past the server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Runs `work` with a connection of its superuser. */
export async function withDatabase<T>(dataPath: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // The fifth line of this file of PostgreSQL's is the folder of its socket.
  const lines = readFileSync(join(dataPath, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const client = new pg.Client({
    host: lines[4]!,
    port: Number(lines[3]),
    user: 'postgres',
    database: 'kontor',
    password: readFileSync(join(dataPath, 'secrets/postgres'), 'utf8').trim(),
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Resolves with every row of every table as text, by the table's name. */
export async function dump(dataPath: string): Promise<Map<string, string>> {
  return withDatabase(dataPath, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const out = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`SELECT row::text AS line FROM ${name} AS row`);
      out.set(name, rows.map(({ line }) => line).join('\n'));
    }
    return out;
  });
}
