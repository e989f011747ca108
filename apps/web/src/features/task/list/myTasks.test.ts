import type { TaskStatus } from '@kontor/contract/nouns/task';
import { describe, expect, it } from 'vitest';
import { groupMyTasks, isOverdue } from './myTasks.ts';

const today = '2026-11-21';
const make = (id: string, dueDate?: string, status: TaskStatus = 'TODO', assigneeIds = ['me']) => ({
  id,
  status,
  order: id,
  assigneeIds,
  ...(dueDate && { dueDate }),
});
const ids = (tasks: { id: string }[]) => tasks.map((task) => task.id).join('');

describe('my tasks', () => {
  it('groups by due date, the most pressing first', () => {
    const groups = groupMyTasks(
      [
        make('a', '2026-11-22'),
        make('b', today),
        make('c', '2026-11-20'),
        make('d'),
        make('e', '2026-11-01'),
      ],
      'me',
      today,
    );
    expect(ids(groups.overdue)).toBe('ec');
    expect(ids(groups.today)).toBe('b');
    expect(ids(groups.upcoming)).toBe('a');
    expect(ids(groups.none)).toBe('d');
  });

  it("leaves out what is done and what is other people's", () => {
    const groups = groupMyTasks([make('a', today, 'DONE'), make('b', today, 'TODO', ['you'])], 'me', today);
    expect(Object.values(groups).flat()).toEqual([]);
  });

  it('shows the five newest as latest', () => {
    const groups = groupMyTasks(
      [...'fabcdeg'].map((id) => make(id)),
      'me',
      today,
    );
    expect(ids(groups.latest)).toBe('gfedc');
  });

  it('calls late only what is open and behind its date', () => {
    expect(isOverdue(make('a', '2026-11-20'), today)).toBe(true);
    expect(isOverdue(make('a', '2026-11-20', 'DONE'), today)).toBe(false);
    expect(isOverdue(make('a', today), today)).toBe(false);
    expect(isOverdue(make('a'), today)).toBe(false);
  });
});
