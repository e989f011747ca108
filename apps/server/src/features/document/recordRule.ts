import { namedIn } from '@kontor/contract/entity/ref';
import type { RecordArgs } from '@kontor/contract/wire/record';
import { fail } from '../../http/errors.ts';
import { blobRule } from '../../sync/changes/blobs.ts';
import type { ChangeContext, RecordRule } from '../../sync/changes/context.ts';
import { assertCustomers } from '../../sync/changes/customers.ts';

/** Documents name blobs; one that was deleted may be restored by somebody else than its uploader. */
const ofBlobs = blobRule({ restores: true });

export const documentRule: RecordRule = {
  ...ofBlobs,
  check: async (context, verb, records) => {
    if (verb !== 'delete') await checkCustomers(context, records);
    await ofBlobs.check?.(context, verb, records);
  },
};

/** In the staff scope every document names its customer, elsewhere none does. */
async function checkCustomers(context: ChangeContext, records: readonly RecordArgs[]): Promise<void> {
  for (const { scopeId, refs } of records) {
    const isAboutCustomer = context.scopes.get(scopeId)?.kind === 'staff';
    if (isAboutCustomer !== (refs.customerId !== undefined))
      throw fail('BAD_INPUT', { message: 'customerId: exactly in the staff scope' });
  }
  await assertCustomers(
    context,
    records.flatMap(({ refs }) => namedIn(refs.customerId)),
  );
}
