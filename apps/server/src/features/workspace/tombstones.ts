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

/** Writes down that workspaces were deleted; it has reached the disk when this resolves. */
export async function addTombstones(dataPath: string, workspaceIds: readonly string[]): Promise<void> {
  const known = await readTombstones(dataPath);
  const ids = workspaceIds.filter((id) => !known.has(id));
  if (ids.length === 0) return;
  // Whoever edited the list may have left its last line without an end.
  await appendFile(join(dataPath, tombstoneFile), `\n${ids.join('\n')}\n`, { mode: 0o600, flush: true });
}
