import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { sql } from 'kysely';
import { tableOf } from '../../db/columns.ts';
import { snakeCase } from '../../db/snakeCase.ts';
import { fail } from '../../http/errors.ts';
import { type ChangeContext, type RecordRule, scopeFor } from '../../sync/changes/context.ts';

/** A customer goes when nothing hangs on it any more. */
export const customerRule: RecordRule = {
  check: async (context, verb, records) => {
    if (verb === 'delete') for (const { id } of records) await assertUnused(context, id);
  },
};

/** The refs of records elsewhere that are about a customer: documents. What admins keep of one goes with it. */
const about = entityNames.flatMap((name) => {
  const { about: key, refs, scopes } = entityOf(name);
  const isKept = scopes.some((kind) => kind !== 'admins');
  return key && isKept && refs[key]?.target === 'customer'
    ? [{ table: tableOf(name), column: snakeCase(key) }]
    : [];
});

/**
 * Refuses to delete a customer who is still needed.
 * @throws IN_USE for a customer with users of theirs, invited ones included, or with records about them
 */
async function assertUnused(context: ChangeContext, customerId: string): Promise<void> {
  const { scope } = scopeFor(context, customerId);
  // The newest key is granted to those who may read now: the customer's users, and nobody besides.
  const holder = await context.tx
    .selectFrom('scope_key')
    .select('recipient')
    .where('scope_id', '=', customerId)
    .where('type', '=', 'grant')
    .where('generation', '=', scope.generation)
    .limit(1)
    .executeTakeFirst();
  if (holder) throw fail('IN_USE');
  for (const { table, column } of about) {
    const { rows } = await sql`SELECT FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} = ${customerId} AND NOT deleted LIMIT 1`.execute(context.tx);
    if (rows.length > 0) throw fail('IN_USE');
  }
}
