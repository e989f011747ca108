/** Programs and libraries of the system that tests and the desktop app need; as root on Debian they can be installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns where the first of these programs is that the PATH knows; undefined for none. */
export const onPath = (names: readonly string[]): string | undefined =>
  names
    .map((name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim())
    .find(Boolean);

/** Tells whether these libraries can be linked, by the names that pkg-config knows. */
export const hasLibraries = (names: readonly string[]): boolean =>
  spawnSync('pkg-config', ['--exists', ...names]).status === 0;

/** Tells whether Debian packages can be installed. */
export const mayInstall = (): boolean => process.getuid?.() === 0 && onPath(['apt-get']) !== undefined;

/**
 * Installs Debian packages. One process at a time: tests that run beside each other install what they miss.
 * @throws Error where it fails
 */
export function aptInstall(packages: readonly string[], stdio: 'inherit' | 'ignore'): void {
  const apt = (...args: string[]) =>
    execFileSync('flock', [join(tmpdir(), 'kontor-apt.lock'), 'apt-get', ...args], { stdio });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}

/** Installs Debian packages where that can be done; says so where it fails. */
export function install(packages: readonly string[]): void {
  if (!mayInstall()) return;
  try {
    aptInstall(packages, 'ignore');
  } catch (error) {
    process.stdout.write(`${packages.join(', ')} could not be installed: ${(error as Error).message}\n`);
  }
}
