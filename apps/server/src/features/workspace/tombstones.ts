/**
 * Remembers outside of the database which workspaces were deleted: a database that is set back to a backup forgets it
 * (ADR 40).
 */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The file in the data folder: one id per line. */
export const tombstoneFile = 'deleted-workspaces';

/** Returns the ids of all workspaces that were deleted on this server. */
export async function readTombstones(dataPath: string): Promise<Set<string>> {
  try {
    const lines = (await readFile(join(dataPath, tombstoneFile), 'utf8')).split('\n');
    return new Set(lines.map((line) => line.trim()).filter((line) => line !== ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}

/** Writes down that a workspace was deleted; it has reached the disk when this resolves. */
export async function addTombstone(dataPath: string, workspaceId: string): Promise<void> {
  if ((await readTombstones(dataPath)).has(workspaceId)) return;
  await appendFile(join(dataPath, tombstoneFile), `${workspaceId}\n`, { mode: 0o600, flush: true });
}
