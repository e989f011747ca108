/** Long lists keep only the rows near the window in the page, and those that must not vanish from it. */
import type { View } from '@kontor/client/replica/view';
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { lead } from '../../platform/scroll.ts';
import { useCount, useWindow } from '../../platform/workspace/views.ts';
import { itemSelector, offerRows } from './arrowList.ts';
import { printedMost, usePrinting } from './printing.ts';

/** Below this many rows all are in the page: they are cheap, and the browser's own search finds them. */
const virtualFrom = 50;

/** The rows beyond either edge of the window that are there too, in px, once those within it are on the screen. */
const overscan = 300;

/** px at the top of the window that the line of a page covers. */
const covered = 52;

/**
 * Returns where the window goes to show a row; undefined where all of the row is in view. From a row at its edge it moves by the
 * least, to one further away it goes so that the row is in the middle.
 * @param row px from the document's top
 */
export function leadTo(row: { top: number; height: number }, y: number, windowHeight: number) {
  const [first, last] = [row.top - covered, row.top + row.height - windowHeight];
  if (y >= last && y <= first) return undefined;
  const least = y > first ? first : last;
  return Math.abs(least - y) <= 2 * row.height ? least : row.top - windowHeight / 2;
}

/** A row to show, and the room (px) of the rows before it that are left out. */
export interface ShownRow<Row> {
  row: Row;
  index: number;
  skipped: number;
}

export interface VirtualRows<Row> {
  rows: readonly ShownRow<Row>[];
  count: number;
  /** The room (px) of the rows left out at the end. */
  skippedAfter: number;
  /** The rows at the end that are more than what is printed of one list; 0 unless it is being printed. */
  unprinted: number;
  isVirtual: boolean;
  /** The `ref` of each row where rows differ in height. */
  measure: ((row: Element | null) => void) | undefined;
}

interface VirtualRowsProps<Row> {
  view: View<Row>;
  keyOf: (row: Row) => string;
  /** Holds the rows, each with `data-index`. */
  element: RefObject<HTMLElement | null>;
  /** px, until a row was measured. */
  rowHeight: number;
  /** Rows differ in height: each is measured. Otherwise the first stands for all. */
  isUneven?: boolean;
  /** The key of a row that stays in the page wherever it is, e.g. one that is dragged. */
  pinned?: string | undefined;
  /** The key of a row that the window goes to once, where it is not in it. */
  shown?: string | undefined;
}

interface Place {
  /** The list's beginning from the document's, in px. */
  top: number;
  /** Some of it is in the window, or about to be. */
  isNear: boolean;
}

/** Returns where a list stands. @param beyond how far (px) from the window it may be to count as near */
function placeOf(holder: HTMLElement, beyond: number): Place {
  const { top, bottom } = holder.getBoundingClientRect();
  return {
    top: Math.round(top + window.scrollY),
    isNear: bottom > -beyond && top < window.innerHeight + beyond,
  };
}

/**
 * Returns which rows of a view to show. The row that has the focus stays, so that the keyboard goes on from
 * there.
 */
