/** `npm start`: builds the web app if needed, then becomes the server. */
import { join } from 'node:path';
import { buildIfNeeded } from './build.ts';

await buildIfNeeded();
// The same process goes on as the server: signals reach it, and nothing stays behind when it is killed.
const main = join(import.meta.dirname, '../apps/server/src/main.ts');
process.execve!(process.execPath, [process.execPath, main], process.env as Record<string, string>);
