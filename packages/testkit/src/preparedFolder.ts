/**
 * Data folders that a server has started on once: its database is made and migrated. Making one takes seconds of the
 * processor, copying it none worth counting.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Returns an empty data folder that the database's user (another one when root starts it) can get into. */
export function emptyFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'kontor-testkit-'));
  chmodSync(path, 0o755);
  return path;
}

/** Returns a folder of its own that is like one on which `start` started a server and stopped it. */
export async function preparedFolder(start: (dataPath: string) => Promise<void>): Promise<string> {
  const template = join(tmpdir(), `kontor-template-${process.getuid?.() ?? ''}-${releaseHash()}`);
  if (!existsSync(template)) {
    const draft = emptyFolder();
    await start(draft);
    try {
      renameSync(draft, template);
    } catch {
      // Another process was quicker.
      rmSync(draft, { recursive: true });
    }
  }
  const path = emptyFolder();
  // Owners and modes stay as they are.
  execFileSync('cp', ['-a', `${template}/.`, path]);
  return path;
}

/** Hashes whatever a first start depends on. */
function releaseHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of ['apps/server/src', 'apps/server/migrations'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  return hash.digest('hex').slice(0, 16);
}
