/** Programs and libraries of the system that tests and the desktop app need; as root on Debian they can be installed. */
import { execFileSync, spawnSync } from 'node:child_process';

/** Returns where the first of these programs is that the PATH knows; undefined for none. */
export const onPath = (names: readonly string[]): string | undefined =>
  names
    .map((name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim())
    .find(Boolean);

/** Tells whether these libraries can be linked, by the names that pkg-config knows. */
export const hasLibraries = (names: readonly string[]): boolean =>
  spawnSync('pkg-config', ['--exists', ...names]).status === 0;

/** Installs Debian packages where that can be done; says so where it fails. */
export function install(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return;
  try {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { stdio: 'ignore' });
  } catch (error) {
    process.stdout.write(`${packages.join(', ')} could not be installed: ${(error as Error).message}\n`);
  }
}
