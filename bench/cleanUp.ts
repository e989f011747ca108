/** What has to go when a bench ends, however it ends: processes, browser profiles, files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const waiting = new Set<() => Promise<void>>();

/** Keeps `work` for the end of the bench; returns the way to have it done earlier. It is done once. */
export function atEnd(work: () => unknown): () => Promise<void> {
  const once = async () => {
    if (waiting.delete(once)) await work();
  };
  waiting.add(once);
  return once;
}

/** Does all that is kept, what came last first. */
export async function cleanUp(): Promise<void> {
  for (const work of [...waiting].reverse())
    await work().catch((error: unknown) => console.error('was not cleaned up:', error));
}

export interface Folder {
  path: string;
  remove(): Promise<void>;
}

/** An empty folder that goes with the bench. */
export function freshFolder(name: string): Folder {
  const path = mkdtempSync(join(tmpdir(), `kontor-bench-${name}-`));
  return { path, remove: atEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 })) };
}
