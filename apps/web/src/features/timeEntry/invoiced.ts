/** Knows what was invoiced, and asks before it is changed. */
import { invoicesOf } from '@kontor/client/nouns/timeEntry';
import type { InvoicedHours } from '@kontor/contract/nouns/invoicedHours';
import { formatDayAndYear } from '../../platform/text/format.ts';
import { tryAct } from '../../platform/tryAct.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { timeMessages } from './messages.ts';

const { t } = timeMessages;

/**
 * Asks before entries are changed or deleted, if one was invoiced; of one of which only some days were, it says that others will be
 * billed, and of one that was invoiced as a whole that nothing more of it will. Resolves to false where they are to stay.
 */
export async function mayChange(entryIds: readonly string[]): Promise<boolean> {
  const { collections } = currentWorkspace().records;
  const invoices = new Set(entryIds.flatMap((id) => invoicesOf(collections, id)));
  if (invoices.size === 0) return true;
  const names = new Set([...invoices].map(({ exportName }) => exportName));
  const words = [...names].map((name) => t('invoicedWith', { name }));
  const marked = [...invoices].flatMap(({ entries }) => entries.filter((each) => entryIds.includes(each.id)));
  const days = [...new Set(marked.flatMap((each) => each.days ?? []))].sort();
  if (days.length > 0)
    words.push(t('daysInvoicedAlone', { days: days.map((day) => formatDayAndYear(day)).join(' · ') }));
  words.push(t('changeInvoicedBody'));
  if (marked.some((each) => !each.days)) words.push(t('addedNotInvoiced'));
  return confirm({
    title: t('changeInvoicedTitle'),
    body: words.join(' '),
    action: t('changeAnyway'),
  });
}

/** Takes an entry out of what it was invoiced with. */
export function unmark(invoice: InvoicedHours, entryId: string): void {
  const entries = invoice.entries.filter((each) => each.id !== entryId);
  tryAct(
    () => currentWorkspace().records.update('invoicedHours', invoice.id, { entries }),
    t('updateFailed'),
  );
}
