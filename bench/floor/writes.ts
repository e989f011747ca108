/**
 * The floor of a durable write: the rows that ours writes (a scope's revision, the batch, the record) by one prepared
 * statement, as pgbench would send it.
 */
import { databasePool } from './process.ts';

/** As many as the server's own pool has. */
const connections = 20;

const statement = {
  name: 'write',
  text: `WITH bumped AS (
      UPDATE floor.scope SET revision = revision + 1 WHERE id = $1 RETURNING revision
    ), remembered AS (
      INSERT INTO floor.batch SELECT $3, $2, jsonb_build_object('revision', revision), now() FROM bumped
    )
    INSERT INTO floor.task SELECT $1, $2, 1, revision, $4, false, now(), now() FROM bumped`,
};

export interface WriteFloor {
  write(scopeId: string, sealed: Buffer): Promise<unknown>;
  rows(): Promise<number>;
  stop(): Promise<void>;
}

export async function openWriteFloor(dataPath: string, scopeIds: readonly string[]): Promise<WriteFloor> {
  const pool = databasePool(dataPath, connections);
  // In a schema of their own: when the server starts it grants itself what is in its own, and these are not its owner's.
  await pool.query(`
    CREATE SCHEMA floor;
    CREATE TABLE floor.scope (id uuid PRIMARY KEY, revision bigint NOT NULL) WITH (fillfactor = 60);
    CREATE TABLE floor.batch (account_id uuid, id uuid, result jsonb NOT NULL, applied_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, id));
    CREATE TABLE floor.task (scope_id uuid, id uuid, version int NOT NULL, revision bigint NOT NULL,
      sealed bytea NOT NULL, deleted boolean NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
      PRIMARY KEY (scope_id, id));
    ALTER TABLE floor.task ALTER COLUMN sealed SET STORAGE EXTERNAL;
    CREATE INDEX ON floor.task (scope_id, revision)`);
  await pool.query('INSERT INTO floor.scope SELECT unnest($1::uuid[]), 0', [scopeIds]);
  const accountId = crypto.randomUUID();
  return {
    write: (scopeId, sealed) =>
      pool.query({ ...statement, values: [scopeId, crypto.randomUUID(), accountId, sealed] }),
    rows: async () => Number((await pool.query('SELECT count(*) FROM floor.task')).rows[0].count),
    stop: async () => {
      // A connection that is still closing hears that the server is killed: nobody waits for it any more.
      pool.on('error', () => {});
      await pool.end();
    },
  };
}
