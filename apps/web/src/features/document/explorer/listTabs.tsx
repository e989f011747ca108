import { ActionIcon } from '@mantine/core';
import {
  IconClock,
  IconFolder,
  IconLayoutGrid,
  IconList,
  IconStar,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon, type IconShape } from '../../../ui/icon.tsx';
import type { Sort } from '../../../ui/list/sort.ts';
import { documentMessages } from '../messages.ts';
import type { Root } from '../root.ts';
import { type ListPath, sharedPath } from '../tree.ts';
import { FolderLink } from './folderLink.tsx';
import css from './listTabs.module.css';
import { SortMenu } from './sortMenu.tsx';

type TabPath = ListPath | typeof sharedPath | undefined;

interface ListTabsProps {
  workspace: string;
  root: Root;
  list: TabPath;
  /** Undefined where there is nothing to choose. */
  layout?: 'rows' | 'grid';
  onLayout?: (layout: 'rows' | 'grid') => void;
  /** Absent where the list has an order of its own. */
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
}

/**
 * Leads to the lists over all folders, to what a customer sees and to the trash, and chooses the order, and between rows and pictures.
 */
export function ListTabs({ workspace, root, list, layout, onLayout, sort, onSort }: ListTabsProps) {
  const t = useMessages(documentMessages);
  const tabs: { path: TabPath; label: string; icon: IconShape }[] = [
    { path: undefined, label: t('folders'), icon: IconFolder },
    { path: 'recent', label: t('recently'), icon: IconClock },
    { path: 'starred', label: t('starred'), icon: IconStar },
    ...(root.customerId === undefined
      ? []
      : [{ path: sharedPath, label: t('shared'), icon: IconUsersGroup } as const]),
    { path: 'trash', label: t('trash'), icon: IconTrash },
  ];
  const other = layout === 'rows' ? 'grid' : 'rows';
  return (
    <nav className={css.tabs} aria-label={t('lists')}>
      <ul>
        {tabs.map(({ path, label, icon }) => (
          <li key={label} data-here={list === path || undefined}>
            <FolderLink workspace={workspace} root={root} path={path} title={label}>
              <Icon of={icon} size={16} />
              <span>{label}</span>
            </FolderLink>
          </li>
        ))}
      </ul>
      {sort && onSort && <SortMenu sort={sort} onSort={onSort} />}
      {layout && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(other)}
          title={t(other)}
          onClick={() => onLayout?.(other)}
        >
          <Icon of={other === 'grid' ? IconLayoutGrid : IconList} />
        </ActionIcon>
      )}
    </nav>
  );
}
