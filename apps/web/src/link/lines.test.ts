/** The list of a link, whoever made it. */
import type { Document } from '@kontor/contract/nouns/document';
import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';

const place = (kind: 'file' | 'folder', id: string, parentId?: string) =>
  ({ id, kind, name: id, ...(parentId && { parentId }) }) as Document;

it('puts each folder above its contents, and folders before files', () => {
  const documents = [
    place('folder', 'root'),
    place('file', 'c', 'root'),
    place('folder', 'b', 'root'),
    place('file', 'e', 'a'),
    place('folder', 'a', 'root'),
    place('file', 'd', 'b'),
  ];
  const lines = linesOf({ documents, rootId: 'root' });
  expect(lines.map(({ document, depth }) => `${depth} ${document.id}`)).toEqual([
    ...['0 a', '1 e', '0 b', '1 d', '0 c'],
  ]);
});

it('lists folders in folders however deep they lie, and leaves circles out', () => {
  const depth = 30_000;
  const deep = Array.from({ length: depth }, (_, i) => place('folder', `${i}`, i ? `${i - 1}` : 'root'));
  const documents = [place('folder', 'root'), ...deep, place('folder', 'x', 'y'), place('folder', 'y', 'x')];
  expect(linesOf({ documents, rootId: 'root' }).at(-1)).toMatchObject({ depth: depth - 1 });
});
