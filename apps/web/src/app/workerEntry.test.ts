/** The build refuses a worker's chunk that imports the worker's entry, by whichever kind of import. */
import { expect, it } from 'vitest';
import { common } from '../../vite.config.ts';

interface Chunk {
  fileName: string;
  isEntry: boolean;
  imports: string[];
  dynamicImports: string[];
}

/** Judges a worker's files as the build does. */
function judge(...chunks: Chunk[]): void {
  const [plugin] = common.worker.plugins();
  const generate = plugin!.generateBundle as unknown as (options: object, bundle: object) => void;
  generate({}, Object.fromEntries(chunks.map((chunk) => [chunk.fileName, { type: 'chunk', ...chunk }])));
}

const entry = { fileName: 'entry.js', isEntry: true, imports: ['shared.js'], dynamicImports: ['later.js'] };
const shared = { fileName: 'shared.js', isEntry: false, imports: [], dynamicImports: [] };
const later = { ...shared, fileName: 'later.js', imports: ['shared.js'] };

it('lets an entry pass that nothing imports', () => {
  expect(() => judge(entry, shared, later)).not.toThrow();
});

it.each(['imports', 'dynamicImports'])('refuses an entry that another file imports, by %s', (kind) => {
  expect(() => judge(entry, shared, { ...later, [kind]: ['entry.js'] })).toThrow(
    "later.js imports the worker's entry entry.js",
  );
});
