/** Holds the tables against their descriptions, both ways: those of records, and those that the server holds in clear. */

import type { Entity, Uniqueness } from '@kontor/contract/entity/entity';
import { isPersonal, mayBeWindowed } from '@kontor/contract/entity/placement';
import { ref } from '@kontor/contract/entity/ref';
import { entities, entityOf } from '@kontor/contract/nouns/entities';
import { type Columns, column, defaulted, nullable } from '@kontor/contract/server/table';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { factColumns, refColumns, tableOf, uniqueIndexOf } from './columns.ts';
import { openPool } from './database.ts';
import { snakeCase } from './snakeCase.ts';
import { clearTables } from './tables.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.ownerConnection, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Returns `name type [not null] [default]` of each column that a description calls for. */
const describedColumns = (columns: Columns) =>
  Object.entries(columns)
    .map(
      ([name, { sqlType, isNullable, hasDefault }]) =>
        `${snakeCase(name)} ${sqlType}${isNullable ? '' : ' not null'}${hasDefault ? ' default' : ''}`,
    )
    .sort();

/** Returns the same for an entity. */
const described = (entity: Entity) =>
  [
    ...describedColumns(factColumns(entity)),
    ...refColumns(entity).map(({ column, sqlType, isNullable }) => {
      return `${column} ${sqlType}${isNullable ? '' : ' not null'}`;
    }),
  ].sort();

/** Returns the same of a table as it is. */
async function stored(table: string): Promise<string[]> {
  const { rows } = await pool.query<{ column: string }>(
    `SELECT column_name || ' ' || CASE data_type WHEN 'ARRAY' THEN substr(udt_name, 2) || '[]' ELSE data_type END
       || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END
       || CASE WHEN column_default IS NULL THEN '' ELSE ' default' END AS column
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  );
  return rows.map(({ column }) => column).sort();
}

it('every table has a description, and every description a table', async () => {
  const { rows } = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const names = [...Object.keys(entities), ...Object.keys(clearTables)].map(tableOf);
  expect(rows.map(({ name }) => name).sort()).toEqual(names.sort());
});

describe('the tables in clear', () => {
  it.each(Object.entries(clearTables as Record<string, Columns>))(
    '%s: has the columns of its description',
    async (name, columns) => expect(await stored(tableOf(name))).toEqual(describedColumns(columns)),
  );

  it('would be caught with a column too few, too many, of another kind, nullability or default', async () => {
    const { tries, expiresAt, ...rest } = clearTables.emailChange;
    const actual = await stored('email_change');
    expect(actual).toEqual(describedColumns({ ...rest, tries, expiresAt }));
    for (const planted of [
      { ...rest, tries },
      { ...rest, tries, expiresAt, name: column.text() },
      { ...rest, tries, expiresAt: column.text() },
      { ...rest, tries, expiresAt: nullable(column.moment()) },
      { ...rest, tries: column.integer(), expiresAt },
      { ...rest, tries, expiresAt: defaulted(column.moment()) },
    ])
      expect(actual).not.toEqual(describedColumns(planted));
  });
});
/** Returns the condition of an index, as PostgreSQL spells it. */
const whereOf = ({ among }: Uniqueness) =>
  among ? `((NOT deleted) AND ${snakeCase(among)})` : '(NOT deleted)';

/** Returns `name (columns) condition` of each unique index that a description calls for. */
const describedUnique = (entity: Entity) =>
  entity.unique
    .map(
      (unique) =>
        `${uniqueIndexOf(entity, unique)} (scope_id, ${unique.fields.map(snakeCase).join(', ')}) ${whereOf(unique)}`,
    )
    .sort();

/** Returns the same of a table as it is, the primary key apart. Absent values count as alike, deleted rows do not count. */
async function storedUnique(table: string): Promise<string[]> {
  const { rows } = await pool.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes
     WHERE tablename = $1 AND indexdef LIKE 'CREATE UNIQUE%' AND indexname <> $1 || '_pkey'`,
    [table],
  );
  return rows
    .map(({ indexname, indexdef }) => {
      const [, columns, where] = /USING btree (\(.*?\)) NULLS NOT DISTINCT WHERE (.*)$/.exec(indexdef) ?? [];
      return `${indexname} ${columns ? `${columns} ${where}` : indexdef}`;
    })
    .sort();
}

describe('the tables of records', () => {
  it.each(Object.values(entities as Record<string, Entity>))(
    '$name: has the columns of its description',
    async (entity) => expect(await stored(tableOf(entity.name))).toEqual(described(entity)),
  );

  it.each(Object.values(entities as Record<string, Entity>))(
    '$name: is found by id and by revision',
    async ({ name }) => {
      const { rows } = await pool.query<{ indexdef: string }>(
        'SELECT indexdef FROM pg_indexes WHERE tablename = $1',
        [tableOf(name)],
      );
      const columns = rows.map(({ indexdef }) => /\((.*?)\)/.exec(indexdef)![1]);
      expect(columns).toContain('scope_id, id');
      expect(columns).toContain('scope_id, revision');
      if (mayBeWindowed(entityOf(name))) expect(columns).toContain('scope_id, created_revision');
    },
  );

  it.each(Object.values(entities as Record<string, Entity>))(
    '$name: leaves ciphertext as it is, which no compression makes smaller',
    async ({ name }) => {
      const { rows } = await pool.query<{ storage: string }>(
        "SELECT attstorage AS storage FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'sealed'",
        [tableOf(name)],
      );
      expect(rows, `ALTER TABLE ${tableOf(name)} ALTER COLUMN sealed SET STORAGE EXTERNAL`).toEqual([
        { storage: 'e' },
      ]);
    },
  );

  it.each(Object.values(entities as Record<string, Entity>))(
    '$name: keeps unique what its description says, and nothing else',
    async (entity) => expect(await storedUnique(tableOf(entity.name))).toEqual(describedUnique(entity)),
  );

  it.each(Object.values(entities as Record<string, Entity>))(
    '$name: notes its ids where devices make them up, and only there',
    async (entity) => {
      const { rows } = await pool.query<{ name: string }>(
        "SELECT tgname AS name FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgenabled = 'O'",
        [tableOf(entity.name)],
      );
      const isNoted = entity.id === 'free' && !isPersonal(entity);
      expect(
        rows.map(({ name }) => name),
        'the trigger at the end of 0109_task.sql',
      ).toEqual(isNoted ? ['keep_record_noun'] : []);
    },
  );

  it('would be caught with an index too few, too many or of other columns', async () => {
    const unique = [{ fields: ['parentId'], error: 'NAME_TAKEN' }] as const;
    expect(await storedUnique('task')).not.toEqual(describedUnique({ ...entities.task, unique }));
    await pool.query('CREATE UNIQUE INDEX share_blobs ON share (scope_id, blobs)');
    expect(await storedUnique('share')).not.toEqual(describedUnique(entities.share));
  });

  it('would be caught with a column too few, too many or of another kind', async () => {
    const planted: Entity = { ...entities.task, refs: { taskId: ref('task') } };
    expect(await stored('task')).not.toEqual(described(planted));
    await pool.query('ALTER TABLE profile ADD COLUMN title text');
    expect(await stored('profile')).not.toEqual(described(entities.profile));
  });
});
