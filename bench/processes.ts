/** What processes hold in memory and what they take of the processor, from the system's own books (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

/** A file of /proc, empty when its process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

const pids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** The main process of the browser on a profile. @throws Error when none runs */
export function browserPid(profilePath: string): number {
  const found = pids().find((pid) => {
    const line = read(`/proc/${pid}/cmdline`);
    return line.includes(`--user-data-dir=${profilePath}`) && !line.includes('--type=');
  });
  if (!found) throw new Error('no browser runs on that profile');
  return Number(found);
}

/** Bytes that a process and all its descendants hold; pages that they share count by their share. */
export function memoryOf(root: number): number {
  const parents = new Map(
    pids().map((pid) => [Number(pid), Number(read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1])]),
  );
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 0 && (pid === root || isBelow(parents.get(pid)));
  let bytes = 0;
  for (const pid of parents.keys()) if (isBelow(pid)) bytes += ownMemory(pid);
  return bytes;
}

/** Bytes that one process holds, without its descendants. */
export function ownMemory(pid: number): number {
  const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes) * 1024;
}

/** Most megabytes beyond the start that a process and its descendants hold while `work` runs. */
export async function growth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 200);
  await work().finally(() => clearInterval(timer));
  return (Math.max(most, memoryOf(pid)) - before) / 1e6;
}

/** Seconds of the processor that one process has taken so far in the threads that it has now. */
export function cpuSeconds(pid: number): number {
  let nanoseconds = 0;
  // The first field of each thread's schedstat; `stat` counts in hundredths of a second, too coarse for a call.
  for (const thread of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]);
  return nanoseconds / 1e9;
}

/** Seconds of the processor that a process takes while `work` runs. */
export async function cpuDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = cpuSeconds(pid);
  await work();
  return cpuSeconds(pid) - before;
}
