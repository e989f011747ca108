import { fail } from '../../http/errors.ts';
import type { RecordRule } from './context.ts';

/**
 * For records about one person each (`userId`): they bear that person's id. So there is one at most, and it stays with
 * its person; permission is decided on the person whom the change names.
 */
export const personRule: RecordRule = {
  check: (_context, _verb, records) => {
    if (records.some(({ id, refs }) => id !== refs.userId)) throw fail('PERMISSION_DENIED');
  },
};
