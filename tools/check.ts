/** `npm run check`: types, lint and boundaries. Fast enough to run before every commit. */
import { run } from './run.ts';

// The web app knows JSX and Vite, searching and tables are to know nothing of browsers; everything else is one program.
const projects = ['.', 'packages/search', 'packages/table', 'apps/web'];

/** Runs programs one after the other; what they print comes in one piece. */
async function inTurn(programs: readonly (readonly [string, string[]])[]): Promise<void> {
  const printed: Buffer[] = [];
  try {
    for (const [program, args] of programs) await run(program, args, {}, (more) => void printed.push(more));
  } finally {
    process.stdout.write(Buffer.concat(printed));
  }
}

const results = await Promise.allSettled([
  inTurn(projects.map((project) => ['tsc', ['-p', project]])),
  inTurn([
    ['biome', ['check', '--error-on-warnings', '.']],
    ['vitest', ['run', '--project', 'boundaries']],
  ]),
]);
for (const result of results)
  if (result.status === 'rejected') {
    process.stderr.write(`${(result.reason as Error).message}\n`);
    process.exitCode = 1;
  }
