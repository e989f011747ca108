/** Merging of what two people wrote into one formatted text: nothing is lost, and what is disjoint is exact. */
import type { RichText } from '@kontor/contract/entity/field';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts, mergeValues } from './threeWay.ts';

const p = (text: string): RichText => ({
  type: 'paragraph',
  ...(text && { content: [{ type: 'text', text }] }),
});
const h = (text: string): RichText => ({ ...p(text), type: 'heading', attrs: { level: 2 } });
const list = (...items: RichText[][]): RichText => ({
  type: 'bulletList',
  content: items.map((content) => ({ type: 'listItem', content })),
});
const doc = (...content: (RichText | string)[]): RichText => ({
  type: 'doc',
  content: content.map((block) => (typeof block === 'string' ? p(block) : block)),
});

/** Returns the words of each paragraph that has any. */
const wordsIn = (node: RichText | undefined): string[] => {
  const own = (node?.content ?? []).map(({ text = '' }) => text).join('');
  return [...(own ? [own] : []), ...(node?.content ?? []).flatMap(wordsIn)];
};

const clean = (base: RichText | undefined, mine: RichText | undefined, theirs: RichText | undefined) => {
  const merged = mergeTexts(base, mine, theirs);
  expect(merged.isClean).toBe(true);
  expect(merged.mine).toEqual(merged.theirs);
  return merged.mine;
};

describe('a formatted text that two people changed', () => {
  it('has the changes of both, next to each other too', () => {
    expect(clean(doc('a', 'b', 'c'), doc('A', 'b', 'c'), doc('a', 'B', 'c'))).toEqual(doc('A', 'B', 'c'));
    expect(clean(doc('a', 'b'), doc('a', 'x', 'b'), doc('A', 'b'))).toEqual(doc('A', 'x', 'b'));
    expect(clean(doc('a', 'b'), doc('b'), doc('a', 'B'))).toEqual(doc('B'));
  });

  it('has what both added at one place, once where it is the same', () => {
    expect(clean(doc('a'), doc('a', 'mine'), doc('a', 'theirs'))).toEqual(doc('a', 'theirs', 'mine'));
    expect(clean(doc('a'), doc('a', 'both', 'mine'), doc('a', 'both'))).toEqual(doc('a', 'both', 'mine'));
    expect(clean(undefined, doc('mine'), doc('theirs'))).toEqual(doc('theirs', 'mine'));
    expect(clean(doc('a', ''), doc('a', 'mine'), doc('a', 'theirs'))).toEqual(doc('a', 'theirs', 'mine'));
  });

  it('keeps what one rewrote and the other deleted, and deletes the rest', () => {
    expect(clean(doc('a', 'b', 'c'), undefined, doc('a', 'B', 'c'))).toEqual(doc('B'));
    expect(clean(doc('a', 'b', 'c'), doc('a', 'B', 'c'), undefined)).toEqual(doc('B'));
  });

  it('merges inside lists', () => {
    const items = (...words: string[]) => list(...words.map((each) => [p(each)]));
    expect(
      clean(doc('t', items('a', 'b')), doc('t', items('A', 'b')), doc('t', items('a', 'b', 'c'))),
    ).toEqual(doc('t', items('A', 'b', 'c')));
  });

  it('takes a new kind of paragraph and new words in it together', () => {
    expect(clean(doc('a'), doc(h('a')), doc('A'))).toEqual(doc(h('A')));
    expect(clean(doc('a'), doc('A'), doc(h('a')))).toEqual(doc(h('A')));
  });

  it('asks about one paragraph, not about the others', () => {
    const merged = mergeTexts(doc('a', 'b', 'c'), doc('A', 'mine', 'c'), doc('a', 'theirs', 'C'));
    expect(merged).toEqual({
      isClean: false,
      mine: doc('A', 'mine', 'C'),
      theirs: doc('A', 'theirs', 'C'),
      base: doc('a', 'b', 'C'),
    });
  });
});

describe('other values', () => {
  it('are one piece, or a set of ids', () => {
    expect(mergeValues('a', 'b', 'c')).toEqual({ mine: 'b', theirs: 'c', base: 'a', isClean: false });
    expect(mergeValues('a', 'b', 'a')).toMatchObject({ mine: 'b', isClean: true });
    expect(mergeValues('a', 'a', 'c')).toMatchObject({ mine: 'c', base: 'c', isClean: true });
    expect(mergeValues(['x'], ['x', 'y'], ['z'])).toMatchObject({ mine: ['z', 'y'], isClean: true });
  });
});

