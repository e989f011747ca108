import { fail } from '../../http/errors.ts';
import type { RecordRule } from '../../sync/changes/context.ts';

/** In the staff scope every document names its customer, elsewhere none does. */
export const documentRule: RecordRule = {
  check: (context, verb, records) => {
    if (verb === 'delete') return;
    for (const { scopeId, refs } of records) {
      const isAboutCustomer = context.scopes.get(scopeId)?.kind === 'staff';
      if (isAboutCustomer !== (refs.customerId !== undefined))
        throw fail('BAD_INPUT', { message: 'customerId: exactly in the staff scope' });
    }
  },
};
