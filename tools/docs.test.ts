/** Holds the documents to the tree: the files that they name exist. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const files = globSync('{*,{apps,packages,e2e,bench,tools}/**/*}.{ts,tsx,rs,css,py}', {
  exclude: (path) => /node_modules|dist|target/.test(path),
});

/**
 * Finds the files of code that a text names and that are not there. A file may be named by the end of its path; behind a
 * package's name `src` is left out.
 */
function missing(text: string): string[] {
  const named = text.matchAll(/`([\w@-][\w@./-]*\.(?:tsx?|rs|css|py))`/g);
  const isThere = (name: string) =>
    files.some((file) => [file, file.replace('/src/', '/')].some((path) => `/${path}`.endsWith(`/${name}`)));
  return [...named].map(([, name]) => name!).filter((name) => !isThere(name));
}

it('finds planted faults', () => {
  expect(missing('see `tools/docs.test.ts`, `docs.test.ts` and `client/replica/engine.ts`')).toEqual([]);
  expect(missing('see `tools/gone.ts` and `server/replica/engine.ts`')).toEqual([
    'tools/gone.ts',
    'server/replica/engine.ts',
  ]);
});

it.each(globSync(['*.md', 'docs/**/*.md']))('%s names files that exist', (path) => {
  expect(missing(readFileSync(path, 'utf8'))).toEqual([]);
});
