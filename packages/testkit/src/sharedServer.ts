/**
 * One server for a whole run of tests whose people and workspaces are their own: starting one costs more than most of
 * these files. Tests that look into its data folder, end it or set it up otherwise start one with `startServer`.
 */
import type { TestProject } from 'vitest/node';
import { type RunningServer, startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: Pick<RunningServer, 'url' | 'port'>;
  }
}

/** Starts it before the first file; returns how it ends after the last one. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url, port, stop } = await startServer({ env: { BILLING: 'none' } });
  provide('server', { url, port });
  return stop;
}
