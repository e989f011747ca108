import { defineConfig } from '@playwright/test';
import { chromiumFlags } from '../tools/chromium.ts';

const executablePath = process.env.KONTOR_CHROMIUM;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  // Guards against hanging, not measurements: machines differ and are shared.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: false,
  workers: 1,
  // The machine-readable report goes to a file; without one it would drown the list.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  globalSetup: './setup.ts',
  use: {
    headless: true,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
    // Recording costs a fifth of the time. Whoever looks for a fault asks for it: `--trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
