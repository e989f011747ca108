/** What a search brings up of the records that are here: the names that hold its words, the newest first. */
import { matcher } from '../../platform/matches.ts';

interface Searched {
  updatedAt: number;
}

/** How many of each kind are shown: whoever sees more types another letter. */
const shownOfKind = 6;

/** The newest of the rows whose text holds each word of the query. */
export function found<Row extends Searched>(
  rows: readonly Row[],
  query: string,
  textOf: (row: Row) => string,
): Row[] {
  const holds = matcher(query);
  return rows
    .filter((row) => holds(textOf(row)))
    .sort((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, shownOfKind);
}
