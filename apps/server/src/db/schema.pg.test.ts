/** Holds the tables against the contract's descriptions, both ways. */

import type { Entity } from '@kontor/contract/entity/entity';
import { ref } from '@kontor/contract/entity/ref';
import { entities } from '@kontor/contract/nouns/entities';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { recordColumns, refColumns, tableOf } from './columns.ts';
import { openPool } from './database.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.connection, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Returns `name type [not null]` of each column that a description calls for. */
const described = (entity: Entity) =>
  [
    ...recordColumns.map(([name, type, isNullable]) => `${name} ${type}${isNullable ? '' : ' not null'}`),
    ...refColumns(entity).map(({ column, sqlType, isNullable }) => {
      return `${column} ${sqlType}${isNullable ? '' : ' not null'}`;
    }),
  ].sort();

/** Returns the same of a table as it is. */
async function stored(table: string): Promise<string[]> {
  const { rows } = await pool.query<{ column: string }>(
    `SELECT column_name || ' ' || CASE data_type WHEN 'ARRAY' THEN substr(udt_name, 2) || '[]' ELSE data_type END
       || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END AS column
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  );
  return rows.map(({ column }) => column).sort();
}

describe('the tables of records', () => {
  it.each(Object.values(entities as Record<string, Entity>))(
    '$name: has the columns of its description',
    async (entity) => expect(await stored(tableOf(entity.name))).toEqual(described(entity)),
  );

  it('are no others than the contract names', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'sealed' AND table_name <> 'account_pin'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(entities).map(tableOf).sort());
  });

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
    },
  );

  it('would be caught with a column too few, too many or of another kind', async () => {
    const planted: Entity = { ...entities.task, refs: { taskId: ref('task') } };
    expect(await stored('task')).not.toEqual(described(planted));
    await pool.query('ALTER TABLE profile ADD COLUMN title text');
    expect(await stored('profile')).not.toEqual(described(entities.profile));
  });
});
