/** Coverage against a plain set of revisions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Covered,
  cover,
  gapsIn,
  has,
  type Range,
  type Sums,
  uncover,
  union,
  without,
} from './coverage.ts';

const most = 40;
const range = fc
  .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 12 }))
  .map(([from, size]): Range => ({ from, to: from + size }));

/** The sum of a range is the list of its revisions: joining must neither lose, repeat nor reorder one. */
const revisions: Sums<number[]> = {
  of: ({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i),
  join: (lower, upper) => [...lower, ...upper],
};
const step = fc.record({ isLost: fc.boolean(), range });

function run(steps: readonly { isLost: boolean; range: Range }[]) {
  let list: Covered<number[] | undefined>[] = [];
  const model = new Set<number>();
  for (const { isLost, range } of steps) {
    if (isLost) list = uncover(list, range, undefined);
    else
      list = cover(list, range, {
        of: revisions.of,
        join: (a, b) => a && b && revisions.join(a, b),
      });
    for (let n = range.from; n <= range.to; n++) isLost ? model.delete(n) : model.add(n);
  }
  return { list, model };
}

describe('coverage', () => {
  it('knows what a set of revisions knows, in sorted ranges that neither overlap nor touch', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), range, (steps, asked) => {
        const { list, model } = run(steps);
        for (let n = 0; n <= most + 20; n++) expect(has(list, n)).toBe(model.has(n));
        for (const [i, { from, to }] of list.entries()) {
          expect(from).toBeLessThanOrEqual(to);
          if (i > 0) expect(from).toBeGreaterThan(list[i - 1]!.to + 1);
        }
        const gaps = gapsIn(list, asked).flatMap(revisions.of);
        expect(gaps).toEqual(revisions.of(asked).filter((n) => !model.has(n)));
      }),
    );
  });

  it('asks for the sum of what is new alone, and joins neighbours in order', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
        const asked: number[] = [];
        let list: Covered<number[]>[] = [];
        for (const each of ranges)
          list = cover(list, each, {
            ...revisions,
            of: (gap) => {
              asked.push(...revisions.of(gap));
              return revisions.of(gap);
            },
          });
        expect(new Set(asked).size).toBe(asked.length);
        for (const each of list) expect(each.sum).toEqual(revisions.of(each));
      }),
    );
  });

  it('forgets the sum of a range that was cut, and of nothing else', () => {
    const list = cover(cover([], { from: 0, to: 9 }, revisions), { from: 20, to: 29 }, revisions);
    expect(uncover<number[] | undefined>(list, { from: 4, to: 5 }, undefined)).toEqual([
      { from: 0, to: 3, sum: undefined },
      { from: 6, to: 9, sum: undefined },
      list[1],
    ]);
  });

  it('subtracts and joins plain ranges', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), fc.array(range, { maxLength: 8 }), (a, b) => {
        const [left, right] = [union(a), union(b)];
        const both = without(left, right).flatMap(revisions.of);
        const model = new Set(b.flatMap(revisions.of));
        expect(both).toEqual(
          [...new Set(a.flatMap(revisions.of))].sort((x, y) => x - y).filter((n) => !model.has(n)),
        );
      }),
    );
  });
});
