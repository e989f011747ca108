import type { Customer } from '@kontor/contract/nouns/customer';
import { Link } from '@tanstack/react-router';
import { usePending } from '../../platform/workspace/workspace.ts';
import { RecordName } from '../../ui/list/recordName.tsx';

/** A customer's name as the link of its row. */
export function CustomerName({ customer, workspace }: { customer: Customer; workspace: string }) {
  const { id, name, archivedAt } = customer;
  return (
    <RecordName isArchived={Boolean(archivedAt)} isPending={usePending(id)}>
      <Link
        to="/$workspace/customers/$customer"
        params={{ workspace, customer: id }}
        title={name}
        data-list-item
      >
        {name}
      </Link>
    </RecordName>
  );
}
