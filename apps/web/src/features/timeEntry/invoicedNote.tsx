import { Button, Group, Text } from '@mantine/core';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useRead, useWorkspace } from '../../platform/workspace/workspace.ts';
import { invoiceOf, unmark } from './invoiced.ts';
import { timeMessages } from './messages.ts';

/** Says what an entry was invoiced with; an admin takes it back. */
export function InvoicedNote({ entryId }: { entryId: string }) {
  const t = useMessages(timeMessages);
  const { collections } = useWorkspace().records;
  const mayUnmark = useCan('invoicedHours.update');
  const invoice = useRead(collections.invoicedHours, () => invoiceOf(collections, entryId));
  if (!invoice) return null;
  return (
    <Group justify="space-between">
      <Text size="sm">
        {t('invoicedOn', { name: invoice.exportName, date: formatDate(invoice.invoicedAt) })}
      </Text>
      {mayUnmark && (
        <Button size="compact-sm" variant="default" onClick={() => unmark(invoice, entryId)}>
          {t('notInvoiced')}
        </Button>
      )}
    </Group>
  );
}
