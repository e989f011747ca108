/** Creates the database's files once, complete or not at all. */
import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { withParentDeathSignal } from './parentDeathSignal.ts';
import { clusterRoles } from './roles.ts';
import { asUser, type SystemUser } from './systemUser.ts';

const draftPrefix = 'postgres.new-';

/**
 * Creates the cluster in `<data>/postgres` if there is none. `initdb` works in a folder of another name that is
 * renamed when it is complete and on disk: a kill in between leaves a draft, which the next start removes. The caller
 * owns the data folder.
 */
export async function ensureCluster(
  dataPath: string,
  engine: Engine,
  user: SystemUser | undefined,
  password: string,
): Promise<string> {
  const folder = join(dataPath, 'postgres');
  for (const name of readdirSync(dataPath)) {
    if (name.startsWith(draftPrefix)) rmSync(join(dataPath, name), { recursive: true });
  }
  if (!existsSync(folder)) {
    const draft = mkdtempSync(join(dataPath, draftPrefix));
    const passwordFile = join(draft, 'password');
    const files = join(draft, 'files');
    mkdirSync(files, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user) for (const path of [draft, passwordFile, files]) chownSync(path, user.uid, user.gid);
    await initialise(engine, user, files, passwordFile);
    renameSync(files, folder);
    rmSync(draft, { recursive: true });
  }
  const made = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (made !== engine.major) {
    throw new Error(
      `${folder} was made by PostgreSQL ${made}, this release brings ${engine.major}. ` +
        'Dump it with the release that made it and restore the dump here; docs/self-hosting.md says how.',
    );
  }
  return folder;
}

/** Returns the user that owns the cluster's files, so that a folder made by one user also opens when root starts it. */
export function clusterOwner(dataPath: string, otherwise: SystemUser | undefined): SystemUser | undefined {
  const folder = join(dataPath, 'postgres');
  if (!otherwise || !existsSync(folder)) return otherwise;
  const { uid, gid } = statSync(folder);
  return uid === otherwise.uid ? otherwise : { name: String(uid), uid, gid };
}

function initialise(
  engine: Engine,
  user: SystemUser | undefined,
  folder: string,
  passwordFile: string,
): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    `--pwfile=${passwordFile}`,
    `--username=${clusterRoles.superuser}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in locale is the same on every machine, so that an index never depends on a C library's collation.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(...withParentDeathSignal('KILL', engine.initdb, args), {
      ...asUser(user),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The database could not be made (initdb ended with ${code}).\n${errors}`));
    });
  });
}
