/** Saves as programs make them: in steps, between any two of which the disk may stand as it is for a while. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';

type SaveStep = (path: string, content: string) => void;
/** Each step changes the disk at once. */
export type SavePattern = readonly SaveStep[];

const beside = (path: string, name: string): string => join(dirname(path), name);
const firstHalf = (content: string) => content.slice(0, content.length / 2);
const secondHalf = (content: string) => content.slice(content.length / 2);

/** Truncates the file, and writes it in two pieces. */
const inPlace: SaveStep[] = [
  (path) => writeFileSync(path, ''),
  (path, content) => appendFileSync(path, firstHalf(content)),
  (path, content) => appendFileSync(path, secondHalf(content)),
];
/** Writes a file beside it in two pieces. */
const to = (name: string): SaveStep[] => [
  (path, content) => appendFileSync(beside(path, name), firstHalf(content)),
  (path, content) => appendFileSync(beside(path, name), secondHalf(content)),
];
const rename =
  (name: string): SaveStep =>
  (path) =>
    renameSync(beside(path, name), path);
const remove =
  (name: string): SaveStep =>
  (path) =>
    rmSync(beside(path, name));
const away =
  (name: string): SaveStep =>
  (path) =>
    renameSync(path, beside(path, name));

/** Patterns of programs, by what they do; `apps/desktop/files/tests/saves.rs` tries the same on a clock of its own. */
export const savePatterns: Record<string, SavePattern> = {
  'in place': inPlace,
  'renamed over it': [...to('.held.tmp'), rename('.held.tmp')],
  'deleted, then renamed': [...to('5B1C2E00'), (path) => unlinkSync(path), rename('5B1C2E00')],
  'renamed twice': [
    ...to('~WRD0001.tmp'),
    away('~WRL0002.tmp'),
    rename('~WRD0001.tmp'),
    remove('~WRL0002.tmp'),
  ],
  'with a backup': [away('held~'), ...inPlace, remove('held~')],
  'copied back': [...to('lu4711.tmp'), ...inPlace, remove('lu4711.tmp')],
  'in a folder': [
    (path) => mkdirSync(beside(path, '.sb-1a2b')),
    (path, content) => writeFileSync(join(beside(path, '.sb-1a2b'), 'new'), content),
    (path) => renameSync(join(beside(path, '.sb-1a2b'), 'new'), path),
    (path) => rmdirSync(beside(path, '.sb-1a2b')),
  ],
  'several at once': [
    (path) => writeFileSync(path, 'one'),
    (path) => writeFileSync(path, 'one, two'),
    (path, content) => writeFileSync(path, content),
  ],
};

/** ms after which a content that stays as it is may count as saved: `REST` of the crate, less what passes around a step. */
const rest = 1_200;

/**
 * Saves a content by a pattern, at a pace that differs from save to save and stays below the rest. Resolves with what stood
 * between two steps for as long as a rest all the same, since the machine was busy: it may count as a save.
 */
export async function saveBy(
  pattern: SavePattern,
  path: string,
  { content, save }: { content: string; save: number },
): Promise<string[]> {
  const stood: string[] = [];
  for (const [number, run] of pattern.entries()) {
    run(path, content);
    if (number === pattern.length - 1) break;
    const since = performance.now();
    await pass((save * 37 + number * 411) % 700);
    if (performance.now() - since >= rest && existsSync(path)) stood.push(readFileSync(path, 'utf8'));
  }
  return stood;
}
