/** Views that are not of a collection. */
import type { View } from '@kontor/client/replica/view';

const nothing: readonly never[] = [];

/** Returns a view of rows that change only with their array: the next array is another view. */
export function fixedView<Row>(rows: readonly Row[], keyOf: (row: Row) => string): View<Row> {
  let last = { from: 0, to: 0, part: nothing as readonly Row[] };
  return {
    size: rows.length,
    get: () => rows,
    window: (from, to) => {
      if (from <= 0 && to >= rows.length) return rows;
      if (last.from !== from || last.to !== to) last = { from, to, part: rows.slice(from, to) };
      return last.part;
    },
    at: (index) => rows[index],
    indexOf: (key) => rows.findIndex((row) => keyOf(row) === key),
    subscribe: () => () => undefined,
  };
}

/** Returns a view with one row above all others. */
export function startingWith<Row>(first: Row, firstKey: string, view: View<Row>): View<Row> {
  let last = { rest: undefined as readonly Row[] | undefined, rows: nothing as readonly Row[] };
  const withFirst = (rest: readonly Row[]) => {
    if (last.rest !== rest) last = { rest, rows: [first, ...rest] };
    return last.rows;
  };
  return {
    get size() {
      return view.size + 1;
    },
    get: () => withFirst(view.get()),
    window: (from, to) => {
      if (from > 0) return view.window(from - 1, to - 1);
      return to > 0 ? withFirst(view.window(0, to - 1)) : nothing;
    },
    at: (index) => (index === 0 ? first : view.at(index - 1)),
    indexOf: (key) => {
      const at = view.indexOf(key);
      return key === firstKey ? 0 : at < 0 ? -1 : at + 1;
    },
    subscribe: (listener) => view.subscribe(listener),
  };
}
