import type { Share } from '@kontor/contract/nouns/share';
import { expect, it } from 'vitest';
import { contentsOf, levelOf } from './tree.ts';

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

const shown = (at: readonly string[]) =>
  levelOf(shares, at).content.map(({ id, kind, name, scopeId }) => [kind, id, name, scopeId]);

it('shows the top, and each folder that something shared lies in', () => {
  const folder = ['folder', 'plans', 'Plans', 'c'];
  expect(shown([])).toEqual([['file', 'offer', 'offer', 'c'], folder]);
  expect(levelOf(shares, ['plans']).ancestors).toEqual([plans]);
  expect(shown(['plans'])).toEqual([
    ['file', 'ground', 'ground', 'c'],
    ['folder', 'roofs', 'Roofs', 'c'],
  ]);
  expect(shown(['plans', 'roofs'])).toEqual([['file', 'roof', 'roof', 'c']]);
});

it('knows what lies in a folder wherever it is, for who takes it along', () => {
  expect(contentsOf(shares, 'roofs').map(({ id }) => id)).toEqual(['roof']);
  expect(contentsOf(shares, 'plans').map(({ id }) => id)).toEqual(['ground', 'roofs']);
  expect(contentsOf(shares, 'gone')).toEqual([]);
});

it('shows an empty shared folder, and says where nothing is shared', () => {
  expect(levelOf([shares[1]!], ['plans'])).toMatchObject({ content: [], isGone: false });
  expect(levelOf(shares, ['gone']).isGone).toBe(true);
  expect(levelOf([], []).isGone).toBe(false);
});

it('shows a document once that two people shared at the same moment', () =>
  expect(levelOf([share('offer'), share('offer', { id: 'other' })], []).content).toHaveLength(1));
