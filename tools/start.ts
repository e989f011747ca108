/** `npm start`: builds the web app if needed, then becomes the server. */
import { join } from 'node:path';
import { buildIfNeeded } from './build.ts';

await buildIfNeeded();
// The same process goes on as the server: signals reach it, and nothing stays behind when it is killed.
const root = join(import.meta.dirname, '..');
const main = join(root, 'apps/server/src/main.ts');
process.execve!(process.execPath, [process.execPath, main], {
  // From the second start on the sources are there as they are run, and what strips their types is not loaded: a sixth of
  // the server's memory.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/kontor'),
  ...(process.env as Record<string, string>),
});
