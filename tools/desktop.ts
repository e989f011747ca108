/**
 * `npm run desktop` starts the desktop app from the sources; `npm run desktop:build` packages it for this system, for
 * instance with `-- --bundles deb`.
 */
import { join } from 'node:path';
import { layDesktopPage } from './desktopPage.ts';
import { buildShell, missingForShell } from './desktopShell.ts';
import { run } from './run.ts';

const missing = missingForShell();
if (missing) {
  process.stderr.write(`The desktop app cannot be built here: ${missing}. docs/desktop.md says more.\n`);
  process.exit(1);
}
if (process.argv[2] === 'build') {
  await layDesktopPage();
  process.chdir(join(import.meta.dirname, '../apps/desktop/shell'));
  await run('tauri', ['build', ...process.argv.slice(3)]);
} else await run(await buildShell(), process.argv.slice(2));
