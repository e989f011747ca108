import { RecordCollection } from '@kontor/client/replica/collection';
import type { Task, TaskStatus } from '@kontor/contract/nouns/task';
import { describe, expect, it } from 'vitest';
import { type MyTaskGroup, myTaskSpecs } from './myTaskGroups.ts';

const today = '2026-11-21';
const make = (id: string, dueDate?: string, status: TaskStatus = 'TODO', assigneeIds = ['me']) =>
  ({ id, status, order: id, assigneeIds, ...(dueDate && { dueDate }) }) as Task;

/** Returns the ids of each group, joined. */
function groupsOf(tasks: readonly Task[], filter: (task: Task) => boolean = () => true) {
  const collection = new RecordCollection<Task>({ assigneeIds: (task) => task.assigneeIds });
  collection.write(tasks.map((record) => ({ id: record.id, record })));
  const specs = Object.entries(myTaskSpecs('me', today, { filter, reads: [] }));
  return Object.fromEntries(
    specs.map(([name, spec]) => [
      name,
      collection
        .view(spec)
        .get()
        .map(({ id }) => id)
        .join(''),
    ]),
  ) as Record<MyTaskGroup | 'newest', string>;
}

describe('my tasks', () => {
  it('groups by due date, the most pressing first', () => {
    const groups = groupsOf([
      make('a', '2026-11-22'),
      make('b', today),
      make('c', '2026-11-20'),
      make('d'),
      make('e', '2026-11-01'),
    ]);
    expect(groups).toMatchObject({ overdue: 'ec', today: 'b', upcoming: 'a', none: 'd' });
  });

  it("leaves out what is done, what is other people's and what is filtered out", () => {
    const groups = groupsOf(
      [make('a', today, 'DONE'), make('b', today, 'TODO', ['you']), make('c', today)],
      ({ id }) => id !== 'c',
    );
    expect(Object.values(groups).join('')).toBe('');
  });

  it('has the newest ones first', () => {
    expect(groupsOf([...'fabcdeg'].map((id) => make(id))).newest).toBe('gfedcba');
  });
});
