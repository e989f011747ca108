/** Ends stale processes: what a killed server or database left running in a cluster's folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Signals by time waited, in ms: fast shutdown, immediate shutdown, kill. */
const escalation: [number, NodeJS.Signals][] = [
  [0, 'SIGINT'],
  [20_000, 'SIGQUIT'],
  [30_000, 'SIGKILL'],
];

/**
 * Ends every process of PostgreSQL that works in `folder` and waits until none is left; most often they are ending
 * already. Then `postmaster.pid` and the socket's lock file are stale and removed: PostgreSQL itself only checks that
 * a process of that number exists, and so accepts a zombie, or a stranger that got the number after a reboot.
 *
 * Only for the owner of the data folder, who knows that nobody else may be starting one.
 */
export async function endStaleProcesses(folder: string, socketFolder: string): Promise<void> {
  const started = Date.now();
  let sent = -1;
  for (let pids = processesIn(folder); pids.length > 0; pids = processesIn(folder)) {
    const waited = Date.now() - started;
    if (waited > 40_000) throw new Error(`An older database (process ${pids[0]}) still runs in ${folder}.`);
    const due = escalation.findLastIndex(([after]) => waited >= after);
    // First the postmaster, which ends its children; those that lost theirs end by themselves.
    const targets = due === 0 ? pids.filter((pid) => pid === namedPid(folder)) : pids;
    if (due !== sent) for (const pid of targets) signal(pid, escalation[due]![1]);
    sent = due;
    await sleep(50);
  }
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  rmSync(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
}

/**
 * Lists the processes of PostgreSQL whose working folder is the cluster's: all that there are, and not the shell of an operator
 * who looks around there. A zombie has none.
 */
function processesIn(folder: string): number[] {
  if (!existsSync('/proc/self/cwd')) return namedProcess(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === folder &&
          readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
        );
      } catch {
        return false; // ended meanwhile, or another user's, who cannot work in our folder
      }
    })
    .map(Number);
}

/**
 * Finds, without /proc (macOS), the process that `postmaster.pid` names, if its command line names the
 * folder.
 */
function namedProcess(folder: string): number[] {
  const pid = namedPid(folder);
  if (pid === undefined) return [];
  const answer = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return answer.stdout?.includes(folder) ? [pid] : [];
}

function namedPid(folder: string): number | undefined {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended by itself
  }
}
