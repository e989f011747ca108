/** `npm run build`: the web app into `apps/web/dist`, each file also compressed, so that the server never has to. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { run } from './run.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'apps/web/dist');
const stampFile = join(dist, '.sources');

const { dependencies } = JSON.parse(readFileSync(join(root, 'apps/web/package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const packages = Object.keys(dependencies).flatMap((name) => /^@kontor\/(.+)/.exec(name)?.slice(1) ?? []);

/** Patterns of all files that the build reads. */
export const sources = [
  'package-lock.json',
  'apps/web/{index.html,preview.html,link.html,vite.config.ts,vite.link.config.ts,package.json}',
  'apps/web/{src,public}/**/*',
  `packages/{${packages}}/src/**/*`,
];

/** Returns a hash over everything that the build reads. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Builds; the stamp is written last, so that a build that was broken off counts for nothing. */
export async function build(): Promise<void> {
  const hash = sourcesHash();
  await run('vite', ['build', 'apps/web', '--logLevel', 'error']);
  await run('vite', ['build', '--config', 'apps/web/vite.link.config.ts', '--logLevel', 'error']);
  await Promise.all(
    globSync('**/*.{js,css,svg,html,json,wasm}', { cwd: dist }).map((path) => compress(join(dist, path))),
  );
  writeFileSync(stampFile, hash);
}

/** Builds unless what is there was built from these very sources. */
export async function buildIfNeeded(): Promise<void> {
  const isFresh = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesHash();
  if (isFresh) return;
  console.log(
    'Building the web app. That is needed once, and again after each update; it takes about half a minute.',
  );
  await build();
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < 1_000) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

if (import.meta.main) await build();
