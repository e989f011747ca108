/**
 * `npm run test:crates`: format, lints and tests of the Rust crates in `apps/desktop`. As root on Debian it installs the
 * libraries of the web view; where they are missing still it says that the shell was not tried, and without cargo that nothing
 * was. CARGO_TARGET_DIR moves what is built, as cargo knows it.
 */
import { layDesktopPage } from './desktopPage.ts';
import { manifest, prepareForShell } from './desktopShell.ts';
import { run } from './run.ts';
import { onPath } from './system.ts';

if (onPath(['cargo'])) {
  const missing = prepareForShell();
  if (missing) process.stderr.write(`SKIPPED: the shell of the desktop app was not tried: ${missing}.\n`);
  else await layDesktopPage();
  const crates = missing ? ['--package', 'kontor-files', '--package', 'kontor-updates'] : ['--workspace'];
  await run('cargo', ['fmt', ...manifest, '--all', '--check']);
  await run('cargo', [
    'clippy',
    ...manifest,
    ...crates,
    '--locked',
    '--quiet',
    '--all-targets',
    '--',
    '-D',
    'warnings',
  ]);
  await run('cargo', ['test', ...manifest, ...crates, '--locked', '--quiet']);
} else {
  process.stderr.write(
    'SKIPPED: cargo is not on this machine, so the crates in apps/desktop were not tried.\n',
  );
}
