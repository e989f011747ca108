import { fail } from '../../http/errors.ts';
import type { RecordRule } from './context.ts';

/**
 * For records about one person each (`userId`): their id follows from the person's (and their scope's). So there is one at
 * most, and it stays with its person; permission is decided on the person whom the change names.
 */
export const personRule = (idOf: (userId: string, scopeId: string) => string): RecordRule => ({
  check: (_context, _verb, records) => {
    if (records.some(({ id, scopeId, refs }) => id !== idOf(String(refs.userId), scopeId)))
      throw fail('PERMISSION_DENIED');
  },
});
