/** By which column a table is ordered, and how. */
export interface Sort {
  key: string;
  isDescending: boolean;
}

/** By name, the order in which everything comes. */
export const byNameUpwards: Sort = { key: 'name', isDescending: false };

/** Returns the order after a press on a column's head: that column upwards, the second time downwards. */
export const sortedBy = (before: Sort, key: string): Sort => ({
  key,
  isDescending: before.key === key && !before.isDescending,
});

/** Compare two rows, by column. */
export type Orders<Row> = Readonly<Record<string, (a: Row, b: Row) => number>>;

/** Returns the comparison for an order; a column without one of its own takes the one given besides. */
export function comparing<Row>(
  orders: Orders<Row>,
  { key, isDescending }: Sort,
  otherwise: (a: Row, b: Row) => number,
): (a: Row, b: Row) => number {
  const order = orders[key];
  const compare = order ? (a: Row, b: Row) => order(a, b) || otherwise(a, b) : otherwise;
  return isDescending ? (a, b) => compare(b, a) : compare;
}
