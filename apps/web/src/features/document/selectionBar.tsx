import type { Document } from '@kontor/contract/document';
import { Button, Group, Text } from '@mantine/core';
import {
  IconDownload,
  IconFolderSymlink,
  IconShare,
  IconShareOff,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useMessages } from '../../platform/messages.ts';
import { Icon, type IconShape } from '../../ui/icon.tsx';
import { downloadDocument } from './actions.ts';
import { documentMessages } from './messages.ts';
import type { Sharing } from './sharing.ts';

interface SelectionBarProps {
  chosen: readonly Document[];
  /** Where there is a customer to share with. */
  sharing: Sharing | undefined;
  onMove: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** What can be done with all that is chosen. */
export function SelectionBar({ chosen, sharing, onMove, onDelete, onClear }: SelectionBarProps) {
  const t = useMessages(documentMessages);
  const isShared = ({ id }: Document) => sharing?.isShared(id);
  const act = (icon: IconShape, label: string, run: () => void, title?: string) => (
    <Button variant="default" leftSection={<Icon of={icon} />} onClick={run} title={title}>
      {label}
    </Button>
  );
  const customer = sharing?.customerName ?? '';
  return (
    <Group gap="sm">
      <Text size="sm" role="status">
        {t('selected', { count: chosen.length })}
      </Text>
      {chosen.every(({ kind }) => kind === 'file') &&
        act(IconDownload, t('download'), () => {
          for (const file of chosen) void downloadDocument(file);
        })}
      {sharing &&
        !chosen.every(isShared) &&
        act(IconShare, t('share'), () => sharing.share(chosen), t('shareWith', { customer }))}
      {sharing &&
        chosen.some(isShared) &&
        act(IconShareOff, t('revoke'), () => sharing.revoke(chosen), t('revokeFrom', { customer }))}
      {act(IconFolderSymlink, t('move'), onMove)}
      {act(IconTrash, t('delete'), onDelete)}
      <Button variant="subtle" leftSection={<Icon of={IconX} />} onClick={onClear}>
        {t('clearSelection')}
      </Button>
    </Group>
  );
}
