/** The two processes that are killed: the server and its embedded database. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the database's own process id, as PostgreSQL notes it in its folder; undefined if it was shut down cleanly.
 */
export function databasePid(dataPath: string): number | undefined {
  const file = join(dataPath, 'postgres/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

/** Returns true if a process runs; a zombie, which waits to be reaped by whoever inherited it, does not count. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    // ESRCH: it went while it was read.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return false;
    throw error;
  }
}

/** Kills a process at once; a process that is already gone is fine. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until none of these processes runs any more. */
export async function untilDead(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await sleep(5);
}
