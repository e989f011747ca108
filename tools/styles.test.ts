/** Holds style sheets against the components that use them: the compiler believes in any class name. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const read = (pattern: string): Map<string, string> =>
  new Map(globSync(pattern).map((path) => [normalize(path), readFileSync(path, 'utf8')]));

/**
 * Returns the classes that a style sheet gives a look, but for those of others that it names with `:global`.
 */
function classesIn(sheet: string): Set<string> {
  const selectors = sheet
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\{[^{}]*\}/g, ' ')
    .replace(/:global\([^)]*\)/g, '');
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name!));
}

/** Class names that components use and no style sheet has, and the other way round. A sheet is used as `css.name`. */
function faults(sheets: Map<string, string>, components: Map<string, string>): string[] {
  const used = new Map([...sheets.keys()].map((path) => [path, new Set<string>()]));
  const found: string[] = [];
  for (const [path, text] of components)
    for (const [, alias, target] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const sheet = normalize(join(dirname(path), target!));
      const there = classesIn(sheets.get(sheet) ?? '');
      // A name that is put together from a value can be any of them.
      if (new RegExp(`\\b${alias}\\[`).test(text)) for (const name of there) used.get(sheet)?.add(name);
      for (const [, name] of text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))) {
        used.get(sheet)?.add(name!);
        if (!there.has(name!)) found.push(`${path}: .${name} is not in ${sheet}`);
      }
    }
  for (const [path, names] of used)
    for (const name of classesIn(sheets.get(path)!))
      if (!names.has(name)) found.push(`${path}: .${name} is not used`);
  return found;
}

it('finds planted faults', () => {
  const sheets = new Map([
    ['a/a.module.css', '.used { top: 0 } .left:hover { top: 0 } .used :global(.other) { top: 0 }'],
  ]);
  const components = new Map([['a/a.tsx', "import css from './a.module.css'; css.used; css.missing;"]]);
  expect(faults(sheets, components)).toEqual([
    'a/a.tsx: .missing is not in a/a.module.css',
    'a/a.module.css: .left is not used',
  ]);
});

it('keeps style sheets and components together', () => {
  const sheets = read('apps/web/src/**/*.module.css');
  expect(sheets.size).toBeGreaterThan(20);
  expect(faults(sheets, read('apps/web/src/**/*.tsx'))).toEqual([]);
});

it('keeps what floats over the page off paper', () => {
  const floating = [...read('apps/web/src/app/**/*.module.css')].filter(([, sheet]) =>
    /position: fixed/.test(sheet),
  );
  expect(floating).not.toEqual([]);
  expect(floating.filter(([, sheet]) => !/@media print/.test(sheet)).map(([path]) => path)).toEqual([]);
});
