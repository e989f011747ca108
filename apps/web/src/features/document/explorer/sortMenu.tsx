import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Sort } from '../../../ui/list/sort.ts';
import { documentMessages } from '../messages.ts';

const keys = ['name', 'kind', 'size', 'changed'] as const;
const directions = ['ascending', 'descending'] as const;

interface SortMenuProps {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Chooses how documents are ordered, also where no head of a table does: among pictures, and on narrow screens. */
export function SortMenu({ sort, onSort }: SortMenuProps) {
  const t = useMessages(documentMessages);
  const choices = (values: readonly (typeof keys | typeof directions)[number][]) =>
    values.map((value) => (
      <Menu.RadioItem key={value} value={value}>
        {t(value)}
      </Menu.RadioItem>
    ));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('sort')} title={t('sort')}>
          <Icon of={IconArrowsSort} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={sort.key} onChange={(key) => onSort({ ...sort, key })}>
          {choices(keys)}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.RadioGroup
          value={sort.isDescending ? 'descending' : 'ascending'}
          onChange={(direction) => onSort({ ...sort, isDescending: direction === 'descending' })}
        >
          {choices(directions)}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
