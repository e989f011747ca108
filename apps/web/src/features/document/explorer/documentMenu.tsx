import type { Document } from '@kontor/contract/nouns/document';
import { Menu } from '@mantine/core';
import {
  IconAppWindow,
  IconCopy,
  IconDownload,
  IconFolderSymlink,
  IconHistory,
  IconPencil,
  IconShare,
  IconShareOff,
  IconSignature,
  IconStar,
  IconStarOff,
  IconTrash,
  IconWorldShare,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { appAddress } from '../../../platform/appAddress.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { useCan } from '../../../platform/workspace/actor.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ActionsMenu } from '../../../ui/list/actionsMenu.tsx';
import { CopyLinkItem } from '../../../ui/list/copyLinkItem.tsx';
import { keepFocus } from '../../../ui/list/keepFocus.ts';
import { downloadChosen } from '../actions.ts';
import { addressOf } from '../address.ts';
import { linkMessages } from '../link/messages.ts';
import { documentMessages } from '../messages.ts';
import { moveMessages } from '../moveMessages.ts';
import { useMayOpenNatively } from '../native/mayOpen.ts';
import { nativeMessages } from '../native/messages.ts';
import { openNatively } from '../native/openFiles.ts';
import type { Sharing } from '../share/sharing.ts';
import { toggleStar, useStarred } from '../star.ts';
import type { ContentsOf } from '../zip.ts';
import { ReadAgainItem } from './readAgainItem.tsx';

interface DocumentMenuProps {
  document: Document;
  /** Present if there is a customer to share with. */
  sharing?: Sharing | undefined;
  /** Returns the documents that a folder's download contains, if not all of them. */
  contentsOf?: ContentsOf | undefined;
  onShare: () => void;
  onRevoke: () => void;
  onRename: () => void;
  /** Shows the links for people without an account. */
  onLinks: () => void;
  /** Shows the versions of a file. */
  onVersions: () => void;
  /** Present if there are folders to move it to. */
  onMove: (() => void) | undefined;
  onCopy: () => void;
  onDelete: () => void;
}

/** Offers what can be done with one folder or file. */
export function DocumentMenu({
  document,
  sharing,
  contentsOf,
  onShare,
  onRevoke,
  onRename,
  onLinks,
  onVersions,
  onMove,
  onCopy,
  onDelete,
}: DocumentMenuProps) {
  const t = useMessages(documentMessages);
  const navigate = useNavigate();
  const l = useMessages(linkMessages);
  const m = useMessages(moveMessages);
  const n = useMessages(nativeMessages);
  const { records, userId } = useWorkspace();
  const mayLink = useCan('link.create', { ownerId: userId });
  const isStarred = useStarred().has(document.id);
  const isFile = document.kind === 'file';
  const mayOpenNatively = useMayOpenNatively(document);
  const download = () => void downloadChosen([document], '', contentsOf);
  const address = () => {
    const { path, search } = addressOf(document);
    return appAddress(path, { ...search });
  };
  return (
    <ActionsMenu name={shownName(document.name)}>
      {mayOpenNatively && (
        <Menu.Item leftSection={<Icon of={IconAppWindow} />} onClick={() => void openNatively(document)}>
          {n('openNatively')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon of={IconDownload} />} onClick={download}>
        {t(isFile ? 'download' : 'downloadZip')}
      </Menu.Item>
      <Menu.Item
        leftSection={<Icon of={isStarred ? IconStarOff : IconStar} />}
        onClick={() => {
          // Its row leaves a list of what is starred.
          if (isStarred) keepFocus();
          toggleStar(document.id);
        }}
      >
        {t(isStarred ? 'unstar' : 'star')}
      </Menu.Item>
      {isFile && (
        <Menu.Item leftSection={<Icon of={IconHistory} />} onClick={onVersions}>
          {t('versions')}
        </Menu.Item>
      )}
      {isFile && <ReadAgainItem document={document} />}
      {isFile && /\.pdf$/i.test(document.name) && (
        <Menu.Item
          leftSection={<Icon of={IconSignature} />}
          onClick={() =>
            void navigate({
              to: '/$workspace/signatures/ask/$document',
              params: { workspace: records.id, document: document.id },
            })
          }
        >
          {t('getSigned')}
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
      <CopyLinkItem address={address} />
      {mayLink && (
        <Menu.Item leftSection={<Icon of={IconWorldShare} />} onClick={onLinks}>
          {l('linksFor')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon of={IconPencil} />} onClick={onRename}>
        {t('rename')}
      </Menu.Item>
      {onMove && (
        <Menu.Item leftSection={<Icon of={IconFolderSymlink} />} onClick={onMove}>
          {t('move')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon of={IconCopy} />} onClick={onCopy}>
        {m('copyTo')}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<Icon of={IconTrash} />} onClick={onDelete}>
        {t('delete')}
      </Menu.Item>
    </ActionsMenu>
  );
}
