import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumFlags } from '../tools/chromium.ts';
import { slice } from '../tools/slice.ts';

const chromium = process.env.KONTOR_CHROMIUM;

/**
 * Debian's shell of the same browser, where it is there: the engine without the pages of the browser itself, which cost
 * a seventh of the time. Playwright's own build is such a shell, too.
 */
const shell = chromium && `${chromium}-headless-shell`;
const executablePath = shell && existsSync(shell) ? shell : chromium;

/**
 * Scenarios that try everything with everything: each attack, each screen in each form, a crash at each point, four people's
 * days and talk, a year, a server that bills nobody; and those of more than half a minute about what stands by itself, so that
 * other changes seldom break it. Those that take longest come first.
 */
const exhaustive = [
  'accessibility',
  'hostile/engine',
  'hostile/hostile',
  'largeUploads',
  'hostile/records',
  'chat',
  'signatures',
  'team',
  'recovery',
  'documents',
  'hostileText',
  'crash/*',
  'customers',
  'signOut',
  'search',
  'invitations',
  'endings',
  'security',
  'canary/blindness',
  'privateProject',
  'comments',
  'sharing',
  'uploads',
  'byPointer',
  'desktop',
  'restore',
  'media',
  'longLists',
  'links',
  'billing',
  'unbilled',
  'taskForm',
  'forgetting',
  'forcedColors',
  'twoDesks',
  'export',
  'canary/readers',
  'print',
].map((name) => `**/${name}.e2e.ts`);
/** The long files first, so that no core is left alone with one of them in the end. */
const exhaustiveLong = ['talk', 'year', 'fourPeople', 'twoEditors'].map((name) => `**/${name}.e2e.ts`);
/** Both in one row, so that the parts of it weigh alike. */
const now = new Set(slice([...exhaustiveLong, ...exhaustive]));

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'exhaustive-long', testMatch: exhaustiveLong.filter((name) => now.has(name)), timeout: 900_000 },
    { name: 'exhaustive', testMatch: exhaustive.filter((name) => now.has(name)), timeout: 900_000 },
    { name: 'short', testMatch: '**/*.e2e.ts', testIgnore: [...exhaustive, ...exhaustiveLong] },
  ],
  // Guards against hanging, not measurements: machines differ and are shared.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: false,
  // Each has a server of its own.
  workers: availableParallelism(),
  // The machine-readable report goes to a file; without one it would drown the list.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  globalSetup: './setup.ts',
  use: {
    headless: true,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    // Whoever wants less motion waits for none; `byPointer.e2e.ts` and `mainJob.e2e.ts` look at the other half.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
    // Recording costs a fifth of the time. Whoever looks for a fault asks for it: `--trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
