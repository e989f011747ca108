/** Holds docstrings to plain English: they begin with what a thing does or is, not with a subordinate clause. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { functionsIn } from './docstrings.ts';

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

/** Plurals that begin no docstring of a function, and other words that end like verbs. */
const nouns = new Set(
  `Always Arguments As Bytes Cents Choices Connections Days Digits Entries Fields Folders Ids Its Listeners Messages
  Minutes Months Refs Rooms Rows Scopes Scripts Seconds Tasks Texts These This Those Transactions Typos`.split(
    /\s+/,
  ),
);
/** Words that are a verb in "Names the room", and none in "Names of rooms" or "Names that were taken". */
const either =
  /^(?:Acts|Changes|Comments|Files|Headers|Heads|Keys|Lines|Names|Pages|Places|Positions|Prices|Records|Segments|Sums|Tabs|Titles) (?:and|are|as|at|below|by|in|of|on|that|were|which|with)\b/;

const beginsWithVerb = (text: string): boolean => {
  const word = /^([A-Z][a-z]*(?:-[a-z]+)?s)(?=[\s,:;.]|$)/.exec(text)?.[1];
  return word !== undefined && !nouns.has(word) && !either.test(text);
};

/** Finds docstrings of functions, methods, getters and components that do not begin with a verb, as `path:line`. */
function verbless(path: string, text: string): string[] {
  // Reading a file as code is slow: most have nothing that could be at fault.
  const docstrings = text.matchAll(/\/\*\*\s*(?:\*\s+)?((?:(?!\*\/)[\s\S])*)\*\/\s*(.*)/g);
  const isSuspect = ([, docstring, code]: RegExpMatchArray) =>
    !beginsWithVerb(docstring!) && /\(|=>|=$/.test(code!) && !/^(?:import|(?:export )?type) /.test(code!);
  if (![...docstrings].some(isSuspect)) return [];
  return functionsIn(path, text)
    .filter(({ docstring }) => !/^See /.test(docstring) && !beginsWithVerb(docstring))
    .map(({ line, docstring }) => `${path}:${line} ${docstring}`);
}

it('finds planted faults', () => {
  expect(clauses('a.ts', '/** Whether it holds. */\nconst a = 1;')).toHaveLength(1);
  expect(clauses('a.ts', '/**\n * Who reads it.\n */')).toHaveLength(1);
  expect(clauses('a.ts', '/** Returns what it holds. */')).toEqual([]);
});

it.each([
  ['a function', '/** The sum. */\nexport function sum(): number { return 1; }'],
  ['an async function', '/** Bytes of it. */\nasync function read() {}'],
  ['an overload', '/** All of it. */\nfunction all(): void;\nfunction all(of?: string): void {}'],
  ['an arrow function', '/** Names of rooms. */\nexport const names = (): string[] => [];'],
  ['a function within another', 'function a() {\n  /** A row. */\n  const row = () => 1;\n  return row;\n}'],
  ['a method', 'class A {\n  /** True where it holds. */\n  holds() { return true; }\n}'],
  ['a private method', 'class A {\n  /** It came back. */\n  #back() {}\n}'],
  ['a getter', 'class A {\n  /** The newest one. */\n  get newest() { return 1; }\n}'],
  ['a field that is a function', 'class A {\n  /** Another one. */\n  other = () => 1;\n}'],
  ['a method of an interface', 'interface A {\n  /** Every key. */\n  keys(): string[];\n}'],
  ['a method of an object', 'const a = {\n  /** Newest first. */\n  list() { return []; },\n};'],
  ['a function of an object', 'const a = {\n  /** Oldest first. */\n  list: () => [],\n};'],
  ['a component', '/** A button. */\nexport const Button = () => <button />;'],
  ['a text of several lines', '/**\n * The sum\n * of all.\n */\nfunction sum() {}'],
])('finds the docstring of %s that begins with no verb', (_, text) => {
  expect(verbless('a.tsx', text)).toHaveLength(1);
});

it.each([
  ['a verb', '/** Returns the sum. */\nfunction sum() {}'],
  ['a verb before a comma', '/** Asks, once, for a name. */\nconst ask = async () => {};'],
  ['a word that is a verb here', '/** Names the room. */\nconst nameOf = () => "";'],
  ['a type', '/** A row. */\ninterface Row {}\n/** The newest. */\ntype Newest = () => void;'],
  ['a value', '/** Milliseconds of a day. */\nconst day = 86_400_000;'],
  ['the head of a file', '/** The rows of a list. */\nimport { a } from "./a.ts";\n\nfunction rows() {}'],
])('takes a docstring that begins with %s', (_, text) => {
  expect(verbless('a.tsx', text)).toEqual([]);
});

const paths = globSync('{apps,packages,e2e,bench,tools}/**/*.{ts,tsx}', {
  exclude: (path) => /node_modules|dist/.test(path),
});

it('begins docstrings with a verb or a noun', () => {
  expect(paths.length).toBeGreaterThan(500);
  expect(paths.flatMap((path) => clauses(path, readFileSync(path, 'utf8')))).toEqual([]);
});

it('begins docstrings of functions with a verb', () => {
  expect(paths.flatMap((path) => verbless(path, readFileSync(path, 'utf8')))).toEqual([]);
}, 60_000);
