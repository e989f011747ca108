/** Ranks the records whose names hold the words of a search, the likeliest first. */
import { beginsWords, matcher } from '../../platform/text/matches.ts';

interface Searched {
  updatedAt: number;
  /** Set for what is put away. */
  archivedAt?: number | undefined;
  /** A task's. */
  status?: string;
}

/** Most records of a kind that are shown: whoever looks for another types one more letter. */
const shownOfKind = 6;

const isPast = ({ archivedAt, status }: Searched) => Boolean(archivedAt) || status === 'DONE';

/**
 * The rows whose text holds each word of the query: before the others those in which each begins a word, what is still
 * running before what is done or put away, the newest first.
 */
export function ranked<Row extends Searched>(
  rows: readonly Row[],
  query: string,
  textOf: (row: Row) => string,
): Row[] {
  const holds = matcher(query);
  const begins = beginsWords(query);
  return rows
    .filter((row) => holds(textOf(row)))
    .map((row) => ({ row, rank: (begins(textOf(row)) ? 0 : 2) + (isPast(row) ? 1 : 0) }))
    .sort((a, b) => a.rank - b.rank || b.row.updatedAt - a.row.updatedAt)
    .slice(0, shownOfKind)
    .map(({ row }) => row);
}
