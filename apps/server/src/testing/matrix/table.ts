/** Reads the tables of expected answers and compares them with the server's. */
import { type Caller, type Column, columns } from './world.ts';

/** `yes`: allowed, whatever becomes of the call then; a number: refused with that status. */
export type Verdict = string;

export interface Row {
  /** The call, then its place or variant. */
  key: string;
  expected: Record<Column, Verdict>;
}

/**
 * Parses a table: per line a key, which may hold single spaces, then one verdict per column; all separated by two
 * spaces or more. Empty lines and those that start with # are for the reader.
 */
export function readTable(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  return lines.map((line) => {
    const [key = '', ...verdicts] = line.trim().split(/ {2,}/);
    if (verdicts.length !== columns.length) throw new SyntaxError(`${verdicts.length} verdicts in: ${line}`);
    const expected = Object.fromEntries(columns.map((column, at) => [column, verdicts[at]!]));
    return { key, expected: expected as Row['expected'] };
  });
}

/** The result of an attempt; `code` is for messages. */
export interface Outcome {
  verdict: Verdict;
  code?: string | undefined;
}

export interface Observation extends Outcome {
  person: Caller;
}

/** Formats the line that a table would have, were the answers right. */
export function lineOf(key: string, observations: readonly Observation[]): string {
  const cells = columns.map((column) => {
    const own = observations.filter(({ person }) => person.column === column);
    return [...new Set(own.map(({ verdict }) => verdict))].join('/').padEnd(5);
  });
  return `${key.padEnd(44)}  ${cells.join('  ')}`;
}

/** Describes the differences. */
export function mismatches(row: Row, observations: readonly Observation[]): string[] {
  return observations
    .filter(({ person, verdict }) => verdict !== row.expected[person.column])
    .map(
      ({ person, verdict }) =>
        `${row.key}: ${person.name} got ${verdict}, not ${row.expected[person.column]}`,
    );
}
