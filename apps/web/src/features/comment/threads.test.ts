import { expect, it } from 'vitest';
import { threadsOf, withReplied } from './threads.ts';

const comment = (id: string, createdAt: number, replyToId?: string) => ({
  id,
  createdAt,
  ...(replyToId && { replyToId }),
});
const shape = (comments: ReturnType<typeof comment>[]) =>
  threadsOf(comments).map(({ id, first, replies }) => [id, first?.id, replies.map((each) => each.id)]);

it('orders comments by time and puts replies, whatever they answer, under what began it', () => {
  const all = [comment('c', 3, 'b'), comment('d', 4), comment('a', 1), comment('b', 2, 'a')];
  expect(shape(all)).toEqual([
    ['a', 'a', ['b', 'c']],
    ['d', 'd', []],
  ]);
});

it('keeps replies to what was deleted, and those that answer each other in a circle', () => {
  expect(shape([comment('b', 2, 'gone'), comment('c', 3, 'gone')])).toEqual([
    ['gone', undefined, ['b', 'c']],
  ]);
  expect(shape([comment('a', 1, 'b'), comment('b', 2, 'a')])).toEqual([
    ['a', 'a', []],
    ['b', 'b', []],
  ]);
});

it('adds a thread of which only a reply that is typed is left, where it stood', () => {
  const known = threadsOf([comment('a', 1), comment('c', 3)]);
  const ids = (typed: string[]) => withReplied(known, typed).map(({ id }) => id);
  expect(ids(['b', 'a', 'd'])).toEqual(['a', 'b', 'c', 'd']);
  expect(withReplied(known, ['a', 'c'])).toBe(known);
});

it('finds what began each of many replies to replies without going back to it from each', () => {
  const count = 50_000;
  const id = (i: number) => String(i).padStart(5, '0');
  const chain = Array.from({ length: count }, (_, i) => comment(id(i), i, i > 0 ? id(i - 1) : undefined));
  expect(shape(chain)[0]?.slice(0, 2)).toEqual([id(0), id(0)]);
  // In a circle, and below it, each stands for itself.
  expect(shape([comment('a', 1, 'b'), comment('b', 2, 'a'), comment('c', 3, 'b')])).toHaveLength(3);
});
