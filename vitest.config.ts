import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { slice } from './tools/slice.ts';

/**
 * Tests that try everything with everything, live through a year, or take long about what other changes seldom break:
 * `npm run test:exhaustive`. Those that take longest come first.
 */
const exhaustive = [
  'packages/testkit/src/desktop/saves.pg.test.ts',
  'packages/testkit/src/seed/seedFirm.pg.test.ts',
  'apps/server/src/db/embedded/crash.pg.test.ts',
  'apps/server/src/main.pg.test.ts',
  'apps/server/src/testing/matrix/idSubstitution.pg.test.ts',
  'packages/testkit/src/signingBits.pg.test.ts',
  'apps/server/src/features/subscription/year.pg.test.ts',
  'apps/web/src/features/task/editor/interleaving.test.tsx',
  'packages/testkit/src/signing.pg.test.ts',
  'apps/server/src/mails.pg.test.ts',
  'packages/client/src/replica/convergence.test.ts',
  'packages/client/src/session/turns.test.ts',
  'packages/testkit/src/restore.pg.test.ts',
  'packages/testkit/src/brokenUpload.pg.test.ts',
  'packages/testkit/src/confirmedTab.pg.test.ts',
  'packages/client/src/vault/manyMembers.test.ts',
  'packages/testkit/src/fullStorage.pg.test.ts',
  'packages/testkit/src/uploadQueue.pg.test.ts',
  'packages/testkit/src/afterReset.pg.test.ts',
];
const exhaustiveNow = slice(exhaustive);
/** Needs LibreOffice and vim, for which `npm run test:desktop` sees. */
const withPrograms = 'packages/testkit/src/desktop/programs.pg.test.ts';

const textOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
/** The one replacement of a module that many tests share. */
const quickArgon2 = /^vi\.mock\('@kontor\/crypto\/primitives\/argon2', .*quickArgon2.ts'\)\);$/m;
/**
 * Tests that replace modules, the environment or the window: each has a process of its own. The others share what they load
 * with their project's.
 */
const isAlone = (file: string) =>
  /\bvi\.(mock|doMock|stubEnv|stubGlobal\('window')/.test(textOf(file).replace(quickArgon2, ''));
const hasPage = (file: string) => textOf(file).includes('@vitest-environment');
const isQuick = (file: string) => quickArgon2.test(textOf(file));
const filesOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: import.meta.dirname }).filter(
    (file) => !file.includes('node_modules') && ![...exhaustive, withPrograms].includes(file),
  );
const withDatabaseFiles = filesOf('{apps,packages}/*/src/**/*.pg.test.ts');
const unitFiles = filesOf('{apps,packages}/*/src/**/*.test.{ts,tsx}').filter(
  (file) => !/\.(pg|web)\.test/.test(file),
);

const mockArgon2 = 'packages/client/src/testing/mockArgon2.ts';
/** Returns a project of files that share what they load, which saves a third of the time. */
const sharedProject = (name: string, include: string[], test: object) => ({
  test: { ...test, name, include, isolate: false },
});
const isolatedProject = (name: string, include: string[], test: object) => ({
  test: { ...test, name, include },
});

const withDatabase = {
  globalSetup: ['apps/server/src/testing/globalSetup.ts'],
  setupFiles: [mockArgon2],
  // A guard against hanging, too: what tries each call with each noun takes its time on a shared machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  maxWorkers: 2,
};

/** People who act through the product's own client: most share one server. */
const withServer = { ...withDatabase, globalSetup: ['packages/testkit/src/sharedServer.ts'] };
const hasDatabase = (file: string) => file.includes('.pg.');
const isOfPeople = (file: string) => file.startsWith('packages/testkit/');

const unit = {
  // A guard against hanging, not a measurement: machines differ and are shared.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['tools/propertySeed.ts'],
  // Vitest leaves one core to itself, which is half of a small machine.
  maxWorkers: availableParallelism(),
};
const unitShared = {
  ...unit,
  setupFiles: [...unit.setupFiles, 'apps/web/src/testing/freshGlobals.ts'],
};
const sharedUnitFiles = unitFiles.filter((file) => !isAlone(file));

export default defineConfig({
  test: {
    projects: [
      sharedProject(
        'unit',
        sharedUnitFiles.filter((file) => !hasPage(file) && !isQuick(file)),
        unitShared,
      ),
      sharedProject('unit-page', sharedUnitFiles.filter(hasPage), {
        ...unitShared,
        environment: 'happy-dom',
        setupFiles: [...unitShared.setupFiles, 'apps/web/src/testing/freshPage.ts'],
      }),
      sharedProject(
        'unit-quick',
        sharedUnitFiles.filter((file) => !hasPage(file) && isQuick(file)),
        {
          ...unit,
          setupFiles: [...unit.setupFiles, mockArgon2],
        },
      ),
      isolatedProject('unit-alone', unitFiles.filter(isAlone), unit),
      sharedProject(
        'pg',
        withDatabaseFiles.filter((file) => !isAlone(file) && !isOfPeople(file)),
        withDatabase,
      ),
      sharedProject(
        'pg-people',
        withDatabaseFiles.filter((file) => !isAlone(file) && isOfPeople(file)),
        withServer,
      ),
      isolatedProject('pg-alone', withDatabaseFiles.filter(isAlone), withDatabase),
      isolatedProject(
        'exhaustive',
        exhaustiveNow.filter((file) => !isOfPeople(file) && hasDatabase(file)),
        { ...withDatabase, testTimeout: 1_200_000 },
      ),
      isolatedProject('exhaustive-people', exhaustiveNow.filter(isOfPeople), {
        ...withServer,
        testTimeout: 1_200_000,
      }),
      isolatedProject('desktop-programs', [withPrograms], {
        ...withDatabase,
        globalSetup: [],
        testTimeout: 1_200_000,
      }),
      isolatedProject(
        'exhaustive-unit',
        exhaustiveNow.filter((file) => !isOfPeople(file) && !hasDatabase(file)),
        unit,
      ),
      { test: { name: 'boundaries', include: ['tools/*.test.ts'] } },
    ],
  },
});
