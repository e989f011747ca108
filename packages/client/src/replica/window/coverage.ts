/**
 * Tells which part of a windowed scope a device has: ranges of created revisions in which it knows every row. What lies
 * between two ranges is a gap: nobody can tell yet what is there. Pure; lists are sorted by revision, their ranges
 * neither overlap nor touch.
 */

/** Created revisions from `from` to `to`, both included. A range from 0 begins where the scope does. */
export interface Range {
  from: number;
  to: number;
}

/** A covered range, with what is known of its rows as a whole. */
export interface Covered<T> extends Range {
  sum: T;
}

/** The sum of a range's rows, and how those of two neighbours, the lower one first, make one. */
export interface Sums<T> {
  of(range: Range): T;
  join(lower: T, upper: T): T;
}

/** Returns how many revisions lie in a range. */
export const sizeOf = ({ from, to }: Range): number => Math.max(0, to - from + 1);

export const isEmpty = ({ from, to }: Range): boolean => to < from;

export const intersection = (a: Range, b: Range): Range => ({
  from: Math.max(a.from, b.from),
  to: Math.min(a.to, b.to),
});

/** Returns the parts of a range that a list leaves open. */
export function gapsIn(list: readonly Range[], range: Range): Range[] {
  const gaps: Range[] = [];
  let { from } = range;
  for (const covered of list) {
    if (covered.to < from) continue;
    if (covered.from > range.to) break;
    if (covered.from > from) gaps.push({ from, to: covered.from - 1 });
    from = covered.to + 1;
  }
  if (from <= range.to) gaps.push({ from, to: range.to });
  return gaps;
}

/** Returns the range of a list in which a revision lies. */
export const rangeAt = <R extends Range>(list: readonly R[], revision: number): R | undefined =>
  list.find(({ from, to }) => from <= revision && revision <= to);

export const has = (list: readonly Range[], revision: number): boolean =>
  rangeAt(list, revision) !== undefined;

/** Adds a range. Of what was covered before, the sums stay; `sums.of` is asked for what is new alone. */
export function cover<T>(list: readonly Covered<T>[], range: Range, sums: Sums<T>): Covered<T>[] {
  const added = gapsIn(list, range).map((gap): Covered<T> => ({ ...gap, sum: sums.of(gap) }));
  const out: Covered<T>[] = [];
  for (const next of [...list, ...added].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && last.to + 1 === next.from)
      out[out.length - 1] = { from: last.from, to: next.to, sum: sums.join(last.sum, next.sum) };
    else out.push(next);
  }
  return out;
}

/** Takes a range out, as what was in it is lost; `unknown` is the sum of what is left of a range that was cut. */
export const uncover = <T>(list: readonly Covered<T>[], range: Range, unknown: T): Covered<T>[] =>
  list.flatMap((covered) => {
    if (isEmpty(intersection(covered, range))) return [covered];
    const { from, to } = covered;
    const left = [
      { from, to: range.from - 1, sum: unknown },
      { from: range.to + 1, to, sum: unknown },
    ];
    return left.filter((each) => !isEmpty(each));
  });

/** Returns what is left of ranges without others. */
export const without = (list: readonly Range[], others: readonly Range[]): Range[] =>
  list.flatMap((range) => gapsIn(others, range));

/** Joins ranges that overlap or touch. */
export function union(ranges: readonly Range[]): Range[] {
  const out: Range[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else out.push({ from, to });
  }
  return out;
}
