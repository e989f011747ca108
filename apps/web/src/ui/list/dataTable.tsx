import type { View } from '@kontor/client/replica/view';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type HTMLAttributes,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../icon.tsx';
import { uiMessages } from '../messages.ts';
import { moveInList } from './arrowList.ts';
import css from './dataTable.module.css';
import { type ColumnWidth, fittingColumns } from './fittingColumns.ts';
import { fixedView } from './fixedView.ts';
import { InRow } from './inRow.ts';
import { usePrinting } from './printing.ts';
import { type Sort, sortedBy } from './sort.ts';
import { Unprinted } from './unprinted.tsx';
import { useVirtualRows } from './virtualRows.ts';

const rowHeight = 36;

/** px: what a sheet of A4 or Letter has between its margins. */
const paperWidth = 680;

export interface Column<Row> extends ColumnWidth {
  key: string;
  /** Null over what is done with a row: its head says so to screen readers alone. */
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, in tabular figures. */
  align?: 'start' | 'end';
  /** True if its head sorts the table; the owner of the rows supplies them in that order. */
  isSortable?: boolean;
}

interface DataTableProps<Row> {
  /** Describes the table's content to people who cannot see it. */
  label: string;
  columns: readonly Column<Row>[];
  /** A live view, which the table follows by itself, or rows that change with their array. */
  rows: View<Row> | readonly Row[];
  rowKey: (row: Row) => string;
  /** Returns true if a row is selected, which changes its background. */
  isSelected?: (row: Row) => boolean;
  /** The key of a row that the window goes to once, where it is not in it. */
  shownKey?: string | undefined;
  /** Returns more attributes of a row: handlers, marks for dragging. */
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, unknown>;
  /** The column by which the rows are ordered. */
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}

/** Shows the head of a column; a second press on it reverses the order. */
function Head<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<DataTableProps<Row>, 'sort' | 'onSort'>) {
  const t = useMessages(uiMessages);
  if (column.header === null) return <VisuallyHidden>{t('rowActions')}</VisuallyHidden>;
  if (!column.isSortable || !sort || !onSort) return column.header;
  return (
    <UnstyledButton className={css.head!} onClick={() => onSort(sortedBy(sort, column.key))}>
      {column.header}
      {sort.key === column.key && <Icon of={sort.isDescending ? IconArrowDown : IconArrowUp} size={14} />}
    </UnstyledButton>
  );
}

const cellClass = <Row,>(column: Column<Row>) => (column.align === 'end' ? css.end : undefined);

/** Returns the width (px) of an element's content, before the first paint too; undefined where nothing is laid out. */
function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const read = () => setWidth(element.current?.clientWidth || undefined);
    read();
    const observer = new ResizeObserver(read);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Shows the cells of a row, rendered again only when the row or the columns change. */
const Cells = memo(function Cells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map((column) => (
    <td key={column.key} className={cellClass(column)}>
      {column.cell(row)}
    </td>
  ));
}) as <Row>(props: { row: Row; columns: readonly Column<Row>[] }) => ReactNode;

/**
 * Shows the ledger: rows of 36 px, hairlines, arrow keys between the rows' `data-list-item` elements. Long tables keep only
 * the rows near the window in the page.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows: source, rowKey, isSelected, shownKey, rowProps, sort, onSort } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const isPrinting = usePrinting();
  const room = isPrinting ? paperWidth : width;
  const columns = useMemo(() => fittingColumns(props.columns, room), [props.columns, room]);
  const latestKey = useRef(rowKey);
  latestKey.current = rowKey;
  const keyOf = useCallback((row: Row) => latestKey.current(row), []);
  const view = useMemo(() => ('window' in source ? source : fixedView(source, keyOf)), [source, keyOf]);
  const element = useRef<HTMLTableSectionElement>(null);
  const { rows, count, skippedAfter, unprinted } = useVirtualRows({
    view,
    keyOf,
    element,
    rowHeight,
    shown: shownKey,
  });
  return (
    <div ref={frame}>
      <table className={css.table} aria-label={label} aria-rowcount={count + 1} onKeyDown={moveInList}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cellClass(column)}
                style={{ width: column.width }}
                aria-sort={
                  sort && column.key === sort.key
                    ? sort.isDescending
                      ? 'descending'
                      : 'ascending'
                    : undefined
                }
              >
                <Head column={column} {...(sort && { sort })} {...(onSort && { onSort })} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={element}>
          {rows.flatMap(({ row, index, skipped }) => [
            skipped > 0 && <tr key={`before ${rowKey(row)}`} aria-hidden style={{ height: skipped }} />,
            <tr
              key={rowKey(row)}
              aria-rowindex={index + 2}
              data-index={index}
              data-row={rowKey(row)}
              data-selected={isSelected?.(row) || undefined}
              {...rowProps?.(row)}
            >
              <InRow value>
                <Cells row={row} columns={columns} />
              </InRow>
            </tr>,
          ])}
          {skippedAfter > 0 && <tr aria-hidden style={{ height: skippedAfter }} />}
          {unprinted > 0 && (
            <tr>
              <td colSpan={columns.length}>
                <Unprinted count={unprinted} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
