/** Titles of pages: browsers write them into their history in the clear, so that none names what only members may read. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Titles that say more than which page it is, and why they may. */
const allowed: { readonly [file: string]: string } = {
  'app/errors/notFound.tsx': 'says the address, which the history has anyway',
  'features/auth/registerForm.tsx': 'is one of two texts',
  'screens/home/home.tsx': 'says the name of the workspace, which the server knows',
  'screens/workspaces/unlock.tsx': 'says the name of the workspace, which the server knows',
};

it('are words of the app, without names of things', () => {
  const src = join(import.meta.dirname, '..');
  const named = globSync('{app,features,screens}/**/*.tsx', { cwd: src }).filter((path) =>
    [...readFileSync(join(src, path), 'utf8').matchAll(/\busePage\(([^;]*?)(?:, \[|\);)/g)].some(
      ([, title]) => !/^\w+\((?:\w+ \? )?'\w+'(?: : '\w+')?\)$/.test(title!),
    ),
  );
  expect(named.sort()).toEqual(Object.keys(allowed));
});
