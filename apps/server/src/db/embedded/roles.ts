/** The roles of the embedded database: each connection has no more rights than its work needs. */
import { createHmac } from 'node:crypto';
import pg from 'pg';

export const clusterRoles = {
  /** Makes roles and databases, and is asked if the database answers. */
  superuser: 'postgres',
  /** Owns the tables: migrations. */
  owner: 'kontor_owner',
  /** Reads and writes rows: everything else. */
  application: 'kontor',
} as const;

export type ClusterRole = keyof typeof clusterRoles;

/** Returns a role's password. Those of the lesser ones follow from the superuser's, and not the other way round. */
export const passwordOf = (role: ClusterRole, secret: Buffer): string =>
  (role === 'superuser' ? secret : createHmac('sha256', secret).update(clusterRoles[role]).digest()).toString(
    'base64url',
  );

/** Makes the roles and the database, where they are missing. `client` is the superuser's, in another database. */
export async function ensureDatabase(client: pg.Client, database: string, secret: Buffer): Promise<void> {
  for (const role of ['owner', 'application'] as const) {
    const name = pg.escapeIdentifier(clusterRoles[role]);
    const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [clusterRoles[role]]);
    if (found.rowCount === 0) await client.query(`CREATE ROLE ${name}`);
    await client.query(`ALTER ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(passwordOf(role, secret))}`);
  }
  const name = pg.escapeIdentifier(database);
  const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
  if (found.rowCount === 0) await client.query(`CREATE DATABASE ${name} OWNER ${clusterRoles.owner}`);
}
