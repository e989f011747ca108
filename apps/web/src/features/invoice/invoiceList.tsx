import { type InvoiceForm, invoiceForms } from '@kontor/contract/billing/invoiceForm';
import type { InvoiceSummary } from '@kontor/contract/wire/invoice';
import { Badge, Button, Text, Title } from '@mantine/core';
import { toastFailure } from '../../platform/failures/failures.ts';
import { saveFile } from '../../platform/saveFile.ts';
import { formatBillingDay } from '../../platform/text/billingDay.ts';
import { formatMoney } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useMutation } from '../../platform/workspace/calls.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import css from './invoice.module.css';
import { invoiceMessages } from './messages.ts';
import { useInvoices } from './queries.ts';

const colors = { draft: 'gray', open: 'orange', paid: 'petrol', uncollectible: 'red', void: 'gray' } as const;

interface InvoiceListProps {
  workspace: string;
  /** Leads to where an open invoice is paid. */
  onPay: () => void;
}

/** Shows the invoices of a workspace, newest first. */
export function InvoiceList({ workspace, onPay }: InvoiceListProps) {
  const t = useMessages(invoiceMessages);
  const { data: invoices, isPending, isError, refetch } = useInvoices(workspace);
  return (
    <section aria-labelledby="invoices" className={css.section}>
      <Title order={2} id="invoices" mb="xs">
        {t('invoices')}
      </Title>
      {isPending && <SkeletonRows rows={3} />}
      {isError && <LoadFailed text={t('listFailed')} onRetry={refetch} />}
      {invoices?.length === 0 && <EmptyState>{t('empty')}</EmptyState>}
      {invoices && invoices.length > 0 && (
        <ul className={css.rows} aria-labelledby="invoices">
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} workspace={workspace} invoice={invoice} onPay={onPay} />
          ))}
        </ul>
      )}
    </section>
  );
}

function InvoiceRow({ workspace, invoice, onPay }: InvoiceListProps & { invoice: InvoiceSummary }) {
  const t = useMessages(invoiceMessages);
  const { id, kind, number, status, grossCents, dueCents, issuedAt, createdAt } = invoice;
  const name = number === null ? t('unnumbered') : t(kind, { number });
  const load = useMutation({
    mutationFn: (form: InvoiceForm) => currentSession().invoices.file(workspace, id, form),
    onSuccess: ({ file, name: fileName }) => saveFile(file, fileName),
    onError: (failure) => toastFailure(failure, t('fileFailed')),
  });
  const isOwed = kind === 'invoice' && (status === 'open' || status === 'uncollectible');
  return (
    <li>
      <div className={css.name}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {formatBillingDay(issuedAt ?? createdAt)}
          {number === null && status !== 'draft' && status !== 'void' && ` · ${t('waits')}`}
        </Text>
      </div>
      <Badge color={colors[status]} variant="light" tt="none" className={css.status!}>
        {t(kind === 'creditNote' ? 'credited' : status)}
      </Badge>
      <div className={`figures ${css.amount}`}>
        <Text>{formatMoney(grossCents, 'EUR')}</Text>
        {isOwed && dueCents !== grossCents && (
          <Text size="sm" c="dimmed">
            {t('owed', { amount: formatMoney(dueCents, 'EUR') })}
          </Text>
        )}
      </div>
      <div className={css.actions}>
        {isOwed && (
          <Button size="compact-sm" onClick={onPay}>
            {t('pay')}
          </Button>
        )}
        {number !== null &&
          invoiceForms.map((form) => (
            <Button
              key={form}
              variant="subtle"
              size="compact-sm"
              aria-label={t('fileOf', { form: t(form), name })}
              loading={load.isPending && load.variables === form}
              onClick={() => load.mutate(form)}
            >
              {t(form)}
            </Button>
          ))}
      </div>
    </li>
  );
}
