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

/** Describes the differences. A cell like `yes/403/403` says what each of a column's people gets, in their order. */
export function mismatches(row: Row, observations: readonly Observation[]): string[] {
  return [...Map.groupBy(observations, ({ person }) => person.column)].flatMap(([column, own]) => {
    const verdicts = row.expected[column].split('/');
    return own.flatMap(({ person, verdict }, at) => {
      const expected = verdicts.length === 1 ? verdicts[0] : verdicts[at];
      return verdict === expected ? [] : [`${row.key}: ${person.name} got ${verdict}, not ${expected}`];
    });
  });
}
