import type { Customer } from '@kontor/contract/customer';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMessages } from '../../platform/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { archiveCustomer, deleteCustomer, restoreCustomer } from './actions.ts';
import { customerMessages } from './messages.ts';

interface CustomerMenuProps {
  customer: Customer;
  onEdit: () => void;
  onDeleted?: () => void;
}

/** What can be done with a customer as a whole. */
export function CustomerMenu({ customer, onEdit, onDeleted }: CustomerMenuProps) {
  const t = useMessages(customerMessages);
  const remove = async () => {
    if (await deleteCustomer(customer)) onDeleted?.();
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { name: customer.name })}>
          <Icon of={IconDots} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon of={IconPencil} />} onClick={onEdit}>
          {t('edit')}
        </Menu.Item>
        {customer.archivedAt ? (
          <Menu.Item leftSection={<Icon of={IconArchiveOff} />} onClick={() => restoreCustomer(customer)}>
            {t('unarchive')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<Icon of={IconArchive} />} onClick={() => void archiveCustomer(customer)}>
            {t('archive')}
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<Icon of={IconTrash} />} onClick={() => void remove()}>
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
