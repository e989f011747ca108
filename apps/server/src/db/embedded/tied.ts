import { spawnSync } from 'node:child_process';

let canTie: boolean | undefined;

/**
 * A command line whose process gets `signal` from the kernel when this process dies, however it dies. Where there is
 * no `setpriv` (util-linux), the command line as it is: the next start ends what was left behind.
 */
export function tied(signal: 'INT' | 'KILL', command: string, args: string[]): [string, string[]] {
  canTie ??= spawnSync('setpriv', ['--pdeathsig', 'INT', '--', 'true']).status === 0;
  return canTie ? ['setpriv', ['--pdeathsig', signal, '--', command, ...args]] : [command, args];
}
