/** Holds the import matrix of `docs/architecture.md` against the code: edges between packages and rooms, and cycles. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = globSync('{apps,packages,e2e,bench,tools}/**/*.{ts,tsx}', {
  exclude: (path) => /node_modules|dist/.test(path),
}).map((path) => path.replaceAll('\\', '/'));

const importPattern =
  /(?:^|[\s;])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+\.tsx?)['"]/gm;

/** Returns the files and packages that a source text imports; types count. */
function importsOf(path: string, text: string): string[] {
  const out: string[] = [];
  for (const match of text.matchAll(importPattern)) {
    // A query says how the bundler takes a file.
    const target = (match[1] ?? match[2] ?? match[3]!).replace(/\?raw$/, '');
    if (target.startsWith('.')) out.push(normalize(join(dirname(path), target)));
    else if (target.startsWith('@kontor/')) {
      const [, name, ...rest] = target.split('/');
      out.push(`packages/${name}/src/${rest.join('/')}.ts`);
    } else out.push(`npm:${target}`);
  }
  return out;
}

const graph = new Map(sources.map((path) => [path, importsOf(path, readFileSync(path, 'utf8'))]));

const program = (path: string) => /^(?:apps|packages)\/[^/]+|^[^/]+/.exec(path)![0];

const allowed: Record<string, string[]> = {
  'packages/contract': [],
  'packages/crypto': ['packages/contract'],
  'packages/search': [],
  'packages/table': [],
  'packages/client': ['packages/contract', 'packages/crypto', 'packages/search'],
  'packages/testkit': ['packages/contract', 'packages/crypto', 'packages/client'],
  'apps/server': ['packages/contract', 'packages/table'],
  'apps/web': [
    'packages/contract',
    'packages/client',
    'packages/crypto',
    'packages/search',
    'packages/table',
  ],
  e2e: ['packages/contract', 'packages/crypto', 'packages/client', 'packages/testkit', 'tools'],
  bench: [
    'packages/contract',
    'packages/crypto',
    'packages/search',
    'packages/client',
    'packages/testkit',
    'e2e',
    'tools',
  ],
  tools: ['packages/contract', 'packages/client', 'packages/testkit'],
};

const primitives = /^npm:(@noble\/|@hpke\/|@scure\/|hash-wasm)/;
const drawing = /^npm:(p?react|@mantine\/|@tanstack\/react|@tiptap\/)/;

const isForTests = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
/** Programs that run beside the product, and so may use what its tests do. */
const besideProduct = ['packages/testkit', 'e2e', 'bench', 'tools'];

/** Returns what is wrong with one edge, or undefined. */
function edgeFault(from: string, to: string): string | undefined {
  const a = program(from);
  if (to.startsWith('npm:')) return packageFault(from, to);
  if (isForTests(to) && !isForTests(from) && !besideProduct.includes(a))
    return `${a} may not import what is for tests`;
  const b = program(to);
  if (a !== b) {
    if (!allowed[a]?.includes(b)) return `${a} may not import ${b}`;
    if (a === 'apps/web' && b === 'packages/crypto' && !from.startsWith('apps/web/src/features/auth/'))
      return 'apps/web imports crypto only inside features/auth';
    return undefined;
  }
  return roomFault(from, to);
}

/** Returns the packages that a program's own `package.json` names for what it runs. */
const declared = (name: string): string[] =>
  Object.keys(JSON.parse(readFileSync(`${name}/package.json`, 'utf8')).dependencies ?? {});
const dependencies = new Map(
  Object.keys(allowed).map((name) => [name, besideProduct.includes(name) ? undefined : declared(name)]),
);

/** Returns what is wrong with the import of a package from outside, or undefined. */
function packageFault(from: string, to: string): string | undefined {
  if (primitives.test(to) && !from.startsWith('packages/crypto/src/primitives/'))
    return 'only packages/crypto/src/primitives imports primitives';
  if (drawing.test(to) && program(from) !== 'apps/web' && !from.startsWith('bench/floor/'))
    return 'only apps/web imports React and what draws';
  if (isForTests(from)) return undefined;
  if (program(from) === 'packages/search') return 'packages/search needs no packages';
  if (/^npm:node:/.test(to)) return undefined;
  // Packages of one program are found from any other, too.
  const [name] = /(?:@[^/]+\/)?[^/]+/.exec(to.slice('npm:'.length))!;
  const names = dependencies.get(program(from));
  return names && !names.includes(name) ? `${program(from)}/package.json does not name ${name}` : undefined;
}

/** The rooms of a program, each of which imports only those above it; files beside them by their names. */
const ladders: Record<string, string[][]> = {
  'apps/web': [['platform'], ['ui'], ['contents'], ['preview'], ['features'], ['screens'], ['app'], ['link']],
  'apps/server': [
    ['env.ts', 'dataFolder.ts', 'gcm.ts', 'seller.ts'],
    ['adapters'],
    ['db'],
    ['http'],
    ['jobs.ts', 'services.ts'],
    ['sync'],
    ['accountSecrets.ts', 'agreement.ts', 'dayText.ts', 'mailedCode.ts', 'pepperProof.ts', 'recoveryKit.ts'],
    ['features', 'operator'],
  ],
  'packages/client': [
    ['observable.ts', 'openOnce.ts'],
    ['workerStart.ts'],
    ['device'],
    ['http'],
    ['vault'],
    ['replica'],
    ['nouns'],
    ['files', 'team', 'searching'],
    ['link', 'desktop'],
    ['workspace'],
    ['session'],
  ],
};

/** Returns what is wrong with an edge within one program, or undefined. */
function roomFault(from: string, to: string): string | undefined {
  const name = program(from);
  const ladder = ladders[name];
  // Outside `src` is what builds the program.
  const inSource = /^[^/]+\/[^/]+\/src\/([^/]+)(?:\/([^/]+))?/;
  const [, roomA, nounA] = inSource.exec(from) ?? [];
  const [, roomB, nounB] = inSource.exec(to) ?? [];
  if (!ladder || !roomA || !roomB || isForTests(from)) return undefined;
  if (roomA === roomB)
    return roomA === 'features' && nounA !== nounB ? 'no feature imports another feature' : undefined;
  // The files beside the server's rooms put these together.
  if (name === 'apps/server' && roomA.endsWith('.ts')) return undefined;
  const [heightA, heightB] = [roomA, roomB].map((room) => ladder.findIndex((rung) => rung.includes(room)));
  if (heightA === -1 || heightB === -1)
    return `${heightA === -1 ? roomA : roomB} stands on no rung of the ladder of ${name}`;
  return heightB! < heightA! ? undefined : `${roomA} may not import ${roomB}`;
}

/** Returns the imports between the folders of a program, each file counted for the folder that it lies in. */
function folderGraph(edges: Map<string, string[]>, root: string): Map<string, string[]> {
  const folders = new Map<string, Set<string>>();
  for (const [from, targets] of edges) {
    if (!from.startsWith(root) || isForTests(from)) continue;
    const reached = folders.get(dirname(from)) ?? new Set();
    folders.set(dirname(from), reached);
    for (const to of targets)
      if (to.startsWith(root) && dirname(to) !== dirname(from)) reached.add(dirname(to));
  }
  return new Map([...folders].map(([folder, reached]) => [folder, [...reached]]));
}

/** Returns import cycles, each as the list of its files. */
function cycles(edges: Map<string, string[]>): string[][] {
  const state = new Map<string, 'open' | 'done'>();
  const found: string[][] = [];
  const visit = (path: string, trail: string[]) => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path]);
      return;
    }
    state.set(path, 'open');
    for (const next of edges.get(path) ?? []) if (edges.has(next)) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of edges.keys()) visit(path, []);
  return found;
}

