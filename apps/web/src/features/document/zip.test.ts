/** Archives of many files, some of which are damaged: all others come, and a text names those that do not. */
import { DamagedFileError } from '@kontor/client/files/transfer';
import type { Document } from '@kontor/contract/nouns/document';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { archiveOf, type Lack, packed } from './zip.ts';

const contents: Record<string, readonly (string | Error)[]> = {
  'a.txt': ['whole'],
  'gone.txt': [new DamagedFileError()],
  'half.txt': ['the beginning', new DamagedFileError()],
  'empty.txt': [],
  'Missing files.txt': ['somebody’s own'],
  'off.txt': [new Error('no connection')],
};
const open = ({ name }: Document) => {
  const pieces = contents[name]!.values();
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const { value, done } = pieces.next();
      if (done) controller.close();
      else if (value instanceof Error) controller.error(value);
      else controller.enqueue(new TextEncoder().encode(value));
    },
  });
};

async function archive(names: readonly string[], lacks?: Lack[]) {
  const folder = { id: 'f', kind: 'folder', name: 'Site' } as Document;
  const files = names.map((name) => ({ id: name, kind: 'file', name, createdAt: 0 }) as Document);
  const [top, inside] = [files.slice(0, 1), files.slice(1)];
  const all = packed([folder, ...top], () => inside);
  const stream = archiveOf(all, open, () => {}, new AbortController().signal, lacks);
  const entries = unzipSync(new Uint8Array(await new Response(stream as never).arrayBuffer()));
  return Object.fromEntries(Object.entries(entries).map(([path, bytes]) => [path, strFromU8(bytes)]));
}

it('leaves out what is damaged, and names it', async () => {
  const lacks: Lack[] = [];
  const names = ['Missing files.txt', 'a.txt', 'gone.txt', 'half.txt', 'empty.txt'];
  expect(await archive(names, lacks)).toEqual({
    'Site/': '',
    'Site/a.txt': 'whole',
    'Site/empty.txt': '',
    'Site/half.txt': 'the beginning',
    'Missing files.txt': 'somebody’s own',
    'Missing files (2).txt': expect.stringMatching(
      /missing from this archive\.\n\nSite\/gone\.txt\nSite\/half\.txt \(only its undamaged beginning is here\)\n$/,
    ),
  });
  expect(lacks.map(({ path }) => path)).toEqual(['Site/gone.txt', 'Site/half.txt']);
});

it('adds nothing where nothing is lacking, and ends where files cannot be fetched or must all be there', async () => {
  expect(Object.keys(await archive(['a.txt'], []))).toEqual(['Site/', 'a.txt']);
  await expect(archive(['a.txt', 'off.txt'], [])).rejects.toThrow('no connection');
  await expect(archive(['a.txt', 'gone.txt'])).rejects.toBeInstanceOf(DamagedFileError);
});

it('packs folders in folders however deep they lie, under paths that systems take', () => {
  const depth = 30_001;
  const folder = (id: number) => ({ id: `${id}`, kind: 'folder', name: 'Site' }) as Document;
  const file = { id: 'a', kind: 'file', name: 'a.txt' } as Document;
  const paths = packed([folder(0)], (id) => [Number(id) < depth ? folder(Number(id) + 1) : file]).map(
    ({ path }) => path,
  );
  expect(paths).toHaveLength(depth + 2);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.every((path) => path.length < 2_100)).toBe(true);
  expect(paths.at(-1)).toMatch(/^Site \(\d+\)\/(?:Site\/)*a\.txt$/);
});

it('tells files of one name apart however many there are', () => {
  const files = Array.from(
    { length: 60_000 },
    (_, i) => ({ id: `${i}`, kind: 'file', name: 'A.txt' }) as Document,
  );
  files[0] = { ...files[0]!, name: 'a (2).txt' };
  const paths = packed(files, () => []).map(({ path }) => path);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(files.length);
  expect(paths).toContain('A (60000).txt');
});
