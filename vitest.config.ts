import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests that try everything with everything, or live through a year, and take minutes each: `npm run test:exhaustive`. */
const exhaustive = [
  'apps/server/src/testing/matrix/idSubstitution.pg.test.ts',
  'apps/server/src/db/embedded/crash.pg.test.ts',
  'apps/server/src/features/subscription/year.pg.test.ts',
  'packages/testkit/src/seed/seedFirm.pg.test.ts',
  'packages/testkit/src/signingBits.pg.test.ts',
];

/** Tests that replace modules, bring a page or set the language: each has a process of its own. The others share one. */
const isAlone = (file: string) =>
  /\bvi\.(mock|doMock|stub)|@vitest-environment|\bspeak\(/.test(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
const filesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: import.meta.dirname }).filter(
    (file) => !file.includes('node_modules') && !exhaustive.includes(file),
  );
const withDatabaseFiles = filesOf('{apps,packages}/*/src/**/*.pg.test.ts');
const unitFiles = filesOf('{apps,packages}/*/src/**/*.test.{ts,tsx}').filter(
  (file) => !/\.(pg|web)\.test/.test(file),
);

/** Two projects: `name` for files that share what they load, which saves a third of the time, `name-alone` for the others. */
const divided = (name: string, files: readonly string[], test: object) => [
  { test: { ...test, name, include: files.filter((file) => !isAlone(file)), isolate: false } },
  { test: { ...test, name: `${name}-alone`, include: files.filter(isAlone) } },
];

const withDatabase = {
  globalSetup: ['apps/server/src/testing/globalSetup.ts'],
  setupFiles: ['packages/client/src/testing/mockArgon2.ts'],
  // A guard against hanging, too: what tries each call with each noun takes its time on a shared machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  maxWorkers: 2,
};

export default defineConfig({
  test: {
    projects: [
      ...divided('unit', unitFiles, {
        // A guard against hanging, not a measurement: machines differ and are shared.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 60_000 } },
        setupFiles: ['tools/propertySeed.ts'],
        // Vitest leaves one core to itself, which is half of a small machine.
        maxWorkers: availableParallelism(),
      }),
      ...divided('pg', withDatabaseFiles, withDatabase),
      { test: { ...withDatabase, name: 'exhaustive', include: exhaustive, testTimeout: 1_200_000 } },
      { test: { name: 'boundaries', include: ['tools/*.test.ts'] } },
    ],
  },
});
