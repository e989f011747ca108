/**
 * Saves in every pattern of programs, many files at a time, through the crate that watches them, the client and the server:
 * each content that came to rest is one version, and nothing else is. A dozen of each pattern; 1,000 with LONG=1.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { createProject } from '@kontor/client/nouns/project';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Actor, createActor } from '../actor.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type Computer, contentsOf, startComputer, until } from './computer.ts';
import { type SavePattern, saveBy, savePatterns } from './savePatterns.ts';
import { buildStdioFiles, hasCargo } from './stdioFiles.ts';

/** Files of each pattern, and the saves of each: fewer than a document keeps versions. */
const [fileCount, savesEach] = process.env.LONG ? [100, 10] : [4, 3];

/** ms within which the crate is compiled, also from nothing. */
const compiling = 1_200_000;

let folder: string;
let program: string;
let server: RunningServer;
let ada: Actor;
let workspace: Workspace;
let scopeId: string;

beforeAll(async () => {
  if (!hasCargo) return;
  folder = mkdtempSync(join(tmpdir(), 'kontor-saves-'));
  program = buildStdioFiles();
  server = await startServer();
  ada = await createActor(server.url, { firstName: 'Ada' });
  workspace = await ada.open(await ada.createWorkspace());
  scopeId = createProject(workspace, { name: 'Saves' }).id;
  await workspace.outbox.sent();
}, compiling);
afterAll(async () => {
  await ada?.session.signOut({ discard: true });
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

interface Run {
  title: string;
  steps: SavePattern;
  /** Names of the documents. */
  names: string[];
  /** Has each save come while the one before it is on its way. */
  overlaps: boolean;
}

/** Returns those of one pattern on as many computers: three files of each go up at a time. */
function runsOf(title: string, steps: SavePattern, { overlaps = false, computers = 1 } = {}): Run[] {
  return Array.from({ length: computers }, (_, computer) => ({
    title: `${title} (${computer + 1})`,
    steps,
    overlaps,
    names: Array.from(
      { length: fileCount / computers },
      (_, file) => `Plan ${title} ${computer} ${file}.txt`,
    ),
  }));
}

/** ms that a content takes to be stored where saves overlap. */
const slow = 2_200;

/** Signs Ada in on another device, whose contents take `delay` ms to be stored, at least. */
const onDevice = (delay: number) =>
  ada.onAnotherDevice({
    wrap: (inner) => async (input, init) => {
      if (init?.method === 'PUT') await pass(delay);
      return inner(input, init);
    },
  });

/** Opens a document as a program does that writes a lock file, saves it often and closes it. Returns what was saved. */
async function saveOften(at: Computer, { steps, overlaps, names }: Run, number: number) {
  const name = names[number]!;
  const { id, documentId, path } = await at.openNamed(name);
  const lock = join(dirname(path), `.~lock.${name}#`);
  writeFileSync(lock, 'Ada');
  const [contents, stood]: [string[], string[]] = [['first'], []];
  for (let save = 1; save <= savesEach; save++) {
    const content = `${name}, save ${save} ${'x'.repeat((save * 40_009 + number * 7_919) % 70_001)}`;
    contents.push(content);
    stood.push(...(await saveBy(steps, path, { content, save: number * 61 + save })));
    const digest = createHash('sha256').update(content).digest('hex');
    const isUp = () => at.isAs('saved', id, digest);
    const hasBegun = () =>
      at.uploads.entries
        .get()
        .some(({ target, status }) => target.save?.digest === digest && status !== 'waiting');
    await until(`${name}, save ${save}, on the server`, overlaps && save < savesEach ? hasBegun : isUp);
  }
  rmSync(lock);
  return { documentId, contents, stood };
}

/** Counts the saves that come to rest while another of their file is on its way. */
function countOverlaps({ files, uploads }: Computer): () => number {
  let count = 0;
  files.onSaved(({ id }) => {
    const isOwn = ({ target }: { target: { save?: { checkoutId: string } | undefined } }) =>
      target.save?.checkoutId === id;
    if (uploads.entries.get().some((entry) => isOwn(entry) && entry.status === 'running')) count++;
  });
  return () => count;
}

const runs = [
  ...Object.entries(savePatterns).flatMap(([title, steps]) => runsOf(title, steps)),
  ...runsOf('while the last one goes up', savePatterns['renamed over it']!, {
    overlaps: true,
    computers: process.env.LONG ? 4 : 1,
  }),
];

it.skipIf(!hasCargo)(
  `${fileCount * savesEach} saves of each pattern are that many versions, none half`,
  { timeout: process.env.LONG ? 7_200_000 : 3_600_000 },
  async () => {
    const { uploads } = await workspace.files();
    for (const { names } of runs)
      await uploads.add(
        names.map((name) => new File(['first'], name, { type: 'text/plain' })),
        { scopeId },
      );
    await workspace.outbox.sent();
    const reader = await ada.onAnotherDevice();
    const elsewhere = await reader.open(workspace.id);
    const play = async (run: Run) => {
      const { title, names, overlaps } = run;
      const device = await onDevice(overlaps ? slow : 0);
      const at = await startComputer(device, workspace.id, { program, root: join(folder, title) });
      const overlapping = countOverlaps(at);
      const saved = await Promise.all(names.map((_, number) => saveOften(at, run, number)));
      await until(`${title}: its programs have let go of all`, at.isWiped);
      await elsewhere.pull();
      for (const { documentId, contents, stood } of saved) {
        const texts = await Promise.all((await contentsOf(elsewhere, documentId)).map((blob) => blob.text()));
        const isSave = (text: string) => contents.includes(text) || !stood.includes(text);
        expect(texts.filter(isSave), title).toEqual(contents);
      }
      expect(
        at.news.filter((news) => !news.startsWith('saved ')),
        title,
      ).toEqual([]);
      // What stood too long goes up as a save, and gives way to the next one.
      expect(at.logged.length, title).toBeLessThanOrEqual(saved.flatMap(({ stood }) => stood).length);
      if (overlaps) expect(overlapping(), title).toBeGreaterThan(0);
      await at.stop();
      await device.session.signOut({ discard: true });
    };
    await Promise.all(runs.map(play));
    expect(elsewhere.collections.document.all()).toHaveLength(runs.flatMap(({ names }) => names).length);
    await reader.session.signOut({ discard: true });
  },
);
