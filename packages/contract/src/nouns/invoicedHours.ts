import { entity, type Open } from '../entity/entity.ts';
import { data, id, instant, text } from '../entity/field.ts';

/**
 * Entries of one person that an admin marked as invoiced with an export. Lies beside the entries, so that their person sees
 * it, and is written by admins alone.
 */
export const invoicedHours = entity('invoicedHours', {
  scopes: ['hours'],
  rights: { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' },
  indexes: ['entryIds', 'exportId'],
  refs: {},
  sealed: {
    /** Alike in all that was marked together. */
    exportId: id(),
    /** The name of the export. */
    exportName: text(200),
    invoicedAt: instant(),
    /** At most `maxInvoicedEntries`. */
    entryIds: data<string[]>(
      [],
      (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
    ),
  },
});
export type InvoicedHours = Open<typeof invoicedHours>;

/** Entries that one record names, so that none grows too large to be sent. */
export const maxInvoicedEntries = 1_000;
