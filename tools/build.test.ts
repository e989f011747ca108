/** Stamp of the build: it covers every package that the web app imports, or a change there would start the old one. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sources } from './build.ts';

it('covers what the web app imports', () => {
  const covered = new Set(globSync(sources).map((path) => path.split('/', 2).join('/')));
  const imports = globSync('apps/web/src/**/*.{ts,tsx}').flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/'@kontor\/(\w+)\//g),
  ]);
  const packages = new Set(imports.map(([, name]) => `packages/${name}`));
  // Tests import what no build does.
  packages.delete('packages/testkit');
  expect(packages.size).toBeGreaterThan(3);
  expect([...packages].filter((name) => !covered.has(name))).toEqual([]);
});
