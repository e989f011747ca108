/** Builds a floor's page as ours is built and serves it, brotli-compressed as ours. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { freshFolder } from '../cleanUp.ts';
import { type PageServer, servePages } from './pageServer.ts';

export interface BuiltPage extends PageServer {
  /** Compressed bytes of its JavaScript. */
  scriptBytes: number;
}

const types: Record<string, string> = { js: 'text/javascript', html: 'text/html' };

/** Serves a built page. `name`: a folder beside this file with an `index.html`. */
export async function serveBuilt(name: string): Promise<BuiltPage> {
  const out = freshFolder(name);
  await build({
    root: join(import.meta.dirname, name),
    logLevel: 'error',
    build: { outDir: out.path, target: 'es2023' },
    worker: { format: 'es' },
  });
  const files = new Map(
    globSync('**/*.{js,html}', { cwd: out.path }).map((path) => [
      path === 'index.html' ? '/' : `/${path}`,
      brotliCompressSync(readFileSync(join(out.path, path))),
    ]),
  );
  await out.remove();
  const server = await servePages(({ url = '/' }, response) => {
    const body = files.get(url);
    if (!body) return response.writeHead(404).end();
    const type = types[url.slice(url.lastIndexOf('.') + 1)] ?? types.html!;
    return response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
  });
  const scripts = [...files].filter(([path]) => path.endsWith('.js'));
  return { ...server, scriptBytes: scripts.reduce((sum, [, body]) => sum + body.length, 0) };
}
