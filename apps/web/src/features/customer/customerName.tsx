import type { Customer } from '@kontor/contract/nouns/customer';
import { Link } from '@tanstack/react-router';
import { RecordMarks } from '../../ui/list/recordMarks.tsx';
import { RecordName } from '../../ui/list/recordName.tsx';

/** Shows a customer's name as the link of its row. */
export function CustomerName({ customer, workspace }: { customer: Customer; workspace: string }) {
  const { id, name, archivedAt } = customer;
  return (
    <RecordName isArchived={Boolean(archivedAt)} marks={<RecordMarks entity="customer" record={customer} />}>
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