/** An edit of one block of a text: other words, gone, or more behind it. */
type Edit = 'stay' | 'write' | 'delete' | 'add' | 'split';
const edits = fc.array(fc.constantFrom<Edit>('stay', 'stay', 'stay', 'write', 'delete', 'add', 'split'), {
  minLength: 1,
  maxLength: 8,
});
const kinds = [p, h, (text: string) => list([p(text)], [p(`${text} b`)])] as const;
const shape = fc.array(fc.constantFrom(...kinds), { minLength: 8, maxLength: 8 });

function write(base: RichText, how: readonly Edit[], by: string): RichText {
  const content = base.content!.flatMap((block, i): RichText[] => {
    const edit = how[i] ?? 'stay';
    if (edit === 'write') return [p(`${by} wrote ${i}`)];
    if (edit === 'add') return [block, p(`${by} added ${i}`)];
    if (edit === 'split') return [p(`${by} first ${i}`), p(`${by} second ${i}`)];
    return edit === 'delete' ? [] : [block];
  });
  return { type: 'doc', content };
}

const begin = (shapes: readonly ((text: string) => RichText)[]): RichText =>
  doc(...shapes.map((make, i) => make(`begun ${i}`)));

const newWords = (text: RichText | undefined, base: RichText) => {
  const old = new Set(wordsIn(base));
  return wordsIn(text).filter((words) => !old.has(words));
};

describe('random changes of two people', () => {
  it('lose no paragraph that somebody wrote', () =>
    fc.assert(
      fc.property(shape, edits, edits, (shapes, mine, theirs) => {
        const base = begin(shapes);
        const [left, right] = [write(base, mine, 'I'), write(base, theirs, 'you')];
        const merged = mergeTexts(base, left, right);
        expect(wordsIn(merged.mine)).toEqual(expect.arrayContaining(newWords(left, base)));
        expect(wordsIn(merged.theirs)).toEqual(expect.arrayContaining(newWords(right, base)));
        if (!merged.isClean) return;
        expect(merged.mine).toEqual(merged.theirs);
        expect(wordsIn(merged.mine)).toEqual(expect.arrayContaining(newWords(right, base)));
      }),
      { numRuns: 500 },
    ));

  it('that touch different blocks come out exactly, whichever side they are on', () =>
    fc.assert(
      fc.property(
        shape,
        edits,
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        (shapes, all, whose) => {
          const base = begin(shapes);
          // Who writes, adds or splits is part of the words: each block is changed by one of them.
          const side = (isMine: boolean) =>
            write(
              base,
              all.map((edit, i) => (whose[i] === isMine ? edit : 'stay')),
              'one',
            );
          const wanted = write(base, all, 'one');
          const same = (text: RichText | undefined) => expect(text?.content ?? []).toEqual(wanted.content);
          same(clean(base, side(true), side(false)));
          same(clean(base, side(false), side(true)));
        },
      ),
      { numRuns: 500 },
    ));

  it('come to nothing new when one of them is merged again', () =>
    fc.assert(
      fc.property(shape, edits, edits, (shapes, mine, theirs) => {
        const base = begin(shapes);
        const left = write(base, mine, 'I');
        const merged = mergeTexts(base, left, write(base, theirs, 'you'));
        if (merged.isClean) expect(clean(base, left, merged.theirs)).toEqual(merged.theirs);
      }),
      { numRuns: 500 },
    ));

  it('that are chosen over what stands keep what changed elsewhere', () =>
    fc.assert(
      fc.property(shape, edits, edits, edits, (shapes, mine, theirs, later) => {
        const base = begin(shapes);
        const merged = mergeTexts(base, write(base, mine, 'I'), write(base, theirs, 'you'));
        if (merged.isClean || !merged.theirs) return;
        const current = write(merged.theirs, later, 'later');
        const chosen = mergeValues<unknown>(merged.theirs, merged.mine, current).mine as RichText;
        const contested = newWords(merged.mine, merged.theirs);
        expect(wordsIn(chosen)).toEqual(expect.arrayContaining(contested));
      }),
      { numRuns: 500 },
    ));
});
