import { spawnSync } from 'node:child_process';

let hasSetpriv: boolean | undefined;

/**
 * Wraps a command line so that its process gets `signal` from the kernel when this process dies, however it dies. Without
 * `setpriv` (util-linux) it stays as it is: the next start ends what still runs (`staleProcess.ts`).
 */
export function withParentDeathSignal(
  signal: 'INT' | 'KILL',
  command: string,
  args: string[],
): [string, string[]] {
  hasSetpriv ??= spawnSync('setpriv', ['--pdeathsig', 'INT', '--', 'true']).status === 0;
  return hasSetpriv ? ['setpriv', ['--pdeathsig', signal, '--', command, ...args]] : [command, args];
}
