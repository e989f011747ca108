import { RecordCollection } from '@kontor/client/replica/collection';
import type { Task, TaskStatus } from '@kontor/contract/nouns/task';
import { describe, expect, it } from 'vitest';
import { byStatus, columnSpec, placeBefore, placeByKey } from './columns.ts';

const make = (id: string, status: TaskStatus = 'TODO', order = id) => ({ id, status, order }) as Task;
const columnsOf = (tasks: readonly Task[]) => {
  const collection = new RecordCollection<Task>();
  collection.write(tasks.map((record) => ({ id: record.id, record })));
  return byStatus((status) => collection.view(columnSpec({}, status)));
};
const [a, b, c, d] = [make('a'), make('b'), make('c'), make('d', 'DONE')];
const columns = columnsOf([c, a, d, b]);
const ids = (status: TaskStatus, of = columns) => of[status].get().map(({ id }) => id);

describe('columns', () => {
  it('hold the tasks of a status in their order', () => {
    expect(ids('TODO').join('')).toBe('abc');
    expect(ids('DONE')).toEqual(['d']);
    expect(ids('TODO', columnsOf([make('z', 'TODO', 'a0'), make('y', 'TODO', 'a0')]))).toEqual(['y', 'z']);
  });

  it('hold only what was selected', () => {
    const collection = new RecordCollection<Task>();
    collection.write([a, b].map((record) => ({ id: record.id, record })));
    const view = collection.view(columnSpec({ filter: ({ id }) => id === 'b' }, 'TODO'));
    expect(view.get()).toEqual([b]);
  });

  it('give a place between two neighbours', () => {
    const place = (...[status, moved, before]: [TaskStatus, string, string | undefined]) => {
      const { after, before: next, position, others } = placeBefore(columns, status, moved, before);
      return [after, next, position, others];
    };
    expect(place('TODO', 'c', 'b')).toEqual(['a', 'b', 1, 2]);
    expect(place('TODO', 'a', undefined)).toEqual(['c', undefined, 2, 2]);
    expect(place('TODO', 'b', 'a')).toEqual([undefined, 'a', 0, 2]);
    expect(place('TODO', 'a', 'c')).toEqual(['b', 'c', 1, 2]);
    expect(place('TODO', 'b', 'b')).toEqual(['c', undefined, 2, 2]);
    expect(place('TODO', 'd', 'a')).toEqual([undefined, 'a', 0, 3]);
    expect(place('DONE', 'a', 'd')).toEqual([undefined, 'd', 0, 1]);
    expect(place('IN_REVIEW', 'a', 'gone')).toEqual([undefined, undefined, 0, 0]);
  });

  it('move by keys, and stop at the edges', () => {
    const place = (task: Task, key: string) => {
      const found = placeByKey(columns, task, key);
      return found && [found.status, found.after, found.before];
    };
    expect(place(b, 'ArrowUp')).toEqual(['TODO', undefined, 'a']);
    expect(place(a, 'ArrowDown')).toEqual(['TODO', 'b', 'c']);
    expect(place(b, 'ArrowDown')).toEqual(['TODO', 'c', undefined]);
    expect(place(a, 'ArrowUp')).toBeUndefined();
    expect(place(c, 'ArrowDown')).toBeUndefined();
    expect(place(a, 'ArrowRight')?.[0]).toBe('IN_PROGRESS');
    expect(place(a, 'ArrowLeft')).toBeUndefined();
    expect(place(d, 'ArrowRight')).toBeUndefined();
    expect(place(a, 'Enter')).toBeUndefined();
  });
});
