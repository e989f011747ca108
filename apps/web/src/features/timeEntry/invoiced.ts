/** Knows what was invoiced, and asks before it is changed. */
import { invoicesOf } from '@kontor/client/nouns/timeEntry';
import type { InvoicedHours } from '@kontor/contract/nouns/invoicedHours';
import { tryAct } from '../../platform/tryAct.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { timeMessages } from './messages.ts';

const { t } = timeMessages;

/** Asks before entries are changed or deleted, if one was invoiced. Resolves to false where they are to stay. */
export async function mayChange(entryIds: readonly string[]): Promise<boolean> {
  const { collections } = currentWorkspace().records;
  const names = new Set(
    entryIds.flatMap((id) => invoicesOf(collections, id).map(({ exportName }) => exportName)),
  );
  if (names.size === 0) return true;
  const words = [...names].map((name) => t('invoicedWith', { name }));
  return confirm({
    title: t('changeInvoicedTitle'),
    body: [...words, t('changeInvoicedBody')].join(' '),
    action: t('changeAnyway'),
  });
}

/** Takes an entry out of what it was invoiced with. */
export function unmark(invoice: InvoicedHours, entryId: string): void {
  const entries = invoice.entries.filter((each) => each.entryId !== entryId);
  tryAct(
    () => currentWorkspace().records.update('invoicedHours', invoice.id, { entries }),
    t('updateFailed'),
  );
}
