/** Documents that LibreOffice and vim save while the connection is cut, through the crate, the client and the server. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createProject } from '@kontor/client/nouns/project';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Actor, createActor } from '../actor.ts';
import { type BreakingProxy, startBreakingProxy } from '../breakingProxy.ts';
import { type RunningServer, startServer } from '../server.ts';
import { contentsOf, startComputer, until } from './computer.ts';
import { missingPrograms, type Program, startWriter, vim, type Writer } from './programs.ts';
import { buildStdioFiles, hasCargo } from './stdioFiles.ts';

const missing = [...missingPrograms(), ...(hasCargo ? [] : ['cargo'])];
const texts = ['first', 'second', 'third', 'fourth'];

/** ms within which the crate is compiled, also from nothing. */
const compiling = 1_200_000;

let folder: string;
let program: string;
let server: RunningServer;
let proxy: BreakingProxy;
let ada: Actor;
let writer: Writer;

beforeAll(async () => {
  if (missing.length > 0) return;
  folder = mkdtempSync(join(tmpdir(), 'kontor-programs-'));
  program = buildStdioFiles();
  server = await startServer();
  proxy = await startBreakingProxy(server.port);
  ada = await createActor(proxy.url, { firstName: 'Ada' });
  writer = await startWriter(join(folder, 'profile'));
}, compiling);
afterAll(async () => {
  await writer?.stop();
  await ada?.session.signOut({ discard: true });
  await proxy?.stop();
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const digestOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const plainText = async (content: Blob) => (await content.text()).trimEnd();
/** Reads the text of an OpenDocument file of one paragraph. Source: OpenDocument 1.3, part 2, section 3.1. */
const odtText = async (content: Blob) => {
  const { 'content.xml': xml } = unzipSync(new Uint8Array(await content.arrayBuffer()));
  return /<text:p[^>]*>([^<]*)<\/text:p>/.exec(strFromU8(xml!))?.[1];
};

interface Case {
  name: string;
  by: Program;
  /** Name of the file that the program writes beside the document while it has it open. */
  lock: string;
  textOf(content: Blob): Promise<string | undefined>;
}

it.skipIf(missing.length > 0)(
  `LibreOffice and vim save while the connection is cut: the last content goes up, and nothing is left${missing.length > 0 ? ` (missing: ${missing.join(', ')})` : ''}`,
  async () => {
    const cases: Case[] = [
      { name: 'Letter.odt', by: writer, lock: '.~lock.Letter.odt#', textOf: odtText },
      { name: 'Notes.txt', by: vim(join(folder, 'done')), lock: '.Notes.txt.swp', textOf: plainText },
    ];
    const workspace = await ada.open(await ada.createWorkspace());
    const { id: scopeId } = createProject(workspace, { name: 'Letters' });
    const template = join(folder, 'template.odt');
    await writer.create(template, texts[0]!);
    const files = [
      new File([readFileSync(template)], 'Letter.odt'),
      new File([`${texts[0]}\n`], 'Notes.txt'),
    ];
    await (await workspace.files()).uploads.add(files, { scopeId });
    await workspace.outbox.sent();
    const device = await ada.onAnotherDevice();
    const at = await startComputer(device, workspace.id, { program, root: join(folder, 'open') });

    const opened = [];
    for (const each of cases) {
      const file = await at.openNamed(each.name);
      await each.by.open(file.path);
      expect(readdirSync(dirname(file.path)).sort()).toEqual([each.lock, each.name]);
      opened.push({ ...each, ...file });
    }
    proxy.cut();
    for (const { by, id, path } of opened)
      for (const [number, text] of texts.slice(1).entries()) {
        await by.save(text);
        // The first is in the queue before the others come, which take its place.
        if (number === 0)
          await until(`${path} waits for the connection`, () => at.isAs('waiting', id, digestOf(path)));
      }
    for (const { by, id, path } of opened) {
      await by.close();
      await until(`the last save of ${path} waits for the connection`, () =>
        at.isAs('waiting', id, digestOf(path)),
      );
    }
    expect((await at.open.unsent()).map(({ name }) => name).sort()).toEqual(cases.map(({ name }) => name));
    proxy.mend();
    at.uploads.wake();
    await until('nothing is left', at.isWiped);
    await expect.poll(() => at.open.files.get()).toEqual([]);
    expect(at.news.toSorted()).toEqual(cases.map(({ name }) => `saved ${name}`));

    const reader = await ada.onAnotherDevice();
    const elsewhere = await reader.open(workspace.id);
    expect(
      elsewhere.collections.document
        .all()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(cases.map(({ name }) => name));
    for (const { documentId, textOf } of opened) {
      const contents = await contentsOf(elsewhere, documentId);
      expect(await Promise.all(contents.map(textOf))).toEqual([texts[0], texts.at(-1)]);
    }
    await at.stop();
    for (const each of [reader, device]) await each.session.signOut({ discard: true });
  },
);
