import { entity, type Open } from '../entity/entity.ts';
import { data, id, instant, keyed, text } from '../entity/field.ts';

/** An entry that was invoiced, or the days of it that were. */
export interface InvoicedEntry {
  /** That of the entry. */
  id: string;
  /** Absent: all of it, whatever its days are later. */
  days?: readonly string[];
}

const isEntry = ({ days, ...entry }: Partial<InvoicedEntry>) =>
  typeof entry.id === 'string' &&
  (days === undefined || (Array.isArray(days) && days.every((day) => typeof day === 'string')));

/**
 * Entries of one person that an admin marked as invoiced with an export. Lies beside the entries, so that their person sees
 * it, and is written by admins alone.
 */
export const invoicedHours = entity('invoicedHours', {
  scopes: ['hours'],
  written: 'once',
  // Two admins may take different entries out at once.
  merge: { entries: 'items' },
  isInArchive: false,
  rights: { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' },
  indexes: ['entries', 'exportId'],
  refs: {},
  sealed: {
    /** Alike in all that was marked together. */
    exportId: id(),
    /** The name of the export. */
    exportName: text(200),
    invoicedAt: instant(),
    /** At most `maxInvoicedEntries`. */
    entries: keyed(
      data<InvoicedEntry[]>(
        [],
        (value) => Array.isArray(value) && value.every((each) => isEntry(each ?? {})),
      ),
      (entries) => entries.map((entry) => entry.id),
    ),
  },
});
export type InvoicedHours = Open<typeof invoicedHours>;

/** Entries that one record names, so that none grows too large to be sent. */
export const maxInvoicedEntries = 1_000;
