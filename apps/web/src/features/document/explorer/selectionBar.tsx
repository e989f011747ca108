import type { Document } from '@kontor/contract/nouns/document';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconFolderSymlink,
  IconShare,
  IconShareOff,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon, type IconShape } from '../../../ui/icon.tsx';
import { downloadChosen } from '../actions.ts';
import { documentMessages } from '../messages.ts';
import type { Sharing } from '../share/sharing.ts';
import type { ContentsOf } from '../zip.ts';
import css from './selectionBar.module.css';

export interface Act {
  icon: IconShape;
  label: string;
  /** More than the label says, where there is room for it. */
  title?: string;
  run: () => void;
}

interface SelectionBarProps {
  chosen: readonly Document[];
  /** Where there is a customer to share with. */
  sharing?: Sharing | undefined;
  /** The name of an archive of several things. */
  archiveName: string;
  /** Returns what lies in a folder, where the folders are not the workspace's own. */
  contentsOf?: ContentsOf;
  onMove?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
  onClear: () => void;
}

/** Shows a verb: on a phone its sign alone, which says the word to those who cannot see it. */
export const ActButton = ({ act, className }: { act: Act; className?: string }) => (
  <Button
    className={className}
    classNames={{ root: css.act!, section: css.sign!, label: css.label! }}
    variant="default"
    leftSection={<Icon of={act.icon} />}
    onClick={act.run}
    title={act.title ?? act.label}
  >
    {act.label}
  </Button>
);

interface ChosenProps {
  count: number;
  onClear: () => void;
  /** Its verbs. */
  children: ReactNode;
}

/** Says how much is chosen, with what can be done about it. */
export function Chosen({ count, onClear, children }: ChosenProps) {
  const t = useMessages(documentMessages);
  return (
    <div className={css.root}>
      <Text size="sm" role="status" className={css.count!}>
        {t('selected', { count })}
      </Text>
      {children}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('clearSelection')}
        title={t('clearSelection')}
        onClick={onClear}
      >
        <Icon of={IconX} />
      </ActionIcon>
    </div>
  );
}

/** Offers what can be done with the selection, in one row: what finds no room there, on a phone the sharing, is in a menu. */
export function SelectionBar({
  chosen,
  sharing,
  archiveName,
  contentsOf,
  onMove,
  onDelete,
  onClear,
}: SelectionBarProps) {
  const t = useMessages(documentMessages);
  const isShared = ({ id }: Document) => sharing?.isShared(id);
  const customer = sharing?.customerName ?? '';
  const share: Act = {
    icon: IconShare,
    label: t('share'),
    title: t('shareWith', { customer }),
    run: () => sharing?.share(chosen),
  };
  const revoke: Act = {
    icon: IconShareOff,
    label: t('revoke'),
    title: t('revokeFrom', { customer }),
    run: () => sharing?.revoke(chosen),
  };
  const shares = sharing
    ? [...(chosen.every(isShared) ? [] : [share]), ...(chosen.some(isShared) ? [revoke] : [])]
    : [];
  const download = () => void downloadChosen(chosen, archiveName, contentsOf);
  return (
    <Chosen count={chosen.length} onClear={onClear}>
      <ActButton act={{ icon: IconDownload, label: t('download'), run: download }} />
      {shares[0] && <ActButton act={shares[0]} className={css.wide!} />}
      {onMove && <ActButton act={{ icon: IconFolderSymlink, label: t('move'), run: onMove }} />}
      {onDelete && <ActButton act={{ icon: IconTrash, label: t('delete'), run: onDelete }} />}
      {shares.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              className={shares.length === 1 ? css.narrow! : ''}
              variant="default"
              size={36}
              aria-label={t('more')}
            >
              <Icon of={IconDots} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {shares.map(({ icon, label, title, run }, i) => (
              <Menu.Item
                key={label}
                className={i === 0 ? css.narrowItem! : ''}
                leftSection={<Icon of={icon} />}
                onClick={run}
              >
                {title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Chosen>
  );
}
