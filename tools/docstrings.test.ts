/** Holds docstrings to plain English: they begin with what a thing does or is, not with a subordinate clause. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Finds docstrings of declarations that open with a question word, as `path:line`. */
function clauses(path: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const opening = /^\s*\/\*\*\s*(.*)$/.exec(line)?.[1];
    if (opening === undefined) return [];
    const first = opening || (lines[i + 1] ?? '').replace(/^\s*\*\s*/, '');
    return /^(?:What|Whether|Who|Whose|How)\b/.test(first) ? [`${path}:${i + 1} ${first}`] : [];
  });
}

it('finds planted faults', () => {
  expect(clauses('a.ts', '/** Whether it holds. */\nconst a = 1;')).toHaveLength(1);
  expect(clauses('a.ts', '/**\n * Who reads it.\n */')).toHaveLength(1);
  expect(clauses('a.ts', '/** Returns what it holds. */')).toEqual([]);
});

it('begins docstrings with a verb or a noun', () => {
  const paths = globSync('{apps,packages,e2e,bench,tools}/**/*.{ts,tsx}', {
    exclude: (path) => /node_modules|dist/.test(path),
  });
  expect(paths.length).toBeGreaterThan(500);
  expect(paths.flatMap((path) => clauses(path, readFileSync(path, 'utf8')))).toEqual([]);
});
