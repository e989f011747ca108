/**
 * Starts the product as a user without rights, in a data folder of their own, and asks it how it is. As root that user
 * is `nobody`; otherwise it is whoever runs this.
 */
import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@kontor/testkit/freePort';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

const data = mkdtempSync(join(tmpdir(), 'kontor-unprivileged-'));
if (isRoot) chownSync(data, nobody, nobody);
const port = await freePort();

const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
  env: {
    PATH: process.env.PATH,
    HOME: data,
    PORT: String(port),
    KONTOR_DATA: join(data, 'data'),
    LOG_LEVEL: 'warn',
  },
  stdio: 'inherit',
  ...(isRoot && { uid: nobody, gid: nobody }),
});
const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));

async function healthy(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch((error: Error) => error);
  return response instanceof Response && response.ok;
}

try {
  const deadline = Date.now() + 60_000;
  while (!(await healthy())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error('the server did not answer within a minute');
    await sleep(200);
  }
  const page = await fetch(`http://127.0.0.1:${port}/login`);
  if (!page.ok || !(await page.text()).includes('<div id="root"'))
    throw new Error('the web app was not served');
  process.stdout.write(`started as user ${isRoot ? nobody : process.getuid?.()}, healthy, app served\n`);
} finally {
  child.kill('SIGTERM');
  const code = await ended;
  rmSync(data, { recursive: true, force: true });
  if (code !== 0) {
    process.stdout.write(`the server did not stop gracefully: ${code}\n`);
    process.exitCode = 1;
  }
}
