/** `npm run check`: types, lint and boundaries. Fast enough to run before every commit. */
import { run } from './run.ts';

// The web app knows JSX and Vite, searching and tables are to know nothing of browsers; everything else is one program.
for (const project of ['.', 'packages/search', 'packages/table', 'apps/web'])
  await run('tsc', ['-p', project]);
await run('biome', ['check', '--error-on-warnings', '.']);
await run('vitest', ['run', '--project', 'boundaries']);
