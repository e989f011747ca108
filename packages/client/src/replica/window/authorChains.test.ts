/** Author chains of random rooms: nobody is accused under an honest server, and whatever it hides or moves is missed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChainedRow, type ChainSum, joinSums, noSum, sumOf, verdictOn } from './authorChains.ts';

interface Message {
  author: string;
  /** A second device of the author writes at once, without knowing of this one. */
  isTwin: boolean;
  fate: 'stays' | 'deleted' | 'edited';
}

const message = fc.record({
  author: fc.constantFrom('ada', 'ben', 'cem'),
  isTwin: fc.boolean(),
  fate: fc.constantFrom('stays', 'stays', 'stays', 'deleted', 'edited'),
}) as fc.Arbitrary<Message>;

/** Writes messages one after the other, each at the next revision but one. */
function written(messages: readonly Message[], hasTwins: boolean): ChainedRow[] {
  const ends = new Map<string, { counter: number; hash: string }>();
  return messages.map(({ author, isTwin, fate }, i) => {
    const end = ends.get(author) ?? { counter: 0, hash: '' };
    const before =
      hasTwins && isTwin && end.counter > 1
        ? { counter: end.counter - 1, hash: `${author}${end.counter - 1}` }
        : end;
    const counter = before.counter + 1;
    const isSecond = before !== end;
    const hash = isSecond ? `${author}${counter}'` : `${author}${counter}`;
    if (!isSecond) ends.set(author, { counter, hash });
    const link = { counter, previous: before.hash, ...(fate !== 'edited' && { hash }) };
    return { created: 2 * i + 2, author, link: fate === 'deleted' ? undefined : link };
  });
}

/** Sums rows up in pages that end at some revisions, joined one by one from the top, as somebody reads back. */
function summed(rows: readonly ChainedRow[], cuts: readonly number[], unread = 0): ChainSum {
  const ends = [...new Set(cuts)].sort((a, b) => b - a);
  let sum: ChainSum = noSum;
  let to = Number.POSITIVE_INFINITY;
  for (const cut of [...ends, -1]) {
    const page = rows.filter(({ created }) => created > cut && created <= to);
    sum = joinSums(sumOf(page, cut === -1 ? unread : 0), sum);
    to = cut;
  }
  return sum;
}

const cuts = fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 5 });
const messages = fc.array(message, { minLength: 1, maxLength: 40 });
const isFine = { missing: 0, misplaced: [] };

describe('the chains of authors', () => {
  it('accuse nobody, wherever one reads, and whoever deleted, edited, or wrote on two devices at once', () => {
    fc.assert(
      fc.property(messages, cuts, fc.boolean(), fc.nat(80), (all, ends, hasTwins, edge) => {
        const rows = written(all, hasTwins);
        expect(verdictOn(summed(rows, ends), true)).toEqual({ ...isFine, unchecked: 0 });
        expect(
          verdictOn(
            summed(
              rows.filter(({ created }) => created > edge),
              ends,
            ),
            false,
          ),
        ).toMatchObject(isFine);
      }),
      { numRuns: 500 },
    );
  });

  it('excuse as many as could not be opened', () => {
    fc.assert(
      fc.property(messages, cuts, fc.nat(), (all, ends, at) => {
        const rows = written(all, false);
        const unread = rows[at % rows.length]!;
        const left = rows.filter((row) => row !== unread);
        expect(verdictOn(summed(left, ends, 1), true)).toMatchObject(isFine);
      }),
    );
  });

  it('miss what is kept back, once something later of its author is here, and something earlier or the start', () => {
    let checked = 0;
    fc.assert(
      fc.property(messages, cuts, fc.nat(), (all, ends, at) => {
        const rows = written(all, false);
        const hidden = rows[at % rows.length]!;
        const isFollowed = rows.some(
          ({ created, author, link }) => link && author === hidden.author && created > hidden.created,
        );
        if (!hidden.link || !isFollowed) return;
        checked++;
        const left = rows.filter((row) => row !== hidden);
        expect(verdictOn(summed(left, ends), true).missing).toBe(1);
        // Below the edge it may well be: then nobody is accused.
        const above = rows.filter(({ created }) => created > hidden.created);
        expect(verdictOn(summed(above, ends), false).missing).toBe(0);
      }),
      { numRuns: 500 },
    );
    expect(checked).toBeGreaterThan(100);
  });

  it('notice what was moved, whichever way', () => {
    let checked = 0;
    fc.assert(
      fc.property(messages, cuts, fc.nat(), fc.nat(90), (all, ends, at, to) => {
        const rows = written(all, false).filter(({ link }) => link);
        const moved = rows[at % Math.max(1, rows.length)];
        if (!moved) return;
        const created = to % 2 === 0 ? to + 1 : to;
        const passed = rows.filter(
          (row) =>
            row.author === moved.author &&
            row !== moved &&
            row.created > Math.min(created, moved.created) &&
            row.created < Math.max(created, moved.created),
        );
        if (passed.length === 0) return;
        checked++;
        const after = rows.map((row) => (row === moved ? { ...row, created } : row));
        const { missing, misplaced } = verdictOn(summed(after, ends), true);
        expect(missing + misplaced.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
    expect(checked).toBeGreaterThan(100);
  });

  it('miss a row whose place another one of the same author took', () => {
    const chain = (counter: number, previous: string, hash: string) => ({ counter, previous, hash });
    const rows: ChainedRow[] = [
      { created: 1, author: 'ada', link: chain(1, '', 'a1') },
      { created: 2, author: 'ada', link: chain(2, 'a1', "a2'") },
      { created: 3, author: 'ada', link: chain(3, 'a2', 'a3') },
    ];
    expect(verdictOn(sumOf(rows), true).missing).toBe(1);
    expect(
      verdictOn(sumOf([rows[0]!, { created: 2, author: 'ada', link: chain(2, 'a1', 'a2') }, rows[2]!]), true)
        .missing,
    ).toBe(0);
  });

  it('says of an edge that it is not checked yet, and no more', () => {
    const row = { created: 9, author: 'ada', link: { counter: 7, previous: 'a6', hash: 'a7' } };
    expect(verdictOn(sumOf([row]), false)).toEqual({ ...isFine, unchecked: 1 });
    expect(verdictOn(sumOf([row]), true)).toEqual({ missing: 6, misplaced: [], unchecked: 0 });
  });
});
