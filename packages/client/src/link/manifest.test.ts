/** The sealed list behind a link, as somebody else's program may have written it. */
import type { Document } from '@kontor/contract/nouns/document';
import { utf8 } from '@kontor/contract/wire/bytes';
import { expect, it } from 'vitest';
import { type LinkManifest, readManifest, writeManifest } from './manifest.ts';

const folder = (id: string, parentId?: string) =>
  ({ id, kind: 'folder', name: id, createdAt: 1, ...(parentId && { parentId }) }) as Document;

const manifest = (...documents: Document[]): LinkManifest => ({
  workspaceId: 'w',
  from: '',
  by: '',
  createdAt: 1,
  expiresAt: 2,
  rootId: 'root',
  documents,
});

const read = (documents: Document[]) => readManifest(writeManifest(manifest(...documents)) as Uint8Array);

it('reads what it writes', () => {
  const { documents } = read([folder('root'), folder('a', 'root'), folder('b', 'a')]);
  expect(documents.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['root', undefined],
    ['a', 'root'],
    ['b', 'a'],
  ]);
});

it('refuses an id that stands for two documents: one could lie in the other and that in it', () => {
  expect(() => read([folder('root'), folder('a', 'root'), folder('a', 'a')])).toThrow(RangeError);
  expect(() => read([folder('root'), folder('root')])).toThrow(RangeError);
});

it.each(['null', '[]', '{}', '7'])('refuses %s', (json) =>
  expect(() => readManifest(utf8(json))).toThrow(RangeError),
);

it.each(['createdAt', 'expiresAt'])('refuses a %s that no calendar knows', (key) => {
  const moment = (value: unknown) => utf8(JSON.stringify({ ...manifest(folder('root')), [key]: value }));
  expect(readManifest(moment(8.64e15))).toMatchObject({ [key]: 8.64e15 });
  for (const value of [8.64e15 + 1, -8.64e15 - 1, 1.5, '1', null])
    expect(() => readManifest(moment(value))).toThrow(RangeError);
});
