import { Checkbox } from '@mantine/core';
import { shownName } from '../../../platform/text/shownName.ts';
import type { Column } from '../../../ui/list/dataTable.tsx';
import { documentMessages } from '../messages.ts';
import type { Selection } from './selection.ts';

interface SelectColumn<Row> {
  selection: Selection;
  /** Rows that can be chosen. */
  count: number;
  /** Returns what can be chosen in a row. */
  itemOf: (row: Row) => { id: string; name: string } | undefined;
  onSelect: (id: string, how: 'toggle' | 'range') => void;
  onSelectAll: () => void;
  /** True where nothing else in a row takes the focus and chooses it. */
  isReached?: boolean;
}

const { t } = documentMessages;

/** Returns the column of boxes that choose rows; the one in its head chooses all of them. */
export function selectColumn<Row>({
  selection,
  count,
  itemOf,
  onSelect,
  onSelectAll,
  isReached = false,
}: SelectColumn<Row>): Column<Row> {
  const [isAny, isAll] = [selection.ids.size > 0, selection.ids.size >= count];
  return {
    key: 'select',
    header: count > 1 && (
      <Checkbox
        size="xs"
        aria-label={t('selectAll')}
        checked={isAny && isAll}
        indeterminate={isAny && !isAll}
        onChange={onSelectAll}
      />
    ),
    width: '36px',
    cell: (row) => {
      const item = itemOf(row);
      return (
        item && (
          <Checkbox
            size="xs"
            aria-label={t('selectRow', { name: shownName(item.name) })}
            checked={selection.ids.has(item.id)}
            onChange={() => undefined}
            onClick={(event) => {
              event.stopPropagation();
              onSelect(item.id, event.shiftKey ? 'range' : 'toggle');
            }}
            tabIndex={isReached ? 0 : -1}
            data-no-drag
          />
        )
      );
    },
  };
}
