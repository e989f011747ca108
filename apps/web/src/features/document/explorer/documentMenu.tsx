import type { Document } from '@kontor/contract/nouns/document';
import { Menu } from '@mantine/core';
import {
  IconDownload,
  IconFolderSymlink,
  IconPencil,
  IconShare,
  IconShareOff,
  IconTrash,
} from '@tabler/icons-react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ActionsMenu } from '../../../ui/list/actionsMenu.tsx';
import { downloadDocument } from '../actions.ts';
import { documentMessages } from '../messages.ts';
import type { Sharing } from '../share/sharing.ts';
import { shownName } from '../shownName.ts';

interface DocumentMenuProps {
  document: Document;
  /** Where there is a customer to share with. */
  sharing?: Sharing | undefined;
  onShare: () => void;
  onRevoke: () => void;
  onRename: () => void;
  onMove: () => void;
  onDelete: () => void;
}

/** Offers what can be done with one folder or file. */
export function DocumentMenu({
  document,
  sharing,
  onShare,
  onRevoke,
  onRename,
  onMove,
  onDelete,
}: DocumentMenuProps) {
  const t = useMessages(documentMessages);
  return (
    <ActionsMenu name={shownName(document.name)}>
      {document.kind === 'file' && (
        <Menu.Item leftSection={<Icon of={IconDownload} />} onClick={() => void downloadDocument(document)}>
          {t('download')}
        </Menu.Item>
      )}
      {sharing && !sharing.isShared(document.id) && (
        <Menu.Item leftSection={<Icon of={IconShare} />} onClick={onShare}>
          {t('shareWith', { customer: sharing.customerName })}
        </Menu.Item>
      )}
      {sharing?.isShared(document.id) && (
        <Menu.Item leftSection={<Icon of={IconShareOff} />} onClick={onRevoke}>
          {t('revokeFrom', { customer: sharing.customerName })}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon of={IconPencil} />} onClick={onRename}>
        {t('rename')}
      </Menu.Item>
      <Menu.Item leftSection={<Icon of={IconFolderSymlink} />} onClick={onMove}>
        {t('move')}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<Icon of={IconTrash} />} onClick={onDelete}>
        {t('delete')}
      </Menu.Item>
    </ActionsMenu>
  );
}
