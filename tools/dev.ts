/**
 * `npm run dev`: the whole product on one port with hot reload. Vite serves the web app and hands everything else to
 * the server, which starts again when one of its files changes.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '@kontor/testkit/freePort';
import { createServer } from 'vite';

const port = Number(process.env.PORT || 4000);
const serverPort = await freePort();
const target = `http://127.0.0.1:${serverPort}`;

// The app's own Vite configuration sends what is not the web app's there.
process.env.KONTOR_API = target;
const vite = await createServer({
  configFile: 'apps/web/vite.config.ts',
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
  },
});
// Before the server: where the port is taken this ends here, and would leave a server behind.
await vite.listen();
vite.printUrls();

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: join(import.meta.dirname, '..'),
  env: {
    ...process.env,
    PORT: String(serverPort),
    PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
  },
  stdio: 'inherit',
});

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopping = true;
    server.kill('SIGTERM');
  });
}
server.on('exit', async (code) => {
  await vite.close();
  process.exit(isStopping ? 0 : (code ?? 1));
});
