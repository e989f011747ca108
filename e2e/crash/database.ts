/** Looks into the embedded database of a running server, past the server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Runs `work` with a connection of the database's owner. */
export async function withDatabase<T>(dataPath: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: join(dataPath, 'socket'),
    user: 'kontor',
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
