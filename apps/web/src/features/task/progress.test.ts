import type { TaskStatus } from '@kontor/contract/nouns/task';
import { expect, it } from 'vitest';
import { progressByProject, progressOf } from './progress.ts';

const make = (status: TaskStatus, more: { dueDate?: string; parentId?: string; scopeId?: string } = {}) => ({
  status,
  scopeId: 'p',
  ...more,
});

it('counts open, done and late tasks, but no subtasks', () => {
  const tasks = [
    make('DONE', { dueDate: '2026-01-01' }),
    make('TODO', { dueDate: '2026-01-01' }),
    make('IN_REVIEW'),
    make('IN_PROGRESS', { dueDate: '2027-01-01' }),
    make('TODO', { parentId: 'x', dueDate: '2026-01-01' }),
  ];
  expect(progressOf(tasks, '2026-11-21')).toEqual({ total: 4, done: 1, open: 3, overdue: 1, share: 0.25 });
});

it('has no share without tasks', () => expect(progressOf([], '2026-11-21').share).toBe(0));

it('keeps projects apart', () => {
  const found = progressByProject([make('DONE'), make('TODO', { scopeId: 'q' })], '2026-11-21');
  expect([found.get('p')?.share, found.get('q')?.share, found.get('r')]).toEqual([1, 0, undefined]);
});
