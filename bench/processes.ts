/** What the processes of a browser hold in memory. */
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
  for (const pid of parents.keys()) {
    if (!isBelow(pid)) continue;
    const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
    bytes += Number(kilobytes) * 1024;
  }
  return bytes;
}