describe('boundaries', () => {
  it('reads the code', () => expect(sources.length).toBeGreaterThan(10));

  it('finds planted faults', () => {
    expect(edgeFault('apps/server/src/app.ts', 'packages/crypto/src/record.ts')).toBeDefined();
    expect(edgeFault('apps/server/src/app.ts', 'packages/client/src/session.ts')).toBeDefined();
    expect(edgeFault('apps/web/src/features/task/x.ts', 'apps/web/src/features/project/y.ts')).toBeDefined();
    expect(edgeFault('apps/web/src/ui/x.ts', 'apps/web/src/features/task/y.ts')).toBeDefined();
    expect(edgeFault('apps/web/src/features/task/x.ts', 'packages/crypto/src/record.ts')).toBeDefined();
    expect(edgeFault('packages/client/src/x.ts', 'npm:@noble/curves/ed25519.js')).toBeDefined();
    expect(edgeFault('packages/crypto/src/record.ts', 'npm:@hpke/core')).toBeDefined();
    expect(edgeFault('packages/search/src/x.ts', 'packages/contract/src/nouns/task.ts')).toBeDefined();
    expect(edgeFault('packages/search/src/x.ts', 'npm:idb')).toBeDefined();
    expect(edgeFault('packages/search/src/x.ts', 'npm:node:fs')).toBeDefined();
    expect(
      cycles(
        new Map([
          ['a', ['b']],
          ['b', ['a']],
        ]),
      ),
    ).toHaveLength(1);
    const inClient = (from: string, to: string) =>
      edgeFault(`packages/client/src/${from}`, `packages/client/src/${to}`);
    expect(inClient('replica/x.ts', 'nouns/task.ts')).toBeDefined();
    expect(inClient('team/x.ts', 'files/y.ts')).toBeDefined();
    expect(inClient('team/x.ts', 'session/account/y.ts')).toBeDefined();
    expect(inClient('vault/x.ts', 'vault/testing/y.ts')).toBeDefined();
    expect(inClient('vault/x.test.ts', 'vault/testing/y.ts')).toBeUndefined();
    expect(inClient('session/x.ts', 'attic/y.ts')).toBeDefined();
    expect(inClient('session/x.ts', 'workspace/y.ts')).toBeUndefined();
    expect(inClient('replica/x.test.ts', 'nouns/task.ts')).toBeUndefined();
    expect(inClient('observable.ts', 'vault/y.ts')).toBeDefined();
    const folders = new Map([
      ['p/a/1.ts', ['p/b/1.ts']],
      ['p/b/2.ts', ['p/a/2.ts']],
      ['p/a/x.test.ts', ['p/c/1.ts']],
      ['p/c/1.ts', ['p/a/1.ts']],
    ]);
    expect(cycles(folderGraph(folders, 'p/'))).toEqual([['p/a', 'p/b', 'p/a']]);
    expect(importsOf('a/b.ts', "import type { X } from './c.ts';")).toEqual(['a/c.ts']);
    expect(importsOf('a/b.ts', "export { X } from '@kontor/contract/nouns/task';")).toEqual([
      'packages/contract/src/nouns/task.ts',
    ]);
  });

  it.each([
    // What is for tests.
    ['apps/web/src/features/task/x.ts', 'apps/web/src/testing/y.ts'],
    ['apps/server/src/db/x.ts', 'apps/server/src/testing/server.ts'],
    ['apps/web/src/ui/x.ts', 'packages/client/src/replica/testing/client.ts'],
    ['packages/client/src/vault/x.ts', 'packages/contract/src/testing/random.ts'],
    ['apps/server/src/app.ts', 'packages/contract/src/testing/random.ts'],
    // Rooms.
    ['apps/web/src/ui/x.ts', 'apps/web/src/contents/y.ts'],
    ['apps/web/src/contents/x.ts', 'apps/web/src/features/task/y.ts'],
    ['apps/web/src/preview/x.ts', 'apps/web/src/features/task/y.ts'],
    ['apps/web/src/app/x.ts', 'apps/web/src/link/y.ts'],
    ['apps/web/src/attic/x.ts', 'apps/web/src/ui/y.ts'],
    ['apps/server/src/features/task/x.ts', 'apps/server/src/operator/y.ts'],
    ['apps/server/src/operator/x.ts', 'apps/server/src/features/task/y.ts'],
    ['apps/server/src/db/x.ts', 'apps/server/src/attic/y.ts'],
    // Files beside the rooms.
    ['apps/server/src/db/x.ts', 'apps/server/src/changeHandlers.ts'],
    ['apps/server/src/adapters/x.ts', 'apps/server/src/features.ts'],
    ['apps/server/src/db/x.ts', 'apps/server/src/services.ts'],
    ['apps/web/src/ui/x.ts', 'apps/web/src/attic.ts'],
    // Packages from outside.
    ['packages/client/src/x.ts', 'npm:preact/hooks'],
    ['packages/client/src/x.ts', 'npm:@mantine/core'],
    ['packages/table/src/x.ts', 'npm:kysely'],
    ['apps/web/src/ui/x.ts', 'npm:kysely'],
  ])('finds planted: %s -> %s', (from, to) => expect(edgeFault(from, to)).toBeDefined());

  it.each([
    ['apps/web/src/ui/x.test.ts', 'apps/web/src/testing/y.ts'],
    ['apps/web/src/testing/x.ts', 'packages/client/src/replica/testing/client.ts'],
    ['bench/x.ts', 'packages/search/src/testing/words.ts'],
    ['apps/server/src/main.ts', 'apps/server/src/features.ts'],
    ['apps/server/src/db/x.ts', 'apps/server/src/env.ts'],
    ['packages/table/src/x.ts', 'npm:pdf-lib'],
    ['packages/contract/src/x.ts', 'npm:zod/mini'],
    ['e2e/x.ts', 'npm:pg'],
  ])('allows %s -> %s', (from, to) => expect(edgeFault(from, to)).toBeUndefined());

  it('keeps the import matrix', () => {
    const faults = [...graph].flatMap(([from, targets]) =>
      targets.flatMap((to) => {
        const fault = edgeFault(from, to);
        return fault ? [`${from} -> ${to}: ${fault}`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });

  it('has no import cycles, types included', () => expect(cycles(graph)).toEqual([]));

  it('has no cycles between the folders of the client', () =>
    expect(cycles(folderGraph(graph, 'packages/client/src/'))).toEqual([]));

  it('imports only files that are there: the compiler believes in any style sheet', () => {
    const missing = (edges: Map<string, string[]>) =>
      [...edges].flatMap(([from, targets]) =>
        targets.flatMap((to) => (/^[a-z]+:/.test(to) || existsSync(to) ? [] : [`${from} -> ${to}`])),
      );
    expect(missing(new Map([['a.ts', ['tools/gone.module.css', 'npm:react']]]))).toHaveLength(1);
    expect(missing(graph)).toEqual([]);
  });

  it('takes down in tests what they draw: its timers would fire behind the end of their page', () => {
    const stays = (text: string) => text.includes('createRoot(') && !/\.unmount\(|render\(null\)/.test(text);
    expect(stays('createRoot(place).render(<Row />)')).toBe(true);
    const tests = sources.filter((path) => path.endsWith('.test.tsx'));
    expect(tests.length).toBeGreaterThan(10);
    expect(tests.filter((path) => stays(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('exports what other files name: vitest alone calls what tears its set-up down', () => {
    const unshared = (texts: readonly (readonly [string, string])[]) => {
      const files = new Map<string, number>();
      for (const [, text] of texts)
        for (const word of new Set(text.match(/[\w$]+/g))) files.set(word, (files.get(word) ?? 0) + 1);
      return texts.flatMap(([path, text]) =>
        [...text.matchAll(/^export (?:async )?(?:const|function\*?|(?:abstract )?class) ([\w$]+)/gm)]
          .filter(([, name]) => files.get(name!) === 1 && name !== 'teardown')
          .map(([, name]) => `${path}: ${name}`),
      );
    };
    const planted =
      'export const lone = 1;\nexport async function alone() {}\nexport class Solitary {}\nlone;';
    const others = "import { told } from './b.ts';\nexport const teardown = told;";
    expect(
      unshared([
        ['a.ts', planted],
        ['b.ts', 'export const told = 2;'],
        ['c.ts', others],
      ]),
    ).toEqual(['a.ts: lone', 'a.ts: alone', 'a.ts: Solitary']);
    expect(unshared(sources.map((path) => [path, readFileSync(path, 'utf8')] as const))).toEqual([]);
  }, 60_000);
});