export function useVirtualRows<Row>(props: VirtualRowsProps<Row>): VirtualRows<Row> {
  const { view, keyOf, element, rowHeight, isUneven = false, pinned, shown: shownKey } = props;
  const count = useCount(view);
  const isLong = count >= virtualFrom;
  const isPrinting = usePrinting();
  const isVirtual = isLong && !isPrinting;
  // No state: it matters only once the window has moved on, and then the rows are laid out anew.
  const focused = useRef<string>(undefined);
  const [, layOutAnew] = useReducer((count: number) => count + 1, 0);
  const [height, setHeight] = useState(rowHeight);
  // Before a long list has its place there are no rows: laid out in the wrong place they would be made for nothing. One that
  // grows long later keeps those that are there.
  const [{ top, isNear }, setPlace] = useState<Place>({ top: 0, isNear: !isLong });
  const [beyond, setBeyond] = useState(0);
  useEffect(() => startTransition(() => setBeyond(overscan)), []);
  const readPlace = useCallback(() => {
    if (!element.current) return;
    const now = placeOf(element.current, beyond);
    setPlace((before) => (before.top === now.top && before.isNear === now.isNear ? before : now));
  }, [element, beyond]);
  const kept = isVirtual
    ? [focused.current, pinned]
        .flatMap((key) => (key === undefined ? [] : view.indexOf(key)))
        .filter((at) => at >= 0)
    : [];
  const near = useRef({ from: 0, to: 0 });
  const virtualizer = useWindowVirtualizer({
    count: isVirtual ? count : 0,
    enabled: isVirtual,
    estimateSize: () => height,
    overscan: Math.ceil(beyond / rowHeight),
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    rangeExtractor: (range: Range) => {
      const indexes = isNear ? defaultRangeExtractor(range) : [];
      near.current = { from: indexes[0] ?? 0, to: (indexes.at(-1) ?? -1) + 1 };
      return [...new Set([...indexes, ...kept])].sort((a, b) => a - b);
    },
  });
  const items = virtualizer.getVirtualItems();
  const { from, to } = isVirtual
    ? near.current
    : { from: 0, to: isPrinting ? Math.min(count, printedMost) : count };
  const shown = useWindow(view, from, to);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes that it holds are those of the height before
  useEffect(() => virtualizer.measure(), [height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are measured when others are shown
  useLayoutEffect(() => {
    // Reading sizes costs a layout: only when other rows are shown, or others may be above them.
    const holder = element.current;
    if (!isVirtual || !holder) return;
    readPlace();
    const first = isUneven ? null : holder.querySelector('[data-index]');
    if (first) setHeight(first.getBoundingClientRect().height || rowHeight);
  }, [isVirtual, element, isUneven, rowHeight, readPlace, count, from, to]);
  useLayoutEffect(() => {
    const holder = element.current;
    if (!isVirtual || !holder) return;
    // What stands above the list may grow or shrink, and the list come near.
    const sizes = new ResizeObserver(readPlace);
    const distance = new IntersectionObserver(readPlace, { rootMargin: `${beyond}px 0px` });
    sizes.observe(document.body);
    distance.observe(holder);
    return () => {
      sizes.disconnect();
      distance.disconnect();
    };
  }, [isVirtual, element, readPlace, beyond]);

  const focus = useCallback(
    (index: number) => {
      const row = view.at(index);
      if (row === undefined) return;
      const find = () =>
        element.current
          ?.querySelector<HTMLElement>(`[data-index="${index}"]`)
          ?.querySelector<HTMLElement>(itemSelector);
      focused.current = keyOf(row);
      if (!find()) flushSync(layOutAnew);
      find()?.focus();
    },
    [view, keyOf, element],
  );
  useEffect(() => {
    const holder = element.current;
    if (!holder) return;
    const onFocus = (event: FocusEvent) => {
      const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
      const row = index === undefined ? undefined : view.at(Number(index));
      if (row !== undefined) focused.current = keyOf(row);
    };
    holder.addEventListener('focusin', onFocus);
    const stop = offerRows(holder, { count: () => view.size, focus });
    return () => {
      holder.removeEventListener('focusin', onFocus);
      stop();
    };
  }, [element, view, keyOf, focus]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever scrolls away from it, or sorts the rows anew, stays there
  useEffect(() => {
    const at = shownKey === undefined ? -1 : view.indexOf(shownKey);
    const holder = element.current;
    if (at < 0 || !holder) return;
    const row = { top: placeOf(holder, 0).top + at * height, height };
    const y = leadTo(row, window.scrollY, window.innerHeight);
    if (y !== undefined) lead(() => window.scrollTo(0, y));
  }, [shownKey]);

  const rows = useMemo((): ShownRow<Row>[] => {
    if (!isVirtual) return shown.map((row, index) => ({ row, index, skipped: 0 }));
    let end = top;
    return items.flatMap((item) => {
      const row = item.index >= from && item.index < to ? shown[item.index - from] : view.at(item.index);
      if (row === undefined) return [];
      const skipped = Math.max(0, item.start - end);
      end = item.end;
      return { row, index: item.index, skipped };
    });
  }, [isVirtual, shown, items, from, to, top, view]);
  const skippedAfter = isVirtual
    ? Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top))
    : 0;
  const measure = isVirtual && isUneven ? virtualizer.measureElement : undefined;
  return { rows, count, skippedAfter, unprinted: isPrinting ? count - to : 0, isVirtual, measure };
}
