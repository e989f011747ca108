/** Holds the engine to its word that it knows no noun: what is particular to one stands in its description. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entityNames } from '@kontor/contract/nouns/entities';
import { expect, it } from 'vitest';

const names = entityNames.join('|');
const naming = [
  new RegExp(`['"\`](${names})['"\`.]`),
  new RegExp(`\\b(collections|entities)\\.(${names})\\b`),
  /@kontor\/contract\/nouns\/(?!entities')/,
];

/** An event of the platform, which is called like a noun. */
const platformEvent = /EventListener\('message'/;

/** Returns the lines of a text that name a noun. */
const linesNaming = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !platformEvent.test(line) && naming.some((pattern) => pattern.test(line)));

const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
  (path) => !/\.test\.ts$|^testing\//.test(path),
);

it.each(files)('%s names no noun', (path) => {
  const found = linesNaming(readFileSync(join(import.meta.dirname, path), 'utf8'));
  expect(found, 'say it in the description (contract/entity/entity.ts) or in client/nouns').toEqual([]);
});

it.each([
  "if (entity === 'task') return row.parentId;",
  'const { task } = records.collections; collections.task.all();',
  "import { task } from '@kontor/contract/nouns/task';",
  '`document.update` is no word of the engine',
])('would find %s', (line) => expect(linesNaming(line)).toHaveLength(1));

it('looks at the whole engine', () => expect(files.length).toBeGreaterThan(30));
