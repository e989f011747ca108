import { expect, it } from 'vitest';
import { task } from './task.ts';
import { toldFields } from './taskEdit.ts';

/** The place among other tasks, and who made it: neither is an edit that readers of a history look for. */
const untold = ['order', 'parentId', 'createdBy'];

it('tells of every field of a task, but of those named here', () => {
  const fields = [...Object.keys(task.refs), ...Object.keys(task.sealed)];
  const asked = 'its name in `toldFields` (taskEdit.ts), or in `untold` here';
  // The project that a task lies in is its scope.
  expect([...toldFields.filter((each) => each !== 'projectId'), ...untold].sort(), asked).toEqual(
    fields.sort(),
  );
});
