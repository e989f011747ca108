/**
 * One server per data folder. The lock is SQLite's exclusive file lock, a lock of the kernel: it is taken atomically,
 * dies with its process (SIGKILL included), cannot go stale, and holds between containers that share a volume.
 * The pid beside it only serves the message.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Thrown when another living process owns the data folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

/**
 * Takes the data folder for this process until `release()` or death.
 * @throws FolderInUse when another process has it.
 */
export function takeOwnership(folder: string): { release(): void } {
  const pidFile = join(folder, 'owner.pid');
  const lockFile = join(folder, 'owner.lock');
  // Any reader of the file can lock it. An existing one is not opened: closing it would release a lock of ours.
  if (!existsSync(lockFile)) writeFileSync(lockFile, '', { mode: 0o600 });
  chmodSync(lockFile, 0o600);
  const lock = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;');
  } catch (cause) {
    lock.close();
    throw new FolderInUse(
      `The data folder ${folder} is in use by another Kontor server (process ${lastOwner(pidFile)}). ` +
        'Stop that one first, or choose another folder with KONTOR_DATA.',
      { cause },
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return { release: () => lock.close() };
}

function lastOwner(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return 'unknown'; // taken a moment ago, its pid not yet written
  }
}
