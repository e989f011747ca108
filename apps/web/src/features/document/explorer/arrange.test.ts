import type { Document } from '@kontor/contract/nouns/document';
import { expect, it } from 'vitest';
import { arrangedBy } from './arrange.ts';

const file = (name: string, size: number, mimeType: string, updatedAt: number) =>
  ({ id: name, kind: 'file', name, size, mimeType, updatedAt, createdAt: 1 }) as Document;
const content = [
  file('b.pdf', 1, 'application/pdf', 30),
  { id: 'plans', kind: 'folder', name: 'plans', updatedAt: 20, createdAt: 1 } as Document,
  file('a.png', 3, 'image/png', 10),
  file('c.csv', 2, 'text/csv', 20),
];
const names = (key: string, isDescending = false) =>
  content.toSorted(arrangedBy({ key, isDescending })).map(({ name }) => name);

it('keeps folders above files, by name, kind, size and time, both ways round', () => {
  expect(names('name')).toEqual(['plans', 'a.png', 'b.pdf', 'c.csv']);
  expect(names('name', true)).toEqual(['plans', 'c.csv', 'b.pdf', 'a.png']);
  expect(names('kind')).toEqual(['plans', 'c.csv', 'b.pdf', 'a.png']);
  expect(names('size', true)).toEqual(['plans', 'a.png', 'c.csv', 'b.pdf']);
  expect(names('changed')).toEqual(['plans', 'a.png', 'c.csv', 'b.pdf']);
});

it('orders kinds by the words that stand in the table', () => {
  const withOther = [...content, file('d.bin', 1, 'application/x-something', 5)];
  const kinds = withOther.toSorted(arrangedBy({ key: 'kind', isDescending: false }));
  expect(kinds.map(({ name }) => name)).toEqual(['plans', 'c.csv', 'd.bin', 'b.pdf', 'a.png']);
});
