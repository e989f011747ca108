/** Holds the texts of the app against its code: the compiler does not miss a text that nothing shows. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Returns the keys of a file of messages; the forms of a plural are one. */
const keysIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/^ {4}(\w+):/gm)].map(([, key]) => key!.replace(/_(one|other)$/, ''))),
];

/**
 * Finds keys that stand in quotes nowhere in the code. A key may come from anywhere, a field's name or a record's state,
 * so all quotes count, and of a key that is put together its beginning and its end.
 */
function unused(sets: Map<string, string>, code: string): string[] {
  const quoted = new Set([...code.matchAll(/(['"])(\w+)\1/g)].map(([, , word]) => word!));
  const parts = [...code.matchAll(/`(\w*)\$\{[^`]*?\}(\w*)`/g)].map(([, start, end]) => [start!, end!]);
  // A single letter belongs to a plural or a unit, and to half of all keys.
  const made = parts.filter((part) => part.join('').length > 1);
  const isMade = (key: string) => made.some(([start, end]) => key.startsWith(start!) && key.endsWith(end!));
  return [...sets].flatMap(([path, text]) =>
    keysIn(text)
      .filter((key) => !quoted.has(key) && !isMade(key))
      .map((key) => `${path}: ${key}`),
  );
}

it('finds planted faults', () => {
  const sets = new Map([
    ['a.ts', "    shown: '',\n    left: '',\n    days_one: '',\n    daysHint: '',\n    addGuest: '',"],
  ]);
  expect(unused(sets, `t('shown'); t('days', { count }); t(\`\${name}Hint\`); t(\`add\${role}\`);`)).toEqual([
    'a.ts: left',
  ]);
});

it('keeps no text that nothing shows', () => {
  const paths = globSync('{apps/web,packages/*}/src/**/*.{ts,tsx}', {
    exclude: (path) => /node_modules/.test(path),
  });
  const isSet = (path: string) => /[mM]essages\.ts$/.test(path);
  const read = (path: string) => readFileSync(path, 'utf8');
  const code = paths.filter((path) => !isSet(path) && !/\.test\.tsx?$/.test(path)).map(read);
  const sets = new Map(paths.filter(isSet).map((path) => [path, read(path)]));
  expect(sets.size).toBeGreaterThan(40);
  expect(unused(sets, code.join('\n'))).toEqual([]);
});
