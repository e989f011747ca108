import type { Document } from '@kontor/contract/nouns/document';
import type { Task } from '@kontor/contract/nouns/task';
import { expect, it } from 'vitest';
import { activityOf } from './activity.ts';

const task = (id: string, more: Partial<Task>) =>
  ({ id, version: 1, status: 'TODO', createdBy: 'ada', ...more }) as Task;
const file = { id: 'f', kind: 'file', createdAt: 1_645_557_742_001, createdBy: 'bob' } as Document;
const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'; // made at 1,645,557,742,000

it('tells what happened, the newest first, and who when that is known', () => {
  const found = activityOf(
    [
      task(id, {}),
      task('b', { version: 2, updatedAt: 2e12, authorId: 'cyd' }),
      task('c', { version: 3, updatedAt: 1.9e12, status: 'DONE' }),
    ],
    [file],
    10,
  );
  expect(found.map(({ kind, by }) => [kind, by])).toEqual([
    ['taskChanged', 'cyd'],
    ['taskDone', undefined],
    ['documentAdded', 'bob'],
    ['taskCreated', 'ada'],
  ]);
  expect(activityOf([task(id, {})], [file], 1)).toHaveLength(1);
});
