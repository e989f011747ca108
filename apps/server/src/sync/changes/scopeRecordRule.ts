import { fail } from '../../http/errors.ts';
import type { RecordRule } from './context.ts';

/** For records that describe their scope, a project or a person's own: one shares its scope's id, and so is the only one. */
export const scopeRecordRule: RecordRule = {
  check: (_context, _verb, records) => {
    if (records.some(({ id, scopeId }) => id !== scopeId))
      throw fail('BAD_INPUT', { message: "id: not its scope's" });
  },
};
