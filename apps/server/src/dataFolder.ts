/** The folder of everything that the server must not lose: database, blobs, mailbox, secrets. */
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { canEnter, databaseUser } from './db/embedded/systemUser.ts';
import type { Env } from './env.ts';

export interface DataFolder {
  path: string;
  /** The folder that was asked for, where it could not be used. */
  instead?: string;
}

/**
 * Creates the data folder. As root the embedded database runs as another user, who cannot enter a folder under root's
 * own home: then the data lives in `/var/lib/kontor/<hash of the path>`.
 */
export function openDataFolder(env: Pick<Env, 'KONTOR_DATA' | 'DATABASE_URL'>): DataFolder {
  const user = env.DATABASE_URL ? undefined : databaseUser();
  if (!user || canEnter(user, env.KONTOR_DATA)) return { path: made(env.KONTOR_DATA) };
  const hash = createHash('sha256').update(env.KONTOR_DATA).digest('hex').slice(0, 16);
  return { path: made(join('/var/lib/kontor', hash)), instead: env.KONTOR_DATA };
}

/** Creates the folder. Other users may traverse it (the database's user must) but not list it. */
function made(path: string): string {
  if (!existsSync(path)) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o711);
  }
  return realpathSync(path);
}

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
