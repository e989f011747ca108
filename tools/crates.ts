/**
 * `npm run test:crates`: format, lints and tests of the Rust crates in `apps/desktop`. Without cargo it says that nothing
 * was tried. CARGO_TARGET_DIR moves what is built, as cargo knows it.
 */
import { spawnSync } from 'node:child_process';
import { run } from './run.ts';

const manifest = ['--manifest-path', 'apps/desktop/Cargo.toml'];

if (spawnSync('cargo', ['--version']).status === 0) {
  await run('cargo', ['fmt', ...manifest, '--all', '--check']);
  await run('cargo', ['clippy', ...manifest, '--locked', '--all-targets', '--', '-D', 'warnings']);
  await run('cargo', ['test', ...manifest, '--locked', '--quiet']);
} else {
  process.stderr.write(
    'SKIPPED: cargo is not on this machine, so the crates in apps/desktop were not tried.\n',
  );
}
