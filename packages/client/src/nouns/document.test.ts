import { foldName } from '@kontor/crypto/nameTag';
import { expect, it, vi } from 'vitest';
import { createCollections } from '../replica/collections.ts';
import type { Mutations } from '../replica/mutations.ts';
import { freeNames, isNameTaken, makeFolders } from './document.ts';

const collections = createCollections();
const place = { scopeId: 'p', parentId: 'folder' };
const write = (id: string, name: string, more: object) => {
  const record = { id, kind: 'file', name, scopeId: 'p', ...more } as never;
  collections.document.write([{ id, record }]);
};
write('1', 'Straße.pdf', { parentId: 'folder' });
write('2', 'B\u00fccher', { parentId: 'folder' });
write('3', 'Other.pdf', {});

it.each([
  ['STRASSE.pdf', true],
  ['strasse.PDF', true],
  ['STRAẞE.pdf', true],
  ['BU\u0308CHER', true],
  ['Bücherei', false],
  ['other.pdf', false],
])('takes %s as the tag does: taken %s', (name, taken) => {
  expect(isNameTaken({ collections }, place, name)).toBe(taken);
  const tags = collections.document.where('container', 'folder').map((document) => foldName(document.name));
  expect(tags.includes(foldName(name))).toBe(taken);
});

it('lets a record keep its own name in other letters', () => {
  expect(isNameTaken({ collections }, place, 'STRASSE.pdf', '1')).toBe(false);
  expect(isNameTaken({ collections }, place, 'STRASSE.pdf', '2')).toBe(true);
});

it('finds names that would take each other before any of them is sent, and others that are free', () => {
  const names = ['Gasse.pdf', 'GASSE.PDF', 'straße.pdf', 'Maße.pdf', 'MASSE.pdf', 'gasse (2).pdf'];
  expect(freeNames({ collections }, place, names, ['Straße (2).pdf'])).toEqual([
    'Gasse.pdf',
    'GASSE (2).PDF',
    'straße (3).pdf',
    'Maße.pdf',
    'MASSE (2).pdf',
    'gasse (2) (2).pdf',
  ]);
  expect(freeNames({ collections }, { scopeId: 'p' }, ['straße.pdf', 'OTHER.pdf'])).toEqual([
    'straße.pdf',
    'OTHER (2).pdf',
  ]);
  const long = `${'a'.repeat(251)}.pdf`;
  expect(freeNames({ collections }, place, [long, long])[1]).toBe(`${'a'.repeat(247)} (2).pdf`);
  const half = `${'a'.repeat(246)}😀.pdf`;
  expect(freeNames({ collections }, place, [half, half])[1]).toBe(`${'a'.repeat(246)} (2).pdf`);
});

it('makes thousands of folders in one place with one look at what lies there, and takes those that are there', () => {
  const made: { name: string; parentId?: string }[] = [];
  const mutations = {
    collections,
    transaction: (act: () => void) => act(),
    create: (_noun: string, _scopeId: string, fields: { name: string; parentId?: string }) => {
      made.push(fields);
      return { id: `new ${fields.name}` };
    },
  } as unknown as Mutations;
  write('4', 'Pläne', { kind: 'folder', parentId: 'folder' });
  const names = Array.from({ length: 3_000 }, (_, i) => `Raum ${i}`);
  const where = vi.spyOn(collections.document, 'where');
  const paths = [['PLÄNE', 'Keller'], ['bücher'], ['BÜCHER'], ...names.map((name) => [name])];
  const folders = makeFolders(mutations, place, paths);
  expect(where.mock.calls.length).toBeLessThan(10);
  where.mockRestore();
  expect(folders.get('PLÄNE')).toBe('4');
  expect(made).toHaveLength(names.length + 3);
  expect(made[0]).toMatchObject({ name: 'Keller', parentId: '4' });
  expect(made.slice(1, 3).map(({ name }) => name)).toEqual(['bücher (2)', 'BÜCHER (3)']);
  expect(folders.get('Raum 2999')).toBe('new Raum 2999');
});
