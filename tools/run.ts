import { type SpawnOptions, spawn } from 'node:child_process';

/**
 * Runs a program of `node_modules/.bin` (or of the PATH) with our stdio, or handing what it prints to `write`; rejects
 * on a non-zero exit.
 */
export function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  write?: (printed: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stdio: SpawnOptions['stdio'] = write ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, args, { stdio, env: { ...process.env, ...env } });
    if (write) for (const stream of [child.stdout, child.stderr]) stream?.on('data', write);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`));
    });
  });
}
