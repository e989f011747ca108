import type { Task } from '@kontor/contract/nouns/task';
import { expect, it } from 'vitest';
import { taskChanges, taskErrors, taskValues } from './taskFields.ts';

const none = () => false;
const values = taskValues({ title: 'Roof', timeEstimate: 90, dueDate: '2026-03-12' } as Task);

it('writes the fields that were changed, and no others', () => {
  expect(taskChanges({})).toEqual({});
  expect(taskChanges({ title: ' Roof and gutter ' })).toEqual({ title: 'Roof and gutter' });
  expect(taskChanges({ estimate: '2' })).toEqual({ timeEstimate: 120 });
  expect(Object.keys(taskChanges({ estimate: '' }))).toEqual(['timeEstimate']);
});

it('says what keeps a task from being saved', () => {
  expect(taskErrors(values, none)).toEqual({});
  expect(taskErrors({ ...values, title: ' ' }, none)).toEqual({ title: 'Required' });
  expect(taskErrors({ ...values, title: 'x'.repeat(501) }, none)).toEqual({
    title: 'At most 500 characters',
  });
  expect(taskErrors({ ...values, estimate: 'soon' }, none)).toEqual({ estimate: 'Must be number' });
  expect(taskErrors({ ...values, estimate: '-1,5' }, none)).toEqual({ estimate: 'Should be greater than 0' });
  expect(taskErrors({ ...values, startDate: '2026-03-13' }, none)).toHaveProperty('dueDate');
});
