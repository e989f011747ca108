import type { Share } from '@kontor/contract/nouns/share';
import { expect, it } from 'vitest';
import { levelOf } from './tree.ts';

const plans = { id: 'plans', name: 'Plans' };
const share = (documentId: string, more: Partial<Share> = {}) =>
  ({
    id: `share ${documentId}`,
    scopeId: 'c',
    documentId,
    kind: 'file',
    name: documentId,
    path: [],
    ...more,
  }) as Share;

const shares = [
  share('offer'),
  share('plans', { kind: 'folder', name: 'Plans' }),
  share('ground', { path: [plans] }),
  share('roof', { path: [plans, { id: 'roofs', name: 'Roofs' }] }),
];

it('shows the top, and each folder that something shared lies in', () => {
  const top = levelOf(shares, []);
  expect(top.files.map(({ documentId }) => documentId)).toEqual(['offer']);
  expect(top.folders).toEqual([{ ...plans, kind: 'folder', customerId: 'c' }]);
  const inside = levelOf(shares, ['plans']);
  expect(inside.ancestors).toEqual([plans]);
  expect(inside.files.map(({ documentId }) => documentId)).toEqual(['ground']);
  expect(inside.folders.map(({ id }) => id)).toEqual(['roofs']);
  expect(levelOf(shares, ['plans', 'roofs']).files.map(({ documentId }) => documentId)).toEqual(['roof']);
});

it('shows an empty shared folder, and says where nothing is shared', () => {
  expect(levelOf([shares[1]!], ['plans'])).toMatchObject({ files: [], folders: [], isGone: false });
  expect(levelOf(shares, ['gone']).isGone).toBe(true);
  expect(levelOf([], []).isGone).toBe(false);
});

it('shows a document once that two people shared at the same moment', () =>
  expect(levelOf([share('offer'), share('offer', { id: 'other' })], []).files).toHaveLength(1));
