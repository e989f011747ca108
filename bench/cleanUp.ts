/** The processes, browser profiles and files that have to go when a bench ends, however it ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const waiting = new Set<() => Promise<void>>();

/** Registers `work` for the end of the bench; returns a function that does it earlier. It is done only once. */
export function atEnd(work: () => unknown): () => Promise<void> {
  const once = async () => {
    if (waiting.delete(once)) await work();
  };
  waiting.add(once);
  return once;
}

/** Runs everything registered, the most recent first. */
export async function cleanUp(): Promise<void> {
  for (const work of [...waiting].reverse())
    await work().catch((error: unknown) => console.error('was not cleaned up:', error));
}

export interface Folder {
  path: string;
  remove(): Promise<void>;
}

/** Creates an empty folder that is deleted with the bench. */
export function freshFolder(name: string): Folder {
  const path = mkdtempSync(join(tmpdir(), `kontor-bench-${name}-`));
  return { path, remove: atEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 })) };
}
