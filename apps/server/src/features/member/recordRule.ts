import { fail } from '../../http/errors.ts';
import type { RecordRule } from '../../sync/changes/context.ts';

/**
 * A directory entry stays with its person. Permission was decided on the user that the change names, so the stored row
 * must name the same one.
 */
export const memberRule: RecordRule = {
  check: async ({ tx }, verb, records) => {
    if (verb === 'create') return;
    const rows = await tx
      .selectFrom('member')
      .select(['scope_id', 'id', 'user_id'])
      .where('scope_id', 'in', [...new Set(records.map(({ scopeId }) => scopeId))])
      .where('id', 'in', [...new Set(records.map(({ id }) => id))])
      .execute();
    for (const { scopeId, id, refs } of records) {
      const row = rows.find((candidate) => candidate.scope_id === scopeId && candidate.id === id);
      if (row && row.user_id !== refs.userId) throw fail('PERMISSION_DENIED');
    }
  },
};
