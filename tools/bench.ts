/**
 * `npm run bench -- [name...] [--records=10000,100000] [--runs=7] [--large] [--quick]`: runs the benches
 * one after the other, each in a process of its own, and prints their figures as Markdown. Nothing here passes or fails
 * by a time.
 */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from './run.ts';

const root = join(import.meta.dirname, '..');
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const names = globSync('bench/*.bench.ts', { cwd: root })
  .map((path) => basename(path, '.bench.ts'))
  .sort();
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exit(1);
}

const failed: string[] = [];
for (const name of wanted.length > 0 ? wanted : names) {
  const args = ['--disable-warning=ExperimentalWarning', join(root, `bench/${name}.bench.ts`), ...flags];
  await run(process.execPath, args).catch((error: Error) => {
    console.error(error.message);
    failed.push(name);
  });
}
if (failed.length > 0) {
  console.error(`did not come to their end: ${failed.join(', ')}`);
  process.exitCode = 1;
}
