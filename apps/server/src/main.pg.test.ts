/** The server as it is started and stopped: what it says, and that it ends. */
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServerProcess, spawnServer, tempDataFolder } from './testing/serverProcess.ts';

let folder: string;
let running: ServerProcess[];
beforeEach(() => {
  folder = tempDataFolder();
  running = [];
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  rmSync(folder, { recursive: true });
});

async function launch(env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const server = await spawnServer(folder, env);
  running.push(server);
  return server;
}

describe('the start', () => {
  it('warns of trials that end where others reach a server that nobody told how it bills', async () => {
    const server = await launch({ PUBLIC_URL: 'https://kontor.example.org' });
    await expect.poll(server.output, { timeout: 20_000 }).toContain('BILLING=none');
  });

  it.each([{}, { PUBLIC_URL: 'https://kontor.example.org', BILLING: 'none' }])(
    'warns of none with %o',
    async (env) => {
      const server = await launch(env);
      await expect.poll(server.output, { timeout: 20_000 }).toContain('Kontor is ready');
      server.child.kill('SIGTERM');
      await server.ended;
      expect(server.output()).not.toContain('BILLING');
    },
  );
});
