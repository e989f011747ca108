import { language } from '../../platform/text/locale.ts';

/** By which column a table is ordered, and how. */
export interface Sort {
  key: string;
  isDescending: boolean;
}

/** By name, the order in which everything comes. */
export const byNameUpwards: Sort = { key: 'name', isDescending: false };

/** The order after a press on a column's head: that column upwards, the second time downwards. */
export const sortedBy = (before: Sort, key: string): Sort => ({
  key,
  isDescending: before.key === key && !before.isDescending,
});

/** How two rows stand to each other, by column. */
export type Orders<Row> = Readonly<Record<string, (a: Row, b: Row) => number>>;

/** The rows in that order; a column without one of its own stands for the order in which they come. */
export function inOrder<Row>(rows: readonly Row[], orders: Orders<Row>, sort: Sort): readonly Row[] {
  const compare = orders[sort.key];
  if (!compare) return sort.isDescending ? rows.toReversed() : rows;
  return rows.toSorted(sort.isDescending ? (a, b) => compare(b, a) : compare);
}

/** Compares words as the language sorts them; what is missing stands last upwards. */
export const compareWords = (a: string | undefined, b: string | undefined): number =>
  a && b ? a.localeCompare(b, language(), { numeric: true }) : Number(!a) - Number(!b);
