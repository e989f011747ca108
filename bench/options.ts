/** The options of a bench: `npm run bench -- open --records=10000 --runs=7 --large`, or `--quick` to see it work. */
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  strict: false,
  options: {
    records: { type: 'string' },
    runs: { type: 'string' },
    large: { type: 'boolean' },
    quick: { type: 'boolean' },
  },
});

const isQuick = values.quick === true;

/**
 * Returns a size that a bench chooses itself: `full` for its figures, `quick` for a run that only shows that it works.
 */
export const sized = <T>(full: T, quick: T): T => (isQuick ? quick : full);

/** Returns the requested sizes, ascending. */
export const recordCountsOr = (full: string, quick: string): readonly number[] =>
  String(values.records ?? sized(full, quick))
    .split(',')
    .map(Number);

/** Sizes of the workspace, ascending. */
export const recordCounts = recordCountsOr('10000,100000', '2000');
/** Number of samples for each side. */
export const runs = Number(values.runs ?? sized(7, 2));
/** True if measurements that take minutes run too. */
export const isLarge = values.large === true;
