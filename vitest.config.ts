import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests that try everything with everything, and take minutes each: `npm run test:exhaustive`. */
const exhaustive = [
  'apps/server/src/testing/matrix/idSubstitution.pg.test.ts',
  'apps/server/src/db/embedded/crash.pg.test.ts',
];

const withDatabase = {
  globalSetup: ['apps/server/src/testing/globalSetup.ts'],
  setupFiles: ['packages/client/src/testing/mockArgon2.ts'],
  // A guard against hanging, too: what tries each call with each noun takes its time on a shared machine.
  testTimeout: 300_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  maxWorkers: 2,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // A guard against hanging, not a measurement: machines differ and are shared.
          testTimeout: 60_000,
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.pg.test.ts', '**/*.web.test.ts', '**/node_modules/**'],
          setupFiles: ['tools/propertySeed.ts'],
          // Vitest leaves one core to itself, which is half of a small machine.
          maxWorkers: availableParallelism(),
        },
      },
      {
        test: {
          ...withDatabase,
          name: 'pg',
          include: ['apps/server/src/**/*.pg.test.ts', 'packages/*/src/**/*.pg.test.ts'],
          exclude: exhaustive,
        },
      },
      { test: { ...withDatabase, name: 'exhaustive', include: exhaustive } },
      { test: { name: 'boundaries', include: ['tools/*.test.ts'] } },
    ],
  },
});
