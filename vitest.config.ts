import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

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
          name: 'pg',
          include: ['apps/server/src/**/*.pg.test.ts', 'packages/*/src/**/*.pg.test.ts'],
          globalSetup: ['apps/server/src/testing/globalSetup.ts'],
          setupFiles: ['packages/client/src/testing/mockArgon2.ts'],
          // A guard against hanging, too: what tries each call with each noun takes its time on a shared machine.
          testTimeout: 300_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: 2,
        },
      },
      { test: { name: 'boundaries', include: ['tools/*.test.ts'] } },
    ],
  },
});
