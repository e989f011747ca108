import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../icon.tsx';
import { uiMessages } from '../messages.ts';
import { ActionsMenu } from './actionsMenu.tsx';
import { CopyLinkItem } from './copyLinkItem.tsx';

interface RecordMenuProps {
  name: string;
  /** Its own page. */
  address: () => string;
  isArchived: boolean;
  onEdit: () => void;
  onArchive: () => void;
  onRestore: () => void;
  /** None for who may not. */
  onDelete?: (() => void) | undefined;
}

/** Offers what can be done with a record that can be archived. */
export function RecordMenu({
  name,
  address,
  isArchived,
  onEdit,
  onArchive,
  onRestore,
  onDelete,
}: RecordMenuProps) {
  const t = useMessages(uiMessages);
  return (
    <ActionsMenu name={name}>
      <Menu.Item leftSection={<Icon of={IconPencil} />} onClick={onEdit}>
        {t('edit')}
      </Menu.Item>
      <CopyLinkItem address={address} />
      <Menu.Item
        leftSection={<Icon of={isArchived ? IconArchiveOff : IconArchive} />}
        onClick={isArchived ? onRestore : onArchive}
      >
        {t(isArchived ? 'unarchive' : 'archive')}
      </Menu.Item>
      {onDelete && (
        <Menu.Item color="red" leftSection={<Icon of={IconTrash} />} onClick={onDelete}>
          {t('delete')}
        </Menu.Item>
      )}
    </ActionsMenu>
  );
}
