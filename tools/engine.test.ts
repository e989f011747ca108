/** Holds the client's engine to what it is: it knows no noun by name, so that a new one costs nothing there. */
import { globSync, readFileSync } from 'node:fs';
import { entities, entityNames } from '@kontor/contract/nouns/entities';
import { expect, it } from 'vitest';

/** The names of nouns, in the singular and the plural, and of the refs that one of them has and another has not. */
const nounWords = new Set<string>([
  ...entityNames.flatMap((name) => [name, `${name}s`]),
  ...entityNames.flatMap((name) => [`${name}Id`, `${name}Ids`]),
  ...Object.values(entities).flatMap(({ refs }) => Object.keys(refs)),
]);
/** Words of the member log and of the kinds of refs, which the engine does know. */
for (const word of ['members', 'userId', 'nameTag', 'blobs']) nounWords.delete(word);

/** The log says of somebody that they are a customer's user, pages are opened, errors and tabs have messages, chains have links: no noun is meant. */
const allowed = new Set([
  ...['lostLog.ts customerId', 'openPages.ts isOpen', 'opening.ts isOpen', 'pageOpener.ts room'],
  ...['authorChains.ts link', 'moment.ts share', 'windowTaker.ts link'],
  ...['outbox', 'puller', 'tabs', 'verification'].map((file) => `${file}.ts message`),
]);

/**
 * Returns the nouns that a source text names in identifiers and in strings, and whose files it imports;
 * comments may give examples.
 */
function nounsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replaceAll(/^import .*$/gm, '');
  const words = (code.match(/[A-Za-z_$][\w$]*/g) ?? []).filter((word) => nounWords.has(word));
  const imported = source.matchAll(/contract\/nouns\/(?!entities')(\w+)/g);
  return [...new Set([...words, ...Array.from(imported, ([, name]) => name!)])];
}

it('finds planted nouns', () => {
  expect(nounsIn("const isHead = entity === 'project';")).toEqual(['project']);
  expect(nounsIn('for (const row of collections.tasks.all()) delete row.parentId;')).toEqual([
    'tasks',
    'parentId',
  ]);
  expect(nounsIn("import { task } from '@kontor/contract/nouns/task';")).toEqual(['task']);
  expect(nounsIn('/** A task, say. */ const row = projected(); // a project')).toEqual([]);
});

it('names no noun in the engine', () => {
  const paths = globSync('packages/client/src/replica/**/*.ts').filter(
    (path) => !/\.test\.ts$|[\\/]testing[\\/]/.test(path),
  );
  expect(paths.length).toBeGreaterThan(30);
  const found = paths.flatMap((path) => {
    const file = path.replaceAll('\\', '/').split('/').at(-1)!;
    return nounsIn(readFileSync(path, 'utf8')).map((word) => `${file} ${word}`);
  });
  expect(found.filter((each) => !allowed.has(each))).toEqual([]);
});
