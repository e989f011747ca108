/** The operator of a running server, at the command line. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { RunningServer } from './server.ts';

const main = resolve(import.meta.dirname, '../../../apps/server/src/operator/main.ts');

/** Runs `npm run admin -- <args>` beside a server; returns what it printed. @throws Error with `stderr` where it refused */
export async function operate({ dataPath }: RunningServer, ...args: string[]): Promise<string> {
  const env = { ...process.env, KONTOR_DATA: dataPath };
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { env });
  return stdout;
}
