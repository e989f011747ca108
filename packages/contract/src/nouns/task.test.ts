import { expect, it } from 'vitest';
import { leadFirst, leadOf } from './task.ts';

const task = (assigneeIds: string[], leadId?: string) => ({
  assigneeIds,
  ...(leadId !== undefined && { leadId }),
});

it('is led by the assignee who was named, or the first, and by nobody who is not assigned', () => {
  expect(leadOf(task(['a', 'b'], 'b'))).toBe('b');
  expect(leadOf(task(['a', 'b']))).toBe('a');
  expect(leadOf(task(['a', 'b'], 'c'))).toBe('a');
  expect(leadOf(task([], 'a'))).toBeUndefined();
});

it('names who leads it before the others', () => {
  expect(leadFirst(task(['a', 'b', 'c'], 'c'))).toEqual(['c', 'a', 'b']);
  expect(leadFirst(task([], 'c'))).toEqual([]);
});
