import { defineConfig } from '@playwright/test';
import { chromiumFlags } from '../tools/chromium.ts';

const executablePath = process.env.KONTOR_CHROMIUM;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  // The machine-readable report goes to a file; without one it would drown the list.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  globalSetup: './setup.ts',
  use: {
    headless: true,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
