/** Stamp of the build: it covers every package that the web app imports, or a change there would start the old one. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importNoEntry } from '../apps/web/vite.config.ts';
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

/** A built worker: its entry, and a chunk that imports something. */
const workerThatImports = (imported: string) => {
  const chunk = (fileName: string, isEntry: boolean, imports: string[]) => ({
    ...{ type: 'chunk', fileName, isEntry, imports, dynamicImports: [] },
  });
  return {
    entry: chunk('vaultWorker.js', true, ['shared.js']),
    shared: chunk('shared.js', false, []),
    late: chunk('kit.js', false, [imported]),
  } as unknown as Parameters<ReturnType<typeof importNoEntry>['generateBundle']>[1];
};

it('builds no worker whose entry is imported: WebKit would run it twice', () => {
  const { generateBundle } = importNoEntry();
  expect(() => generateBundle({}, workerThatImports('shared.js'))).not.toThrow();
  expect(() => generateBundle({}, workerThatImports('vaultWorker.js'))).toThrow('kit.js imports the worker');
});
