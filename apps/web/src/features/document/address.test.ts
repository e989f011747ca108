import { expect, it } from 'vitest';
import { addressOf } from './address.ts';

const file = { id: 'f', kind: 'file', scopeId: 'p' } as const;

it('leads to the folder, with the file in view', () => {
  expect(addressOf(file)).toEqual({ path: 'projects/p/documents', search: { file: 'f' } });
  expect(addressOf({ ...file, parentId: 'a' }).path).toBe('projects/p/documents/a');
  expect(addressOf({ ...file, taskId: 't' }).path).toBe('projects/p/documents/task-documents');
  expect(addressOf({ ...file, customerId: 'c' }).path).toBe('customers/c/documents');
  expect(addressOf({ ...file, kind: 'folder', parentId: 'a' })).toEqual({
    path: 'projects/p/documents/f',
    search: {},
  });
});
