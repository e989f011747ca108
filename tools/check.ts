/** `npm run check`: types, lint and boundaries. Fast enough to run before every commit. */
import { globSync } from 'node:fs';
import { run } from './run.ts';

const projects = [
  'packages/contract',
  'packages/crypto',
  'packages/search',
  'packages/table',
  'packages/client',
  'packages/testkit',
  'apps/server',
  'apps/web',
  'e2e',
  'bench',
  'tools',
];

for (const project of projects) {
  if (globSync(`${project}/{src/,}**/*.ts`).length > 0) await run('tsc', ['-p', project]);
}
await run('biome', ['check', '--error-on-warnings', '.']);
await run('vitest', ['run', '--project', 'boundaries']);
