/** Reads the memory and processor time of processes from the system's own books (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

/** Returns the content of a file in /proc, empty if its process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

const pids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** Returns the id of the browser's main process for a profile. @throws Error when none runs */
export function browserPid(profilePath: string): number {
  const found = pids().find((pid) => {
    const line = read(`/proc/${pid}/cmdline`);
    return line.includes(`--user-data-dir=${profilePath}`) && !line.includes('--type=');
  });
  if (!found) throw new Error('no browser runs on that profile');
  return Number(found);
}

/** Returns the process that runs a program, and the moment (ms) at which it was started (proc(5): `stat`, `uptime`). */
export function runningProgram(path: string): { pid: number; startedAt: number } {
  const pid = pids().find((each) => read(`/proc/${each}/cmdline`).split('\0')[0] === path);
  if (!pid) throw new Error(`${path} does not run`);
  const started = Number(read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ')[19]) / 100;
  const age = Number(read('/proc/uptime').split(' ')[0]) - started;
  return { pid: Number(pid), startedAt: Date.now() - 1_000 * age };
}

/** Returns the bytes that a process and all its descendants hold; shared pages count in proportion. */
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

/** Returns the bytes that one process holds, without its descendants. */
export function ownMemory(pid: number): number {
  const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
  return Number(kilobytes) * 1024;
}

/** Returns the most megabytes that a process and its descendants held above the start while `work` ran. */
export async function growth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 200);
  await work().finally(() => clearInterval(timer));
  return (Math.max(most, memoryOf(pid)) - before) / 1e6;
}

/** Returns the seconds of processor time that the current threads of one process have used so far. */
function cpuSeconds(pid: number): number {
  let nanoseconds = 0;
  // The first field of each thread's schedstat; `stat` counts in hundredths of a second, too coarse for a call.
  for (const thread of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]);
  return nanoseconds / 1e9;
}

/** Returns the seconds of processor time that a process uses while `work` runs. */
export async function cpuDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = cpuSeconds(pid);
  await work();
  return cpuSeconds(pid) - before;
}
