/** The shell of the desktop app: what it takes to build it, and its program. */
import { join, resolve } from 'node:path';
import { layDesktopPage } from './desktopPage.ts';
import { run } from './run.ts';
import { hasLibraries, install, onPath } from './system.ts';

const root = join(import.meta.dirname, '..');

/** Names the crates in `apps/desktop` to cargo. */
export const manifest = ['--manifest-path', join(root, 'apps/desktop/Cargo.toml')];

/** Debian packages that the shell is built with, besides Rust. */
export const buildPackages = [
  'build-essential',
  'pkg-config',
  'libwebkit2gtk-4.1-dev',
  'libayatana-appindicator3-dev',
  'librsvg2-dev',
  'libdbus-1-dev',
];

/** Returns what is missing on this machine for building the shell, as a sentence; undefined for nothing. */
export function missingForShell(): string | undefined {
  if (!onPath(['cargo'])) return 'cargo is not on this machine';
  const isThere = hasLibraries(['webkit2gtk-4.1', 'ayatana-appindicator3-0.1', 'librsvg-2.0', 'dbus-1']);
  return isThere ? undefined : `libraries are missing (Debian: apt-get install ${buildPackages.join(' ')})`;
}

/**
 * Installs what the shell is built with, and vim, by whose saves it is tried, where that can be done. Returns what is missing
 * for building it still, as `missingForShell` does.
 */
export function prepareForShell(): string | undefined {
  const missing = [...(missingForShell() ? buildPackages : []), ...(onPath(['vim']) ? [] : ['vim'])];
  if (onPath(['cargo']) && missing.length > 0) install(missing);
  return missingForShell();
}

/** Builds the desktop app, to try it out or as people get it. Resolves with the path of its program. */
export async function buildShell(profile: 'debug' | 'release' = 'debug'): Promise<string> {
  await layDesktopPage();
  const kind = profile === 'release' ? ['--release'] : [];
  await run('cargo', ['build', ...manifest, ...kind, '--locked', '--quiet', '--package', 'kontor-desktop']);
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'apps/desktop/target');
  return resolve(target, profile, 'kontor-desktop');
}
