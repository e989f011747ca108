/**
 * Brings the database to this release as the role that owns it, and leaves the application's role with rows alone: what
 * somebody could make the server run in the database changes no table, reads no file and runs no program.
 */
import pg from 'pg';
import { openPool } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { installJobs } from './jobs.ts';

/** The schemas whose tables the application uses: ours, and that of the jobs. */
const schemas = ['public', 'pgboss'] as const;

export interface Preparation {
  /** Names of the migrations that were applied. */
  applied: string[];
  /** Powers of the application's role that it does not need; empty where it has rows alone. */
  excess: string[];
}

/**
 * Migrates and grants. `application`: the application's pool; `owner`: settings of a connection as the owner. Both may
 * name one role, which then keeps its rights.
 * @throws Error where the owner may not change the schema.
 */
export async function prepareDatabase(application: pg.Pool, owner: pg.PoolConfig): Promise<Preparation> {
  const pool = openPool({ ...owner, max: 2 }, () => {});
  let applied: string[];
  try {
    applied = await migrate(pool);
    await installJobs(pool);
    const [own, used] = [await roleOf(pool), await roleOf(application)];
    if (own !== used) await grantRows(pool, used);
  } catch (error) {
    throw isForbidden(error)
      ? new Error('This role may not change the tables. Set DATABASE_OWNER_URL (docs/self-hosting.md).', {
          cause: error,
        })
      : error;
  } finally {
    await pool.end();
  }
  return { applied, excess: await excessOf(application) };
}

/** Tests for `insufficient_privilege`, also where a migration wrapped it. */
const isForbidden = (error: unknown): boolean =>
  [error, (error as Error).cause].some((one) => one instanceof pg.DatabaseError && one.code === '42501');

async function roleOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role');
  return rows[0]!.role;
}

/** Lets a role read and write rows, but for the list of migrations, which it only reads. */
async function grantRows(pool: pg.Pool, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  for (const schema of schemas) {
    await pool.query(`GRANT USAGE ON SCHEMA ${schema} TO ${name}`);
    await pool.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${name}`);
    await pool.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${name}`);
  }
  await pool.query(`REVOKE INSERT, UPDATE, DELETE ON migration FROM ${name}`);
}

/** Returns in words what the pool's role could do beyond reading and writing rows. */
export async function excessOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ power: string; has: boolean }>(
    `SELECT power, has FROM pg_roles AS me, LATERAL (VALUES
       ('is a superuser', rolsuper),
       ('makes roles', rolcreaterole),
       ('makes databases', rolcreatedb),
       ('reads past row security', rolbypassrls),
       ('copies the whole database', rolreplication),
       ('reads and writes files or runs programs of the machine', EXISTS (
          SELECT FROM pg_roles AS power WHERE power.rolname IN
            ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
          AND pg_has_role(me.oid, power.oid, 'MEMBER'))),
       ('makes tables', EXISTS (
          SELECT FROM pg_namespace WHERE nspname = ANY ($1) AND has_schema_privilege(me.oid, oid, 'CREATE'))),
       ('changes and drops tables', EXISTS (
          SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
          WHERE nspname = ANY ($1) AND relkind IN ('r', 'p') AND pg_has_role(me.oid, relowner, 'MEMBER')))
     ) AS powers (power, has) WHERE rolname = current_user`,
    [schemas],
  );
  return rows.filter(({ has }) => has).map(({ power }) => power);
}
