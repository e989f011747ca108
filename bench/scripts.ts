/** The JavaScript that a page loads, workers included, as it goes over the network. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const dist = join(import.meta.dirname, '../apps/web/dist');

export interface LoadedScript {
  path: string;
  /** Compressed bytes. */
  bytes: number;
}

/** Counts the compressed bytes of a built file, as the server sends it: brotli where there is such a file. */
function sizeOf(path: string): number {
  const file = join(dist, path);
  return existsSync(`${file}.br`) ? statSync(`${file}.br`).size : readFileSync(file).length;
}

/** Lists the scripts asked for while `work` runs; each counts once. */
export async function scriptsDuring(page: Page, work: () => Promise<void>): Promise<LoadedScript[]> {
  const paths = new Set<string>();
  // The context sees the requests of workers, too.
  const context = page.context();
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) paths.add(pathname);
  };
  context.on('request', note);
  await work();
  context.off('request', note);
  return [...paths].map((path) => ({ path, bytes: sizeOf(path) }));
}

export const totalBytes = (scripts: readonly LoadedScript[]): number =>
  scripts.reduce((sum, { bytes }) => sum + bytes, 0);
