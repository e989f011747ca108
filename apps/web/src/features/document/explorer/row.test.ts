import type { Document } from '@kontor/contract/nouns/document';
import { expect, it } from 'vitest';
import { documentOf, rowKey, underTasks } from './row.ts';

const file = (id: string, taskId?: string) => ({ id, taskId, kind: 'file' }) as Document;

it('puts a heading above the documents of each task, once, and takes it for no document', () => {
  const rows = underTasks([file('a', '2'), file('b', '2'), file('c', '1'), file('d')]);
  expect(rows.map(rowKey)).toEqual(['task/2', 'a', 'b', 'task/1', 'c', 'd']);
  expect(rows.map((row) => documentOf(row)?.id)).toEqual([undefined, 'a', 'b', undefined, 'c', 'd']);
});
