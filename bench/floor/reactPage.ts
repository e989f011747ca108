/** Builds the minimal React page and serves it, brotli-compressed as ours. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

export interface ReactPage {
  url: string;
  /** Compressed bytes of its JavaScript. */
  scriptBytes: number;
  stop(): Promise<void>;
}

const types: Record<string, string> = { js: 'text/javascript', html: 'text/html' };

export async function serveReactPage(): Promise<ReactPage> {
  const outDir = mkdtempSync(join(tmpdir(), 'kontor-bench-react-'));
  await build({
    root: join(import.meta.dirname, 'react'),
    logLevel: 'error',
    build: { outDir, target: 'es2023' },
  });
  const files = new Map(
    globSync('**/*.{js,html}', { cwd: outDir }).map((path) => [
      path === 'index.html' ? '/' : `/${path}`,
      brotliCompressSync(readFileSync(join(outDir, path))),
    ]),
  );
  rmSync(outDir, { recursive: true });
  const server = createServer(({ url = '/' }, response) => {
    const body = files.get(url);
    if (!body) return response.writeHead(404).end();
    const type = types[url.slice(url.lastIndexOf('.') + 1)] ?? types.html!;
    return response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://localhost:${port}/`,
    scriptBytes: [...files].reduce((sum, [path, body]) => sum + (path.endsWith('.js') ? body.length : 0), 0),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
