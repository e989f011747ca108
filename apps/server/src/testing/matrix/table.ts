/** Reads the tables of expected answers, and puts them beside what the server answered. */
import { type Caller, type Column, columns } from './world.ts';

/** `yes`: let through, whatever becomes of the call then; a number: refused with that status. */
export type Verdict = string;

export interface Row {
  /** What is called, then where or with what. */
  key: string;
  expected: Record<Column, Verdict>;
}

/**
 * A table as text: per line a key, which may hold single spaces, then one verdict per column; all parted by two spaces
 * or more. Empty lines and those that start with # are for the reader.
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

/** What became of an attempt; `code` is for messages. */
export interface Outcome {
  verdict: Verdict;
  code?: string | undefined;
}

export interface Observation extends Outcome {
  person: Caller;
}

/** The line that a table would have, were the answers right. */
export function lineOf(key: string, observations: readonly Observation[]): string {
  const cells = columns.map((column) => {
    const own = observations.filter(({ person }) => person.column === column);
    return [...new Set(own.map(({ verdict }) => verdict))].join('/').padEnd(5);
  });
  return `${key.padEnd(44)}  ${cells.join('  ')}`;
}

/** What differs, in words. */
export function mismatches(row: Row, observations: readonly Observation[]): string[] {
  return observations
    .filter(({ person, verdict }) => verdict !== row.expected[person.column])
    .map(
      ({ person, verdict }) =>
        `${row.key}: ${person.name} got ${verdict}, not ${row.expected[person.column]}`,
    );
}
