import type { TaskStatus } from '@kontor/contract/nouns/task';
import { describe, expect, it } from 'vitest';
import { columnsOf, placeBefore, placeByKey } from './columns.ts';

const make = (id: string, status: TaskStatus = 'TODO', order = id) => ({ id, status, order });
const [a, b, c, d] = [make('a'), make('b'), make('c'), make('d', 'DONE')];
const columns = columnsOf([c, a, d, b]);

describe('columns', () => {
  it('hold the tasks of a status in their order', () => {
    expect(columns.TODO.map(({ id }) => id).join('')).toBe('abc');
    expect(columns.DONE).toEqual([d]);
    expect(columnsOf([make('z', 'TODO', 'a0'), make('y', 'TODO', 'a0')]).TODO.map(({ id }) => id)).toEqual([
      'y',
      'z',
    ]);
  });

  it('give a place between two neighbours', () => {
    expect(placeBefore(columns, 'TODO', 'c', 'b')).toEqual({ status: 'TODO', after: 'a', before: 'b' });
    expect(placeBefore(columns, 'TODO', 'a', undefined)).toEqual({
      status: 'TODO',
      after: 'c',
      before: undefined,
    });
    expect(placeBefore(columns, 'TODO', 'b', 'a')).toEqual({ status: 'TODO', after: undefined, before: 'a' });
    expect(placeBefore(columns, 'DONE', 'a', 'd')).toEqual({ status: 'DONE', after: undefined, before: 'd' });
    expect(placeBefore(columns, 'IN_REVIEW', 'a', 'gone')).toEqual({
      status: 'IN_REVIEW',
      after: undefined,
      before: undefined,
    });
  });

  it('move by keys, and stop at the edges', () => {
    expect(placeByKey(columns, b, 'ArrowUp')).toEqual({ status: 'TODO', after: undefined, before: 'a' });
    expect(placeByKey(columns, a, 'ArrowDown')).toEqual({ status: 'TODO', after: 'b', before: 'c' });
    expect(placeByKey(columns, b, 'ArrowDown')).toEqual({ status: 'TODO', after: 'c', before: undefined });
    expect(placeByKey(columns, a, 'ArrowUp')).toBeUndefined();
    expect(placeByKey(columns, c, 'ArrowDown')).toBeUndefined();
    expect(placeByKey(columns, a, 'ArrowRight')?.status).toBe('IN_PROGRESS');
    expect(placeByKey(columns, a, 'ArrowLeft')).toBeUndefined();
    expect(placeByKey(columns, d, 'ArrowRight')).toBeUndefined();
    expect(placeByKey(columns, a, 'Enter')).toBeUndefined();
  });
});
