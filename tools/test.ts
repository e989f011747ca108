/**
 * `npm test`: types, lint, boundaries, unit tests, PostgreSQL tests, the start as an unprivileged user, browser
 * scenarios. Ends with what was skipped, by name, and one line of totals. `--long` runs the randomised and crash tests
 * in their long form.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { run } from './run.ts';

const reports = mkdtempSync(join(tmpdir(), 'kontor-test-'));
const long = process.argv.includes('--long');
const env: NodeJS.ProcessEnv = { ...(long && { LONG: '1' }) };

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const skipped: string[] = [];

/** Runs one step; a failure is noted and the next step still runs, so that one run tells everything. */
async function step(name: string, work: () => Promise<void>): Promise<void> {
  const start = Date.now();
  process.stdout.write(`\n== ${name}\n`);
  try {
    await work();
  } catch (error) {
    failures.push(name);
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  process.stdout.write(`== ${name}: ${Math.round((Date.now() - start) / 1000)} s\n`);
}

async function vitest(project: string): Promise<void> {
  const file = join(reports, `${project}.json`);
  try {
    await run(
      'vitest',
      ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      env,
    );
  } finally {
    if (existsSync(file)) {
      const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
      totals.passed += report.numPassedTests;
      totals.failed += report.numFailedTests;
      totals.skipped += report.numPendingTests;
      for (const { assertionResults } of report.testResults)
        for (const { status, fullName } of assertionResults)
          if (status === 'skipped' || status === 'pending') skipped.push(fullName);
    }
  }
}

async function playwright(): Promise<void> {
  const file = join(reports, 'playwright.json');
  const chromium = await findChromium();
  try {
    await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
      ...env,
      ...(chromium && { KONTOR_CHROMIUM: chromium }),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    });
  } finally {
    if (existsSync(file)) {
      const { stats } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
      totals.passed += stats.expected;
      totals.failed += stats.unexpected + stats.flaky;
      totals.skipped += stats.skipped;
    }
  }
}

await step('types, lint, boundaries', () => run('node', ['tools/check.ts']));
await step('unit', () => vitest('unit'));
await step('web app', () => run('npm', ['run', '--silent', 'build']));
await step('database and wire', () => vitest('pg'));
await step('start as an unprivileged user', () => run('node', ['tools/unprivileged.ts']));
await step('browser', playwright);

rmSync(reports, { recursive: true });
for (const name of skipped) process.stdout.write(`skipped: ${name}\n`);
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
if (failures.length > 0 || totals.failed > 0) {
  process.stdout.write(`failed: ${failures.join(', ')}\n`);
  process.exitCode = 1;
}
