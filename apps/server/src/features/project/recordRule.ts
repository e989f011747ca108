import { fail } from '../../http/errors.ts';
import type { RecordRule } from '../../sync/changes/context.ts';

/** A project's own record is the one that shares its scope's id. */
export const projectRule: RecordRule = {
  check: (_context, _verb, records) => {
    if (records.some(({ id, scopeId }) => id !== scopeId))
      throw fail('BAD_INPUT', { message: "id: not its scope's" });
  },
};
