import { fail } from '../../http/errors.ts';
import { type ChangeContext, type RecordRule, scopeFor } from '../../sync/changes/context.ts';

/** A customer goes when nothing hangs on it any more. */
export const customerRule: RecordRule = {
  check: async (context, verb, records) => {
    if (verb === 'delete') for (const { id } of records) await assertUnused(context, id);
  },
};

/** @throws IN_USE for a customer with users of theirs, invited ones included, or with documents about them */
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
  const document = await context.tx
    .selectFrom('document')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .limit(1)
    .executeTakeFirst();
  if (holder || document) throw fail('IN_USE');
}
