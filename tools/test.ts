/**
 * `npm test`: types, lint, boundaries, unit tests, PostgreSQL tests, the start as an unprivileged user, browser
 * scenarios. Steps that leave a core idle run beside each other, each printed whole when it is done. Ends with one line
 * of totals, and what was skipped and what failed, by name. `--exhaustive` runs instead what tries everything with
 * everything: each attack of a hostile server, each screen in each form, each id in each place, a crash at each point.
 * `--long` runs the randomised and crash tests in their long form.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildIfNeeded } from './build.ts';
import { findChromium } from './chromium.ts';
import { run } from './run.ts';
import type { VitestReport } from './vitestReport.ts';

const reports = mkdtempSync(join(tmpdir(), 'kontor-test-'));
const long = process.argv.includes('--long');
const exhaustive = process.argv.includes('--exhaustive');
const env: NodeJS.ProcessEnv = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/kontor'),
  ...(long && { LONG: '1' }),
};

interface PlaywrightResult {
  error?: { message?: string };
  errorLocation?: { line: number };
}
interface PlaywrightSuite {
  file: string;
  specs: { title: string; ok: boolean; tests: { results: PlaywrightResult[] }[] }[];
  suites?: PlaywrightSuite[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const skipped: string[] = [];

type Write = (printed: Buffer) => void;
type Work = (write?: Write) => Promise<void>;

/** Runs one step; a failure is noted and the next step still runs, so that one run tells everything. */
async function step(name: string, work: Work, write?: Write): Promise<void> {
  const start = Date.now();
  const say = (text: string) => (write ? write(Buffer.from(text)) : process.stdout.write(text));
  say(`\n== ${name}\n`);
  try {
    await work(write);
  } catch (error) {
    failures.push(name);
    say(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  say(`== ${name}: ${Math.round((Date.now() - start) / 1000)} s\n`);
}

/** Runs steps beside each other; what each prints comes in one piece. */
async function beside(steps: Record<string, Work>): Promise<void> {
  await Promise.all(
    Object.entries(steps).map(async ([name, work]) => {
      const printed: Buffer[] = [];
      await step(name, work, (more) => void printed.push(more));
      process.stdout.write(Buffer.concat(printed));
    }),
  );
}

async function vitest(projects: readonly string[], write?: Write): Promise<void> {
  const file = join(reports, `${projects.join('-')}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitestReport.ts')}`];
  try {
    await run('vitest', ['run', ...chosen, ...reporters], { ...env, KONTOR_VITEST_REPORT: file }, write);
  } finally {
    if (existsSync(file)) {
      const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
      totals.passed += report.passed;
      totals.failed += report.failures.length;
      totals.skipped += report.skipped.length;
      skipped.push(...report.skipped);
      for (const { file: of, test, message } of report.failures)
        failures.push([of, ...(test ? [test] : []), firstLine(message)].join(': '));
    }
  }
}

async function playwright(projects: readonly string[]): Promise<void> {
  const file = join(reports, 'playwright.json');
  const chromium = await findChromium();
  try {
    const chosen = projects.flatMap((project) => ['--project', project]);
    await run('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...chosen], {
      ...env,
      ...(chromium && { KONTOR_CHROMIUM: chromium }),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    });
  } finally {
    if (existsSync(file)) {
      const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as PlaywrightReport;
      failures.push(...failedIn(suites));
      totals.passed += stats.expected;
      totals.failed += stats.unexpected + stats.flaky;
      totals.skipped += stats.skipped;
    }
  }
}

/** Returns what an assertion of the browser's says in one line: what it waited for, where, and what it found. */
const inShort = (message = ''): string =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line, number) => number === 0 || /^(Locator|Expected|Received)/.test(line))
    .join('; ');

const firstLine = (text = '') => stripVTControlCharacters(text).split('\n')[0];

const failedIn = (suites: readonly PlaywrightSuite[]): string[] =>
  suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const results = tests.flatMap((test) => test.results);
        const { error, errorLocation } = results.find((result) => result.error) ?? {};
        return `${file}:${errorLocation?.line ?? 0}: ${title}: ${inShort(error?.message)}`;
      }),
    ...failedIn(inner),
  ]);

const webApp: Work = (write) => run('npm', ['run', '--silent', 'build'], {}, write);

if (exhaustive) {
  await step('web app', () => buildIfNeeded());
  await step('unit, database and wire', () => vitest(['exhaustive', 'exhaustive-people', 'exhaustive-unit']));
  await step('browser', () => playwright(['exhaustive-long', 'exhaustive']));
} else {
  await beside({
    'types, lint, boundaries': (write) => run('node', ['tools/check.ts'], {}, write),
    'web app': webApp,
  });
  await beside({
    unit: (write) => vitest(['unit', 'unit-page', 'unit-quick', 'unit-alone'], write),
    'start as an unprivileged user': (write) => run('node', ['tools/unprivileged.ts'], {}, write),
  });
  await step('database and wire', () => vitest(['pg', 'pg-people', 'pg-alone']));
  await step('browser', () => playwright(['short']));
}

rmSync(reports, { recursive: true });
for (const name of skipped) process.stdout.write(`skipped: ${name}\n`);
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
for (const name of failures) process.stdout.write(`failed: ${name}\n`);
if (failures.length > 0 || totals.failed > 0) process.exitCode = 1;
