import type { View } from '@kontor/client/replica/view';
import { type HTMLAttributes, type LiHTMLAttributes, type ReactNode, useRef } from 'react';
import { InRow } from './inRow.ts';
import { Unprinted } from './unprinted.tsx';
import { useVirtualRows } from './virtualRows.ts';

interface RowListProps<Row> extends Omit<HTMLAttributes<HTMLUListElement>, 'children'> {
  view: View<Row>;
  keyOf: (row: Row) => string;
  /** px; an estimate where rows are uneven. */
  rowHeight: number;
  isUneven?: boolean;
  /** The key of a row that stays in the page wherever it is. */
  pinned?: string | undefined;
  /** More attributes of a row. */
  rowProps?: (row: Row) => LiHTMLAttributes<HTMLLIElement> & Record<`data-${string}`, unknown>;
  /** The content of a row; memoise it, so that its neighbours' changes cost nothing. */
  children: (row: Row) => ReactNode;
}

/** Shows the rows of a view as a list; of a long one only what is near the window is in the page. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { view, keyOf, rowHeight, isUneven = false, pinned, rowProps, children, ...rest } = props;
  const element = useRef<HTMLUListElement>(null);
  const { rows, count, skippedAfter, unprinted, isVirtual, measure } = useVirtualRows({
    view,
    keyOf,
    element,
    rowHeight,
    isUneven,
    pinned,
  });
  return (
    <ul ref={element} {...rest}>
      {rows.flatMap(({ row, index, skipped }) => [
        skipped > 0 && <li key={`before ${keyOf(row)}`} aria-hidden style={{ height: skipped }} />,
        <li
          key={keyOf(row)}
          ref={measure}
          data-index={index}
          data-row={keyOf(row)}
          {...(isVirtual && { 'aria-setsize': count, 'aria-posinset': index + 1 })}
          {...rowProps?.(row)}
        >
          <InRow value>{children(row)}</InRow>
        </li>,
      ])}
      {skippedAfter > 0 && <li aria-hidden style={{ height: skippedAfter }} />}
      {unprinted > 0 && (
        <li>
          <Unprinted count={unprinted} />
        </li>
      )}
    </ul>
  );
}
