import type { Customer } from '@kontor/contract/nouns/customer';
import { appAddress } from '../../platform/appAddress.ts';
import { RecordMenu } from '../../ui/list/recordMenu.tsx';
import { archiveCustomer, deleteCustomer, restoreCustomer } from './actions.ts';

interface CustomerMenuProps {
  customer: Customer;
  onEdit: () => void;
  onDeleted?: () => void;
}

/** Offers what can be done with a customer as a whole. */
export function CustomerMenu({ customer, onEdit, onDeleted }: CustomerMenuProps) {
  const remove = async () => {
    if (await deleteCustomer(customer)) onDeleted?.();
  };
  return (
    <RecordMenu
      name={customer.name}
      address={() => appAddress(`customers/${customer.id}`)}
      isArchived={Boolean(customer.archivedAt)}
      onEdit={onEdit}
      onArchive={() => void archiveCustomer(customer)}
      onRestore={() => restoreCustomer(customer)}
      onDelete={() => void remove()}
    />
  );
}
