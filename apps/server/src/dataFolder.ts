/** The folder of everything that the server must not lose: database, blobs, mailbox, secrets. */
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Label } from '@kontor/contract/wire/labels';
import { clusterOwner } from './db/embedded/cluster.ts';
import { canEnter, databaseUser, type SystemUser } from './db/embedded/systemUser.ts';
import type { Env } from './env.ts';

/** Thrown where `secrets/` is missing beside a database, or is another's. */
export class WrongSecrets extends Error {
  override name = 'WrongSecrets';
  constructor(dataPath: string) {
    super(
      `${join(dataPath, 'secrets')} is not the one of this database: put it back from the backup, or copy it from another machine of this server.`,
    );
  }
}

export interface DataFolder {
  path: string;
  /** The folder that was asked for, where it could not be used. */
  instead?: string;
  /** Names in it, or `.` for itself, that other users can read, because their rights could not be taken away. */
  exposed: string[];
}

/**
 * Creates the data folder, and takes the rights of other users away from one that exists. As root the embedded database
 * runs as another user, who cannot enter a folder under root's own home: then the data lives in
 * `/var/lib/kontor/<hash of the path>`, and stays there when the database moves elsewhere.
 */
export function openDataFolder(env: Pick<Env, 'KONTOR_DATA' | 'DATABASE_URL'>): DataFolder {
  const hash = createHash('sha256').update(env.KONTOR_DATA).digest('hex').slice(0, 16);
  const other = join(elsewhere, hash);
  if (env.DATABASE_URL) {
    const isOther = databaseUser() && !existsSync(join(env.KONTOR_DATA, 'secrets')) && existsSync(other);
    return isOther
      ? { ...opened(other, undefined), instead: env.KONTOR_DATA }
      : opened(env.KONTOR_DATA, undefined);
  }
  const user = clusterOwner(env.KONTOR_DATA, databaseUser());
  // Folders above it are nobody's secret, and the database's user goes through them.
  mkdirSync(dirname(env.KONTOR_DATA), { recursive: true });
  if (!user || canEnter(user, env.KONTOR_DATA)) return opened(env.KONTOR_DATA, user);
  // The folder is root's, and its user goes through it.
  mkdirSync(elsewhere, { recursive: true });
  chmodSync(elsewhere, 0o711);
  return { ...opened(other, user), instead: env.KONTOR_DATA };
}

/** Where data lies that the database's user could not reach where it was asked for. */
const elsewhere = '/var/lib/kontor';

/** The database's programs where they had to be copied: no secret, and its user must read them. */
const programs = 'engine';

/** Folders whose files are secrets each. */
const secretFolders = ['secrets', 'mailbox'];

/** Creates the folder where it is missing; it and what lies in it become their owner's alone. */
function opened(asked: string, user: SystemUser | undefined): DataFolder {
  mkdirSync(asked, { recursive: true, mode: 0o700 });
  const path = realpathSync(asked);
  const names = readdirSync(path).filter((name) => name !== programs);
  const secrets = secretFolders
    .filter((folder) => names.includes(folder))
    .flatMap((folder) => readdirSync(join(path, folder)).map((name) => join(folder, name)));
  const exposed = [...names, ...secrets].filter((name) => !restrict(join(path, name)));
  if (!restrict(path, user)) exposed.unshift('.');
  return { path, exposed };
}

/**
 * Takes the rights of others away from a file or folder. `passage`: who must be able to go through a folder without
 * listing it. Returns false where others keep rights, because the file is not ours or its disk knows no modes.
 */
function restrict(path: string, passage?: SystemUser): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return true; // gone meanwhile
  const { mode, uid } = stat;
  const isPassage = passage !== undefined && uid !== passage.uid;
  const wanted = (mode & 0o700) | (isPassage ? 0o010 : 0);
  try {
    if (isPassage) chownSync(path, uid, passage.gid);
    if ((mode & 0o777) !== wanted) chmodSync(path, wanted);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error; // reported by what is left, below
  }
  return (statSync(path).mode & 0o777) === wanted;
}

/** Tests if there is a secret of that name. */
export const hasSecret = (dataPath: string, name: string) => existsSync(join(dataPath, 'secrets', name));

/**
 * Returns the secret of that name from `<data>/secrets` (0600), made of 32 random bytes at first use. It is written to
 * a file of its own and linked into place, so that a kill or a second process never leaves half a secret or two of
 * them.
 */
export function secret(dataPath: string, name: string): Buffer {
  const folder = join(dataPath, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  if (!existsSync(path)) {
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was first: its secret counts
    } finally {
      rmSync(draft);
    }
  }
  const bytes = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  if (bytes.length !== 32)
    throw new Error(`${path} does not hold 32 bytes of base64url. Restore it from a backup.`);
  return bytes;
}

/** Returns the 32 bytes that follow from the pepper for one use. Source: docs/formats.md, "The server's own". */
export const derivedKey = (dataPath: string, label: Label): Buffer =>
  Buffer.from(hkdfSync('sha256', secret(dataPath, 'pepper'), '', label, 32));
