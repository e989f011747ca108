/** Tables for nouns that no migration makes, from their descriptions. */
import { mayBeWindowed } from '@kontor/contract/entity/placement';
import { entityOf } from '@kontor/contract/nouns/entities';
import { factColumns, refColumns, tableOf, uniqueIndexOf } from '../db/columns.ts';
import { snakeCase } from '../db/snakeCase.ts';
import type { TestServer } from './server.ts';

/** Creates the table of each noun as its migration would. */
export async function createTables(
  { alter }: Pick<TestServer, 'alter'>,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const noun = entityOf(name);
    const table = tableOf(name);
    const columns = [
      ...Object.entries(factColumns(noun)).map(
        ([key, { sqlType, isNullable }]) => `${snakeCase(key)} ${sqlType}${isNullable ? '' : ' NOT NULL'}`,
      ),
      ...refColumns(noun).map(
        ({ column, sqlType, isNullable }) => `${column} ${sqlType}${isNullable ? '' : ' NOT NULL'}`,
      ),
    ];
    await alter(`CREATE TABLE ${table} (${columns.join(', ')}, PRIMARY KEY (scope_id, id))`);
    await alter(`CREATE INDEX ${table}_revision ON ${table} (scope_id, revision)`);
    if (mayBeWindowed(noun))
      await alter(`CREATE INDEX ${table}_created ON ${table} (scope_id, created_revision)`);
    for (const unique of noun.unique)
      await alter(
        `CREATE UNIQUE INDEX ${uniqueIndexOf(noun, unique)} ON ${table}
         (scope_id, ${unique.fields.map(snakeCase).join(', ')}) NULLS NOT DISTINCT WHERE NOT deleted${unique.among ? ` AND ${snakeCase(unique.among)}` : ''}`,
      );
  }
}
