import { RecordCollection } from '@kontor/client/replica/collection';
import type { Task, TaskStatus } from '@kontor/contract/nouns/task';
import { expect, it } from 'vitest';
import { progressSums, toProgress } from './progress.ts';

type Counted = Pick<Task, 'id' | 'status' | 'scopeId' | 'dueDate' | 'parentId' | 'timeEstimate'>;
let count = 0;
const make = (status: TaskStatus, more: Partial<Counted> = {}): Counted => ({
  id: `t${count++}`,
  status,
  scopeId: 'p',
  ...more,
});
const today = '2026-11-21';
const progress = (tasks: readonly Counted[], projectId = 'p') => {
  const collection = new RecordCollection<Counted>();
  collection.write(tasks.map((record) => ({ id: record.id, record })));
  return toProgress(collection.sums(progressSums(today)).of(projectId));
};

it('counts open, done and late tasks and the minutes left, but no subtasks', () => {
  const tasks = [
    make('DONE', { dueDate: '2026-01-01', timeEstimate: 600 }),
    make('TODO', { dueDate: '2026-01-01', timeEstimate: 90 }),
    make('IN_REVIEW', { timeEstimate: 30 }),
    make('IN_PROGRESS', { dueDate: '2027-01-01' }),
    make('TODO', { parentId: 'x', dueDate: '2026-01-01', timeEstimate: 60 }),
  ];
  expect(progress(tasks)).toEqual({
    total: 4,
    done: 1,
    open: 3,
    overdue: 1,
    minutesLeft: 120,
    share: 0.25,
  });
});

it('adds up no estimate that no form takes', () => {
  const tasks = [-60, 0.5, 1e308, Number.MAX_SAFE_INTEGER, 90].map((timeEstimate) =>
    make('TODO', { timeEstimate }),
  );
  expect(progress(tasks).minutesLeft).toBe(90);
});

it('has no share without tasks', () => expect(progress([]).share).toBe(0));

it('keeps projects apart', () => {
  const tasks = [make('DONE'), make('TODO', { scopeId: 'q' })];
  expect(['p', 'q', 'r'].map((id) => progress(tasks, id)).map(({ share, total }) => [share, total])).toEqual([
    [1, 1],
    [0, 1],
    [0, 0],
  ]);
});

it('shares the sums of a day', () => {
  expect(progressSums(today)).toBe(progressSums(today));
  expect(progressSums('2026-11-22')).not.toBe(progressSums(today));
});
