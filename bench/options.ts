/** What a bench was asked for: `npm run bench -- open --records=10000 --runs=7 --large`. */
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  strict: false,
  options: { records: { type: 'string' }, runs: { type: 'string' }, large: { type: 'boolean' } },
});

/** Sizes of the workspace, ascending. */
export const recordCounts: readonly number[] = String(values.records ?? '10000,100000')
  .split(',')
  .map(Number);
/** Samples of each side. */
export const runs = Number(values.runs ?? 7);
/** Also what takes minutes. */
export const isLarge = values.large === true;
