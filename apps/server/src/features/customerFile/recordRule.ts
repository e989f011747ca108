import { fail } from '../../http/errors.ts';
import type { RecordRule } from '../../sync/changes/context.ts';

/** A file is that of one customer, and stays theirs. */
export const customerFileRule: RecordRule = {
  check: async (context, verb, records) => {
    if (verb === 'create') return;
    const rows = await context.tx
      .selectFrom('customer_file')
      .select(['scope_id', 'id', 'customer_id'])
      .where('scope_id', 'in', [...new Set(records.map(({ scopeId }) => scopeId))])
      .where(
        'id',
        'in',
        records.map(({ id }) => id),
      )
      .execute();
    for (const { scopeId, id, refs } of records)
      if (
        rows.some((row) => row.scope_id === scopeId && row.id === id && row.customer_id !== refs.customerId)
      )
        throw fail('PERMISSION_DENIED');
  },
};
