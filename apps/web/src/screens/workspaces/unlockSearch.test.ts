import { expect, it } from 'vitest';
import { unlockedPath, unlockSearch } from './unlockSearch.ts';

it('drops whatever else an address says', () => {
  expect(unlockSearch({ workspace: 'w', redirect: '/w/tasks', other: 1 })).toEqual({
    workspace: 'w',
    redirect: '/w/tasks',
  });
  expect(unlockSearch({ workspace: 1, redirect: [] })).toEqual({});
});

it.each([
  [undefined, '/w'],
  ['/w/tasks?task=1#top', '/w/tasks?task=1#top'],
  ['/w?file=f', '/w?file=f'],
  ['/other/tasks', '/w'],
  ['/w2/tasks', '/w'],
  ['/w/../login', '/w'],
  ['//evil.example/w/tasks', '/w'],
  ['https://evil.example/w/tasks', '/w'],
])('leads from %s to %s, and never out of the workspace', (redirect, path) =>
  expect(unlockedPath(unlockSearch({ workspace: 'w', redirect }), 'https://kontor.example')).toBe(path),
);
