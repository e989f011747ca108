import { expect, it } from 'vitest';
import { changesOf } from './changes.ts';

const base = { scopeId: 'p', authorId: 'ben' };
const task = (id: string, updatedAt: number, version = 2) =>
  ({ noun: 'task', record: { ...base, id, updatedAt, version } }) as Parameters<typeof changesOf>[0][number];
const comment = (about: object, updatedAt: number) =>
  ({
    noun: 'comment',
    record: { ...base, id: `c${updatedAt}`, updatedAt, version: 1, ...about },
  }) as Parameters<typeof changesOf>[0][number];

it('tells of each thing once, by its newest change, the newest first', () =>
  expect(
    changesOf([
      task('a', 1),
      comment({ taskId: 'a' }, 5),
      task('b', 3, 1),
      comment({ documentId: 'd' }, 4),
      task('c', 9),
      comment({}, 8),
    ]),
  ).toEqual([
    { noun: 'task', id: 'c', kind: 'changed', authorId: 'ben', at: 9 },
    { noun: 'task', id: 'a', kind: 'comment', commentId: 'c5', authorId: 'ben', at: 5 },
    { noun: 'document', id: 'd', kind: 'comment', commentId: 'c4', authorId: 'ben', at: 4 },
    { noun: 'task', id: 'b', kind: 'new', authorId: 'ben', at: 3 },
  ]));
