import { describe, expect, it } from 'vitest';
import { ancestorsOf, descendantsOf, foldersFirst, forbiddenTargets, liesIn } from './tree.ts';

const make = (id: string, kind: 'file' | 'folder', parentId?: string, name = id) => ({
  id,
  kind,
  name,
  scopeId: 'p',
  ...(parentId && { parentId }),
});

const tree = [make('a', 'folder'), make('b', 'folder', 'a'), make('c', 'file', 'b'), make('d', 'file')];
const byId = new Map(tree.map((document) => [document.id, document]));
const ids = (documents: { id: string }[] | undefined) => documents?.map((document) => document.id).join('');

describe('folders', () => {
  const root = { scopeId: 'p' };
  const ancestors = (id: string, of = byId) => ids(ancestorsOf((one) => of.get(one), root, id));

  it('have ancestors', () => {
    expect(ancestors('b')).toBe('ab');
    expect(ancestors('c')).toBeUndefined();
    expect(ancestors('x')).toBeUndefined();
  });

  it('belong to one project or one customer', () => {
    expect(liesIn({ scopeId: 'staff', customerId: 'c' }, { scopeId: 'staff', customerId: 'c' })).toBe(true);
    expect(liesIn({ scopeId: 'staff', customerId: 'c' }, { scopeId: 'staff', customerId: 'd' })).toBe(false);
    expect(ancestorsOf((id) => byId.get(id), { scopeId: 'q' }, 'b')).toBeUndefined();
  });

  it('do not lead in circles', () => {
    const circle = [make('x', 'folder', 'y'), make('y', 'folder', 'x')];
    expect(ancestors('x', new Map(circle.map((folder) => [folder.id, folder])))).toBeUndefined();
    expect([...descendantsOf(circle, 'x')].sort()).toEqual(['x', 'y']);
  });

  it('cannot be moved into themselves or below', () =>
    expect([...forbiddenTargets(tree, ['a'])].sort()).toEqual(['a', 'b', 'c']));

  it('come before files, and names sort as people count', () => {
    const list = [
      make('1', 'file', undefined, 'Plan 10'),
      make('2', 'file', undefined, 'plan 2'),
      make('3', 'folder', undefined, 'Z'),
    ];
    expect(ids(list.sort(foldersFirst))).toBe('321');
  });
});
