/**
 * The page inside the desktop app: the built web app, and the policy of each of its files, which the shell sends with them
 * as the server does (`apps/desktop/shell/src/page.rs`).
 */
import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { noncePlaceholder, pagePolicy, previewPolicy, scriptPolicy } from '@kontor/contract/wire/policies';
import { buildIfNeeded } from './build.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'apps/web/dist');
const shell = join(root, 'apps/desktop/shell');

/** Tells whether only a server sends a file: compressed files, the page behind links, and the service worker. */
const isOfServer = (path: string): boolean =>
  /\.(br|gz|map)$|^(link\.html|(serviceWorker|mediaAnswers|savedAnswers)\.js|\.sources)$/.test(path);

/** Any server that a person may choose (`apps/web/src/platform/desktop/servers.ts`), and where it keeps contents. */
const servers = ['https:', 'http://localhost:*', 'http://127.0.0.1:*'];
/** Its sockets, and the shell around the page. */
const pageOnly = ['wss:', 'ws://localhost:*', 'ws://127.0.0.1:*', 'ipc:', 'http://ipc.localhost'];

function policyOf(path: string): string | undefined {
  if (path === 'index.html') return pagePolicy(["'self'", ...servers, ...pageOnly], noncePlaceholder);
  if (path === 'preview.html') return previewPolicy(noncePlaceholder);
  return path.endsWith('.js') ? scriptPolicy(["'self'", ...servers], basename(path)) : undefined;
}

/** Builds the web app if needed and lays it where the shell takes it from. */
export async function layDesktopPage(): Promise<void> {
  await buildIfNeeded();
  const page = join(shell, 'page');
  rmSync(page, { recursive: true, force: true });
  const files = globSync('**/*', { cwd: dist, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
    .filter((path) => !isOfServer(path))
    .sort();
  // With their times, so that what did not change is not compiled again.
  for (const path of files) cpSync(join(dist, path), join(page, path), { preserveTimestamps: true });
  const policies = Object.fromEntries(files.map((path) => [path, policyOf(path)]));
  writeFileSync(join(shell, 'policies.json'), JSON.stringify(policies, null, 2));
}
