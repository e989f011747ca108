import { invoicesOf } from '@kontor/client/nouns/timeEntry';
import { Button, Group, Text } from '@mantine/core';
import { formatDate, formatDayAndYear } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { unmark } from './invoiced.ts';
import { timeMessages } from './messages.ts';

/** Says what an entry or days of it were invoiced with; an admin takes it back. */
export function InvoicedNote({ entryId }: { entryId: string }) {
  const t = useMessages(timeMessages);
  const { collections } = useWorkspace().records;
  const mayUnmark = useCan('invoicedHours.update');
  const invoices = useRead(collections.invoicedHours, () => invoicesOf(collections, entryId));
  return invoices.map((invoice) => {
    const [name, date] = [invoice.exportName, formatDate(invoice.invoicedAt)];
    const days = invoice.entries.find((each) => each.id === entryId)?.days;
    return (
      <Group key={invoice.id} justify="space-between">
        <Text size="sm">
          {days
            ? t('invoicedDays', { name, date, days: days.map((day) => formatDayAndYear(day)).join(' · ') })
            : t('invoicedOn', { name, date })}
        </Text>
        {mayUnmark && (
          <Button size="compact-sm" variant="default" onClick={() => unmark(invoice, entryId)}>
            {t('notInvoiced')}
          </Button>
        )}
      </Group>
    );
  });
}
