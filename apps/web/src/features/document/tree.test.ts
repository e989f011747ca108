import { describe, expect, it } from 'vitest';
import {
  byName,
  childrenOf,
  descendantsOf,
  forbiddenTargets,
  nameExists,
  taskDocumentsOf,
  wayTo,
} from './tree.ts';

const make = (id: string, kind: 'file' | 'folder', parentId?: string, name = id, taskId?: string) => ({
  id,
  kind,
  name,
  ...(parentId && { parentId }),
  ...(taskId && { taskId }),
});

const tree = [
  make('a', 'folder'),
  make('b', 'folder', 'a'),
  make('c', 'file', 'b'),
  make('d', 'file'),
  make('e', 'file', undefined, 'e', 'task'),
];
const byId = new Map(tree.map((document) => [document.id, document]));
const ids = (documents: { id: string }[] | undefined) => documents?.map((document) => document.id).join('');

describe('folders', () => {
  it('hold what lies directly in them; the top holds no documents of tasks', () => {
    expect(ids(childrenOf(tree, undefined))).toBe('ad');
    expect(ids(childrenOf(tree, 'b'))).toBe('c');
    expect(ids(taskDocumentsOf(tree))).toBe('e');
  });

  it('have a way to them', () => {
    expect(ids(wayTo(byId, 'b'))).toBe('ab');
    expect(wayTo(byId, 'c')).toBeUndefined();
    expect(wayTo(byId, 'x')).toBeUndefined();
  });

  it('do not lead in circles', () => {
    const circle = [make('x', 'folder', 'y'), make('y', 'folder', 'x')];
    expect(wayTo(new Map(circle.map((folder) => [folder.id, folder])), 'x')).toBeUndefined();
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
    expect(ids(list.sort(byName('de')))).toBe('321');
  });

  it('hold each name once, case and Unicode form aside', () => {
    const list = [make('1', 'file', 'f', 'B\u00fccher')];
    expect(nameExists(list, 'f', 'BU\u0308CHER')).toBe(true);
    expect(nameExists(list, 'f', 'Bücher', '1')).toBe(false);
    expect(nameExists(list, undefined, 'Bücher')).toBe(false);
  });
});
