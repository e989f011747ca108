import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type HTMLAttributes, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { moveInList } from './arrowList.ts';
import css from './dataTable.module.css';
import { type Sort, sortedBy } from './sort.ts';

const rowHeight = 36;
/** Below this many rows all are in the page, so that the browser's own search finds them. */
const virtualFrom = 200;

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** CSS width; columns without one share the rest. */
  width?: string;
  /** Numbers stand at the end, in tabular figures. */
  align?: 'start' | 'end';
  /** Left out on a phone. */
  wide?: boolean;
  /** Its head orders the table; the rows come in that order from whoever owns them. */
  isSortable?: boolean;
}

interface DataTableProps<Row> {
  /** What the table holds, for those who cannot see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** A row's ground when it is selected. */
  isSelected?: (row: Row) => boolean;
  /** More attributes of a row: handlers, marks for dragging. */
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, unknown>;
  /** By which column the rows are ordered. */
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}

/** The head of a column; a second press on it turns the order round. */
function Head<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>) {
  if (!column.isSortable || !sort || !onSort) return column.header;
  return (
    <UnstyledButton className={css.head!} onClick={() => onSort(sortedBy(sort, column.key))}>
      {column.header}
      {sort.key === column.key && <Icon of={sort.isDescending ? IconArrowDown : IconArrowUp} size={14} />}
    </UnstyledButton>
  );
}

/**
 * The ledger: rows of 36 px, hairlines, arrow keys between the rows' `data-list-item` elements. Long tables keep only
 * the rows near the window in the page.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, isSelected, rowProps, sort, onSort } = props;
  const table = useRef<HTMLTableElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (table.current) setTop(table.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtual = rows.length >= virtualFrom;
  const virtualizer = useWindowVirtualizer({
    count: virtual ? rows.length : 0,
    estimateSize: () => rowHeight,
    overscan: 16,
    scrollMargin: top,
  });
  const shown = virtualizer.getVirtualItems();
  const before = virtual ? (shown[0]?.index ?? 0) : 0;
  const after = virtual ? rows.length - 1 - (shown.at(-1)?.index ?? -1) : 0;
  const visible = virtual ? rows.slice(before, rows.length - after) : rows;
  const cellClass = (column: Column<Row>) =>
    [column.align === 'end' && css.end, column.wide && css.wide].filter(Boolean).join(' ');
  return (
    <table
      ref={table}
      className={css.table}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      onKeyDown={moveInList}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={cellClass(column)}
              style={{ width: column.width }}
              aria-sort={
                sort && column.key === sort.key ? (sort.isDescending ? 'descending' : 'ascending') : undefined
              }
            >
              <Head column={column} {...(sort && { sort })} {...(onSort && { onSort })} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {before > 0 && <tr aria-hidden style={{ height: before * rowHeight }} />}
        {visible.map((row, index) => (
          <tr
            key={rowKey(row)}
            aria-rowindex={before + index + 2}
            data-selected={isSelected?.(row) || undefined}
            {...rowProps?.(row)}
          >
            {columns.map((column) => (
              <td key={column.key} className={cellClass(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
        {after > 0 && <tr aria-hidden style={{ height: after * rowHeight }} />}
      </tbody>
    </table>
  );
}
