import type { Customer } from '@kontor/contract/customer';
import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../platform/messages.ts';
import { usePending } from '../../platform/workspace.ts';
import { PendingMark } from '../../ui/pendingMark.tsx';
import css from './customer.module.css';
import { customerMessages } from './messages.ts';

/** A customer's name as the link of its row. */
export function CustomerName({ customer, workspace }: { customer: Customer; workspace: string }) {
  const t = useMessages(customerMessages);
  const pending = usePending(customer.id);
  return (
    <span className={css.name}>
      <Link to="/$workspace/customers/$customer" params={{ workspace, customer: customer.id }} data-list-item>
        {customer.name}
      </Link>
      {customer.archivedAt && (
        <Badge size="xs" color="gray" variant="light">
          {t('archived')}
        </Badge>
      )}
      {pending && <PendingMark />}
    </span>
  );
}
